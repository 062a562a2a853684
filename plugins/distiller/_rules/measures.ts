/** Numbers of which the latest counts: a weight, a height, a dose, how many there are of something. */
import { isSum } from './adjuncts.ts'
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
  const [noun, behind] = countedAt(rest, at)
  // "90 kg thanks to swimming".
  const end = noun.length > 1 && units[noun[0]!.lower] ? behind - noun.length + 1 : behind
  const isTime = noun.length === 1 && times.test(noun[0]!.lower)
  if (noun.length === 0) return weighing(reading, rest.slice(at))
  return isTime || isDate(said) ? null : counted(reading, noun, rest.slice(at, end), rest.slice(end))
}

/** "I weigh 104 now": there is no other measure of it. */
const weighing = ({ clause: { verb, subject } }: Reading, [number, ...after]: Token[]): Found =>
  verb === 'weigh' && number && lower(subject) === 'i' && isSum(after)
    ? { predicate: 'weight', value: number.text, functional: true }
    : null

/** "Dropped to five", and neither "dropped two" nor "grew three plants". */
const reaches = (verb: string, tense: string, lead: string) =>
  (tense !== 'past' || changing.test(verb)) &&
  (!/^(?:get|go|grow|drop|shrink)$/.test(verb) || /\b(?:to|at)\b/.test(lead))

/** "I have 500 pounds" and "I hit 100 kg" may be of anything. */
const ofOneself = /^(?:weigh|be|get|go|drop|grow|shrink)$/

function counted ({ clause: { verb }, owner }: Reading, noun: Token[], value: Token[], after: Token[]): Found {
  const unit = units[noun[0]!.lower]
  const functional = isSum(after)
  // "12 kg more" than before, or than another.
  if (unit) {
    const own = owner.thing.length === 0 && ofOneself.test(verb)
    return own && functional ? { predicate: unit, value: spaced(value), functional } : null
  }
  const counts = noun.map(({ lemma }) => lemma.replace(/\W/g, '')).join('_')
  // "Three kids' bikes" counts no kids.
  if (!owner.own || /^['’]/.test(after[0]?.text ?? '')) return null
  return { predicate: `count_of_${counts}`, value: spaced(value), functional }
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
    const end = plainPhrase(rest, from)
    const drug = valueOf(rest.slice(from, end))
    const whole = /^(?:now )?for\b/.test(lower(rest.slice(end))) || isSum(rest.slice(end))
    return drug === '' ? null : { ...doseOf(drug, rest.slice(0, 2)), functional: whole }
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
