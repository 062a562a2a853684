/** One user a language: the facts of the tables among a hundred other memories, and two questions about each fact. */
import { random } from '../../corpus.ts'
import type { Talk } from '../talks.ts'
import { fillings, tables, type Language } from './tables.ts'

const others = 100

export function makeLanguage (language: Language, seed = 1): Talk {
  const rng = random(seed)
  const { names, things, places, sentences } = fillings[language]
  const filled = new Set<string>()
  while (filled.size < others) {
    const words: Record<string, string> = { n: rng.pick(names), t: rng.pick(things), p: rng.pick(places) }
    filled.add(rng.pick(sentences).replace(/\{(\w)\}/g, (_, slot: string) => words[slot] as string))
  }
  const texts = [
    ...tables[language].map(([text], place) => ({ id: `fact-${place}`, text })),
    ...[...filled].map((text, place) => ({ id: `other-${place}`, text }))
  ].map(turn => [rng.next(), turn] as const).sort(([a], [b]) => a - b).map(([, turn]) => turn)
  return {
    id: language.toLowerCase(),
    turns: texts.map(({ id, text }, place) => ({
      id,
      sessionId: null,
      at: new Date(Date.UTC(2025, 0, 1) + place * 3_600_000).toISOString(),
      text
    })),
    questions: tables[language].flatMap(([, same, other], place) => [
      { text: same, category: 'its words', evidence: [`fact-${place}`] },
      { text: other, category: 'other words', evidence: [`fact-${place}`] }
    ])
  }
}
