/**
 * Statements with one slot that holds one value at a time, whatever their verb: "I keep my notes in Obsidian", "I grow
 * Riesling on four hectares", "my truck is a Scania", "our choir meets on Mondays". What is around the slot is the
 * predicate, so that two statements of one slot agree without a list. Another value replaces it only when it is said to
 * be so now (`tellsOfNew`).
 */
import { isSum } from './adjuncts.ts'
import * as words from './lexicon.ts'
import { kindAt, lower, wordAt } from './parts.ts'
import { isNominal, plainPhrase, temporal } from './phrases.ts'
import { valueOf, type Found, type Reading } from './reading.ts'
import type { Grammar, Token } from './tokens.ts'
import { habit, light, schedule } from './hours.ts'
import { isDefinite, keptThing, movedThing, one, thing, whoseOf } from './things.ts'
import { spaced } from './voice.ts'

/** Predicates that `frame` makes. */
export const isFrame = (predicate: string) =>
  !/^(?:lives_in|works_(?:at|for|as)|studies(?:_at)?|comes_from)$/.test(predicate) &&
  /_(?:with|when|is|on|to|at|in|from|by|for|as)$|^(?:drives|rides)$|_count_of_/.test(predicate)

/** The words by which a statement in the frame of an older one replaces it. */
export const nowSaid = new RegExp(
  '\\b(?:now|these days|nowadays|currently|new|instead|from (?:this|next) \\w+ on|moved|shifted|changed|switched|' +
    'swapped|raised|lowered|cut|doubled|halved|since (?:last|this|the|i|we|\\w+day))\\b',
  'i'
)

export function frame (reading: Reading): Found {
  const { clause: { verb, tense }, grammar, self } = reading
  const moved = tense === 'future' ? null : movedThing(reading)
  if (moved !== null || !/present|progressive/.test(tense)) return moved
  const kept = keptThing(reading)
  if (kept) return kept
  const found = /^(?:be|come|call)$/.test(verb) ? thing(reading) : null
  if (verb === 'be') return found ?? habit(reading)
  return found ?? ofThing(acting(reading, grammar.thirdPerson(verb)), whoseOf(reading), self)
}

const acting = (reading: Reading, form: string): Found =>
  driven(reading, form) ?? slot(reading, form) ?? amount(reading, form)

const ofThing = (found: Found, whose: string, self: string): Found =>
  found && whose !== '' ? { ...found, subject: self, predicate: `${whose}_${found.predicate}` } : found

/** "I drive a Polo." */
function driven ({ clause: { verb, rest } }: Reading, form: string): Found {
  const end = plainPhrase(rest, 0)
  const named = wordAt(rest, 0) !== 'my' && kindAt(rest, 0) !== 'NUM' && isNominal(rest[end - 1])
  return /^(?:drive|ride)$/.test(verb) && named
    ? one(form, valueOf(rest.slice(0, end)))
    : null
}

/** A phrase behind a verb with its preposition; an object has none. */
interface Phrase {
  lead: string
  tokens: Token[]
}

const prepositions = /^(?:in|on|at|to|from|with|by|for|as|via)$/
/** Words that say that it is so now, and are no part of what is so. */
const nowadays = /^(?:(?:now|currently|nowadays|instead|already|these days)(?: |$))+/
const over = /^(?:from (?:now|this|next)\b.*\bon\b|since\b|because\b|,|\.|!|;|—|–)/

/** The object and the prepositional phrases behind a verb; null where anything else stands there. */
function phrasesOf (rest: Token[]): Phrase[] | null {
  const found: Phrase[] = []
  for (let at = 0; at < rest.length;) {
    const left = lower(rest.slice(at))
    if (over.test(left)) break
    const filler = nowadays.exec(left)?.[0].trim().split(' ').length
    if (filler !== undefined) {
      at += filler
      continue
    }
    const from = prepositions.test(wordAt(rest, at)) ? at + 1 : at
    const end = plainPhrase(rest, from)
    if (end === from || (from === at && found.length > 0) || /PRON/.test(kindAt(rest, end - 1))) return null
    found.push({ lead: from > at ? rest[at]!.lower : '', tokens: rest.slice(from, end) })
    at = end
  }
  return found
}

/** "At Nolan's on Thursday nights": the hours go with the place. */
function untimed (phrases: Phrase[] | null): Phrase[] | null {
  const last = phrases?.at(-1)
  return phrases && phrases.length > 1 && last && temporal.test(lower(last.tokens)) ? phrases.slice(0, -1) : phrases
}

/** Verbs of which several may hold side by side in what follows them. */
const manifold =
  /^(?:have|own|use|know|want|need|see|meet|think|hear|say|tell|talk|speak|get|feel|look|find|go|listen|travel)$/
/** With these verbs alone any preposition names what is worked with, or for whom. */
const leaning = /^(?:deploy|report|run|train|host|publish|bank|shop|sell|ship)$/

