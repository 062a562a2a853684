/** "English, German and French" is three facts: ending one leaves the others. */
import { wordAt, kindAt } from './parts.ts'
import { plainPhrase } from './phrases.ts'
import type { Clause } from './parts.ts'
import * as words from './lexicon.ts'
import type { Token } from './tokens.ts'

/** The clause once for each item of its object, or as it is when its "and" may join something else. */
export function split (clause: Clause): Clause[] {
  const { verb, rest, negated, modality, tense } = clause
  if (negated || modality !== 'asserted' || tense === 'past') return [clause]
  const from = verb === 'be' ? rest.findIndex(({ lower }) => lower === 'allergic') + 2 : 0
  if (from === 1 || (verb !== 'be' && !words.distributive.has(verb))) return [clause]
  const items = itemsOf(rest, from)
  if (items === null) return [clause]
  const tail = rest.slice(items.at(-1)![1])
  return items.map(([start, end]) => {
    const object = [
      ...rest.slice(0, from),
      ...rest.slice(start, end),
      ...(/^(?:daily|weekly|every|each|regularly|fluently|well|twice|once)$/.test(wordAt(tail, 0)) ||
          end === items.at(-1)![1]
        ? tail
        : [])
    ]
    return {
      ...clause,
      rest: object,
      tokens: [...clause.tokens.slice(0, clause.tokens.length - rest.length), ...object]
    }
  })
}

/** Two to five phrases of one make, joined by commas and an "and"; null when there are none. */
function itemsOf (rest: Token[], from: number): Array<[number, number]> | null {
  const items: Array<[number, number]> = []
  let last = false
  for (let at = from;;) {
    const end = itemEnd(rest, at)
    if (end === at || !/NOUN|PROPN|ADJ/.test(rest[end - 1]!.pos)) return null
    items.push([at, end])
    if (last) break
    const comma = wordAt(rest, end) === ',' ? 1 : 0
    last = /^(?:and|&)$/.test(wordAt(rest, end + comma))
    at = end + comma + (last ? 1 : 0)
    if (at === end) return null
  }
  return areAlike(rest, items) ? items : null
}

/** Two to five of one make, and no verb behind them. */
function areAlike (rest: Token[], items: Array<[number, number]>): boolean {
  const makes = new Set(items.map(([start, end]) => make(rest, start, end)))
  return items.length > 1 && items.length < 6 && makes.size === 1 && !/VERB|AUX/.test(kindAt(rest, items.at(-1)![1]))
}

/** A phrase with its "of …" and "for …". */
function itemEnd (rest: Token[], from: number): number {
  let end = plainPhrase(rest, from)
  while (end > from && /^(?:of|for)$/.test(wordAt(rest, end))) {
    const next = plainPhrase(rest, end + 1)
    if (next === end + 1) break
    end = next
  }
  return end
}

/** "A Volvo and a bike", "Slack and Zoom", "tennis and squash"; "salt and vinegar crisps" is none of them. */
function make (rest: Token[], start: number, end: number): string {
  const dosed = kindAt(rest, start) === 'NUM' && wordAt(rest, start + 2) === 'of' ? start + 3 : start
  const first = rest[dosed]!
  if (first.pos === 'PROPN' || (first.pos === 'ADJ' && /^\p{Lu}/u.test(first.text))) return 'name'
  const bare = first.lower === 'the' ? dosed + 1 : dosed
  if ((/DET|NUM/.test(first.pos) && bare === dosed) || /^(?:my|our)$/.test(first.lower)) return 'counted'
  return /^\p{Lu}/u.test(rest[end - 1]!.text) ? 'bare 1' : `bare ${end - bare}`
}
