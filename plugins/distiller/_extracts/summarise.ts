/** A summary in the facts' own words: the sentence that speaks of most, and the one that adds most to it. */
import type { Summary } from '../../../domain/capabilities/distiller.ts'
import { terms } from '../../../domain/text/analyse.ts'

/** Longest summary in characters. */
const longest = 400

export function summarise ({ title, facts }: Summary): string {
  const sentences = facts.map(text => text.split(/(?<=[.!?])\s/)[0]!.trim()).filter(Boolean).map((text, place) => ({
    text,
    place,
    terms: new Set(terms(text))
  }))
  if (sentences.length === 0) return ''
  const weight = new Map<string, number>()
  for (const term of [...sentences.flatMap(({ terms }) => [...terms]), ...terms(title)]) {
    weight.set(term, (weight.get(term) ?? 0) + 1)
  }
  const covered = new Set<string>()
  const chosen: typeof sentences = []
  while (chosen.length < 2 && chosen.length < sentences.length) {
    // A little is taken off with the place, since facts come most important first.
    const worth = (sentence: (typeof sentences)[number]) =>
      [...sentence.terms].filter(term => !covered.has(term)).reduce((sum, term) => sum + weight.get(term)!, 0) /
      Math.sqrt(sentence.terms.size + 3) / (1 + sentence.place / 20)
    const best = sentences.filter(sentence => !chosen.includes(sentence)).reduce((one, other) =>
      worth(other) > worth(one) ? other : one
    )
    if (chosen.length > 0 && (worth(best) === 0 || chosen[0]!.text.length + best.text.length + 1 > longest)) break
    chosen.push(best)
    for (const term of best.terms) covered.add(term)
  }
  const text = chosen.sort((one, other) => one.place - other.place).map(sentence =>
    /[.!?…]$/.test(sentence.text) ? sentence.text : `${sentence.text}.`
  ).join(' ')
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`
}
