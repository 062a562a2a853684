/**
 * `npm run eval -- relevance [<LoCoMo file>] [--plot FILE.png]`: whether a hit's `relevance` is the probability that it
 * says, and how often `no_relevant_memory` is said where there is an answer, where the question is about somebody else,
 * and where it names the people of this talk in their place. On made-up talk that nothing is tuned on, and on the
 * conversations of the file.
 */
import { parseArgs } from 'node:util'
import { table } from '../../cli/table.ts'
import { machine } from '../machine.ts'
import { startService, type Service } from '../service.ts'
import { readTalks } from './conversations.ts'
import { plotReliability, type Bin } from './relevance-plot.ts'
import { makeTalks, shapes } from './shapes/make.ts'
import { store, type Talk } from './talks.ts'

/** A hit that was read, and whether it is one of the turns that answer the question. */
export interface Judged {
  relevance: number
  answers: boolean
}

interface Answer {
  results: Array<{ id: string, relevance: number | null }>
  no_relevant_memory: boolean
}

interface Measured {
  judged: Judged[]
  /** Whether `no_relevant_memory` was said, of questions with an answer and of other people's questions. */
  said: Record<'answerable' | 'unanswerable' | 'renamed', boolean[]>
}

/** Probabilities are compared with shares in so many equal parts. */
const bins = 10

export async function run (args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { settings: { type: 'string' }, seed: { type: 'string', default: '1' }, plot: { type: 'string' } }
  })
  console.log(machine())
  const sets: Array<[string, Talk[]]> = shapes.map(shape => [shape, makeTalks(shape, 'heldout', Number(values.seed))])
  const given = (await Promise.all(positionals.map(readTalks))).flat()
  if (given.length > 0) sets.push(['the given file', given])
  const measured: Array<[string, Measured]> = []
  for (const [name, talks] of sets) measured.push([name, await measure(talks, values.settings)])
  for (const [name, { judged }] of measured) {
    console.log(table(
      `${name}: ${judged.length} hits, calibration error ${percent(calibrationError(judged))}`,
      ['relevance', 'hits', 'mean', 'answer'],
      binned(judged).map(({ from, hits, mean, share }) => [
        `${from.toFixed(1)} to ${(from + 1 / bins).toFixed(1)}`,
        String(hits),
        percent(mean),
        percent(share)
      ])
    ))
  }
  console.log(table(
    '`no_relevant_memory`',
    ['', 'said of answerable', 'questions', "said of somebody else's", 'questions', 'with known names', 'questions'],
    measured.map(([name, { said }]) => [
      name,
      ...[said.answerable, said.unanswerable, said.renamed].flatMap(flags => [
        percent(shareOf(flags)),
        String(flags.length)
      ])
    ])
  ))
  if (values.plot === undefined) return
  await plotReliability(values.plot, measured.map(([name, { judged }]) => [name, binned(judged)]))
}

async function measure (talks: Talk[], settings: string | undefined): Promise<Measured> {
  const service = await startService(settings)
  const measured: Measured = { judged: [], said: { answerable: [], unanswerable: [], renamed: [] } }
  try {
    const turnOf = await store(service, talks)
    for (const [place, { id, questions }] of talks.entries()) {
      for (const { text, evidence } of questions) {
        const { results, no_relevant_memory: none } = await search(service, id, text)
        measured.said.answerable.push(none)
        for (const { id, relevance } of results) {
          if (relevance === null) continue
          const answers = (turnOf.get(id) ?? '').split(' ').some(turn => evidence.includes(turn))
          measured.judged.push({ relevance, answers })
        }
      }
      const others = talks[(place + 1) % talks.length]
      if (others === undefined || others.id === id) continue
      for (const { text } of others.questions) {
        measured.said.unanswerable.push((await search(service, id, text)).no_relevant_memory)
        const renamed = withNamesOf(talks[place] as Talk, others, text)
        if (renamed === text) continue
        measured.said.renamed.push((await search(service, id, renamed)).no_relevant_memory)
      }
    }
    return measured
  } finally {
    await service.stop()
  }
}

/** The question with the speakers of one talk in the place of those of the other. */
function withNamesOf (talk: Talk, other: Talk, question: string): string {
  const names = speakersOf(talk)
  return speakersOf(other).reduce((text, name, place) => text.replaceAll(name, names[place] ?? name), question)
}

function speakersOf ({ turns }: Talk): string[] {
  return [...new Set(turns.flatMap(({ text }) => /^(\p{Lu}[\p{L} ]{1,30}): /u.exec(text)?.[1] ?? []))]
}

async function search (service: Service, userId: string, query: string): Promise<Answer> {
  return await service.post('/api/v1/memories/search', { user_id: userId, query, top_k: 10, rerank: 'cross_encoder' })
}

/** Bins that hold something, from the lowest. */
export function binned (judged: Judged[]): Bin[] {
  return Array.from({ length: bins }, (_, place) => {
    const inside = judged.filter(({ relevance }) => Math.min(bins - 1, Math.floor(relevance * bins)) === place)
    return {
      from: place / bins,
      hits: inside.length,
      mean: inside.reduce((sum, { relevance }) => sum + relevance, 0) / inside.length,
      share: shareOf(inside.map(({ answers }) => answers))
    }
  }).filter(({ hits }) => hits > 0)
}

/** The expected calibration error (Naeini, Cooper and Hauskrecht, AAAI 2015): the mean distance, weighted by hits. */
export function calibrationError (judged: Judged[]): number {
  return binned(judged).reduce((sum, { hits, mean, share }) => sum + hits * Math.abs(mean - share), 0) / judged.length
}

const shareOf = (flags: boolean[]): number => flags.filter(Boolean).length / flags.length

const percent = (share: number): string => Number.isNaN(share) ? '-' : `${(100 * share).toFixed(1)} %`
