/** Numbers of which the latest counts: a weight, a height, a dose, how many there are of something. */
import { plainPhrase } from './phrases.ts'
import { kindAt, lower, wordAt } from './parts.ts'
import type { Token } from './tokens.ts'
import { spaced } from './voice.ts'
import { level, team } from './levels.ts'
import { type Found, type Reading, valueOf } from './reading.ts'

const units: Record<string, string> = { kg: 'weight', kilos: 'weight', lbs: 'weight', pounds: 'weight', cm: 'height' }
const doses = /^(?:mg|mcg|ml|g|iu|tablets?|pills?|units?|drops?|puffs?)$/
const before = /^(?:(?:about|around|over|roughly|nearly|almost|at|to|up|down|already|now|only|just) ?)*$/
const counting = /^(?:weigh|have|be|reach|hit|grow|drop|get|go|pass|shrink|count)$/
const changing = /^(?:grow|hit|reach|pass|get|drop|shrink|go)$/
const times = /^(?:year|day|week|month|hour|minute|time|am|pm)s?$/

/** "I weigh 92 kg", "I'm down to 85 kg", "My app has 15K monthly users", "I take 20 mg of sertraline". */
export const measure = (reading: Reading): Found =>
  dosed(reading) ?? team(reading) ?? level(reading) ?? numbered(reading)

function numbered (reading: Reading): Found {
  const { clause: { verb, rest, tense }, isDate, said } = reading
  const at = rest.findIndex(({ pos, lower }) => pos === 'NUM' || /^\d/.test(lower))
  const lead = lower(rest.slice(0, at))
  if (at < 0 || at > 4 || !before.test(lead) || !counting.test(verb)) return null
  if (!reaches(verb, tense, lead)) return null
  const [noun, end] = countedAt(rest, at)
  const isTime = noun.length === 1 && times.test(noun[0]!.lower)
  if (noun.length === 0 || isTime) return null
  return isDate(said) ? null : counted(reading, noun, rest.slice(at, end), rest[end])
}

const reaches = (verb: string, tense: string, lead: string) =>
  (tense !== 'past' || changing.test(verb)) && (!/^(?:get|go)$/.test(verb) || /\b(?:to|at)\b/.test(lead))

function counted ({ owner }: Reading, noun: Token[], value: Token[], next: Token | undefined): Found {
  const unit = units[noun[0]!.lower]
  if (unit) return owner.thing.length > 0 ? null : { predicate: unit, value: spaced(value), functional: true }
  const counts = noun.map(({ lemma }) => lemma.replace(/\W/g, '')).join('_')
  // "Three kids' bikes" counts no kids.
  if (!owner.own || /^['’]/.test(next?.text ?? '')) return null
  return { predicate: `count_of_${counts}`, value: spaced(value), functional: next?.pos !== 'ADP' }
}

/** What is counted, and where it ends: "15K monthly users". */
function countedAt (rest: Token[], at: number): [noun: Token[], end: number] {
  let end = at + 1
  while (/NOUN|ADJ|PROPN/.test(kindAt(rest, end)) && !/^(?:total|now|old|tall)$/.test(rest[end]!.lower)) end++
  return [rest.slice(/^[km]$/i.test(rest[at + 1]?.text ?? '') ? at + 2 : at + 1, end), end]
}

/** "I take 20 mg of sertraline", "the doctor raised the sertraline to 40 mg". */
function dosed ({ clause: { verb, rest }, owner, self }: Reading): Found {
  if (verb === 'take' && kindAt(rest, 0) === 'NUM' && doses.test(wordAt(rest, 1))) {
    const from = wordAt(rest, 2) === 'of' ? 3 : 2
    const drug = valueOf(rest.slice(from, plainPhrase(rest, from)))
    return drug === '' ? null : doseOf(drug, rest.slice(0, 2))
  }
  const to = /^(?:raise|increase|lower|reduce|up|cut)$/.test(verb) ? rest.findIndex(({ lower }) => lower === 'to') : -1
  const number = to > 0 && kindAt(rest, to + 1) === 'NUM' && doses.test(wordAt(rest, to + 2))
  // "My sister's doctor" speaks of hers.
  if (!number || owner.name.replace(`${self}'s`, '').includes("'s")) return null
  return { subject: self, ...doseOf(valueOf(rest.slice(0, to)), rest.slice(to + 1, to + 3)) }
}

const doseOf = (drug: string, amount: Token[]) => ({
  predicate: `dose_of_${drug.toLowerCase().replace(/^(?:my|the) |dose of /, '').replace(/[^\p{L}\p{N}]+/gu, '_')}`,
  value: spaced(amount),
  functional: true
})