/** The last phrase behind the verb is what may change; the rest of them is what is spoken of. */
function slot (reading: Reading, form: string): Found {
  const { clause: { verb, rest } } = reading
  if (words.attitudes[verb]) return null
  const hours = schedule(reading, light.test(verb) && whoseOf(reading) !== '' ? '' : form)
  if (hours) return hours
  const phrases = untimed(phrasesOf(rest)) ?? []
  const [before, last] = [phrases.slice(0, -1), phrases.at(-1)]
  if (!last || !isPlace(reading, last)) return null
  const open = before.length === 0 ? !isExclusive(verb, last) : isManifold(verb, before, last)
  return open ? null : one([form, ...before.map(spelt), leadOf(verb, last)].join('_'), valueOf(last.tokens))
}

/** Neither a time nor a language. */
function isPlace ({ grammar, isDate }: Reading, { lead, tokens }: Phrase): boolean {
  const value = valueOf(tokens)
  return lead !== '' && !temporal.test(value.toLowerCase()) && !isDate(value) && !isLanguage(value, grammar)
}

const isManifold = (verb: string, before: Phrase[], { lead }: Phrase) =>
  /^(?:for|as)$/.test(lead) || (manifold.test(verb) && before.every(({ lead }) => lead === ''))

const spelt = ({ lead, tokens }: Phrase) => {
  const name = tokens.filter(({ pos }) => !/DET|PRON|PUNCT/.test(pos)).map(({ lower }) => lower).join('_')
  return lead === '' ? name : `${lead}_${name}`
}

/** "By hand", "on my tablet" and "in Obsidian" are one slot where the verb takes a tool; "on the train" is a place. */
function leadOf (verb: string, { lead, tokens }: Phrase): string {
  const place = lead === 'on' ? /^the$/ : /^(?:the|my|our)$/
  const tool = /^(?:by|with)$/.test(lead) || (/^(?:in|on)$/.test(lead) && !place.test(wordAt(tokens, 0)))
  if (verb === 'take' || (tool && words.instrumental.has(verb))) return 'with'
  return lower(tokens) === 'foot' ? 'by' : lead
}

/** "I train at the pool", "I sell to Lidl"; one may play in a band and in another. */
function isExclusive (verb: string, { lead, tokens }: Phrase): boolean {
  if (isManner(lead, tokens)) return false
  if (leaning.test(verb)) return true
  if (manifold.test(verb) || /^(?:for|to|as)$/.test(lead)) return lead === 'for' && /^(?:train|prepare)$/.test(verb)
  if (lead === 'with') return verb === 'live' && isDefinite(tokens)
  return isDefinite(tokens) || /^(?:at|from|by)$/.test(lead)
}

/** "In my socks", "on the left side", "in the dark", "on the bus": how it is done, or with what, and not where. */
const isManner = (lead: string, tokens: Token[]) =>
  /^(?:in|on)$/.test(lead) &&
  (/^(?:my|our)$/.test(wordAt(tokens, 0)) || states.test(tokens.at(-1)!.lower) ||
    (lead === 'on' && wordAt(tokens, 0) === 'the'))
const states =
  /^(?:side|back|front|end|top|bottom|middle|corner|row|floor|dark|rain|sun|shade|cold|heat|nude|open|way)$/

const isLanguage = (value: string, grammar: Grammar) =>
  /^\p{Lu}\p{L}+(?:sh|ese|ch|ian|ic)$/u.test(value) || grammar.kinds(value.toLowerCase()).includes('Demonym')

/** What is counted, and in which time, where a number stands alone: "I sleep seven now". */
const usual: Record<string, [counted: string, time: string]> = {
  sleep: ['hour', 'night'],
  work: ['hour', 'week'],
  smoke: ['cigarette', 'day']
}

/** "I translate eight pages a day": of the same thing, in the same time, for the same. */
function amount ({ clause: { verb, rest } }: Reading, form: string): Found {
  if (kindAt(rest, 0) !== 'NUM' || /^(?:take|run)$/.test(verb)) return null
  const [meant, time] = usual[verb] ?? []
  if (meant && isSum(rest.slice(1))) return one(`${form}_count_of_${meant}_a_${time}`, rest[0]!.text)
  const end = countedEnd(rest)
  if (end < 2 || kindAt(rest, end - 1) !== 'NOUN') return null
  const counted = rest.slice(1, end).map(({ lemma }) => lemma).join('_')
  const timed = /^(?:a|an|per|every|each)$/.test(wordAt(rest, end))
  const rate = timed ? end + 2 : end
  const within = timed ? wordAt(rest, end + 1) : counted === meant ? time : undefined
  const of = within ? `${counted}_a_${within}` : counted
  return amountOf(`${form}_count_of_${of}`, rest.slice(0, rate), rest.slice(rate))
}

/** What stands behind an amount says of which part it is. */
function amountOf (counted: string, value: Token[], after: Token[]): Found {
  if (isSum(after)) return one(counted, spaced(value))
  const behind = phrasesOf(after) ?? []
  return behind.length > 0 ? one([counted, ...behind.map(spelt)].join('_'), spaced(value)) : null
}

/** "Three cups of coffee". */
function countedEnd (rest: Token[]): number {
  const end = plainPhrase(rest, 0)
  return wordAt(rest, end) === 'of' ? plainPhrase(rest, end + 1) : end
}
