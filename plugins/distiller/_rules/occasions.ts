/** Events that have a date: the event's own words are its key. */
import { wordAt, type Clause } from './parts.ts'
import * as words from './lexicon.ts'
import type { Token } from './tokens.ts'
import { spaced } from './voice.ts'
import type { Found, Reading } from './reading.ts'

interface Event {
  words: Token[]
  /** What is said of it, with its date. */
  after: Token[]
  /** "I have a …": one of several, as likely as not. */
  having: boolean
}

const moving = /^(?:move|extend|push|postpone|reschedule|shift|delay|change|bring|slip|rebook|slide)$/
/** "Put off to 9 June." */
const putOff = ({ verb, rest }: Clause) => verb === 'put' && /^(?:off|back)$/.test(wordAt(rest, 0))

/** "My meeting with Ben is on Friday", "I have a dentist appointment on Tuesday", "they moved it to 12 July". */
export function occasion (reading: Reading): Found {
  const { clause, isDate } = reading
  const event = eventOf(reading)
  // Whose "her deadline" is stands in another sentence.
  if (event === null || /^(?:his|her|their|your|its)$/.test(wordAt(event.words, 0))) return null
  if (!event.words.some(({ lemma }) => words.occasions.has(lemma))) return null
  if (clause.tense === 'past' && (event.having || clause.verb === 'be')) return null
  const when = whenOf(event)
  if (!isDate(when) || recurring.test(when)) return null
  return {
    subject: 'user',
    predicate: `date_of_${keyOf(event.words).join('_')}`,
    value: when.replace(/^\W*(?:(?:off|postponed|moved|pushed|rescheduled|delayed|on|at|in|to|back)\s)+|[\s.!]+$/g, ''),
    functional: isOne(event, reading)
  }
}

/** A class on Sundays has hours, and no date. */
const recurring = /day(?:s| (?:mornings|afternoons|evenings|nights))\b/i

function eventOf ({ clause, owner }: Reading): Event | null {
  const { subject, verb, rest } = clause
  const to = isMoved(clause) ? rest.findIndex(({ lower }) => lower === 'to') : -1
  if (to > 0) return { words: rest.slice(0, to), after: rest.slice(to), having: false }
  if (owner.own && owner.thing.length === 0 && /^(?:have|get)$/.test(verb)) {
    const end = rest.findIndex(({ lower }) => /^(?:on|at|in|next|this|tomorrow)$/.test(lower))
    return end < 1 ? null : { words: rest.slice(0, end), after: rest.slice(end), having: true }
  }
  return moving.test(verb) || putOff(clause) || /^(?:be|get|schedule|plan|set)$/.test(verb)
    ? { words: subject, after: rest, having: false }
    : null
}

/** Somebody moves it; what is moved follows the verb. */
const isMoved = ({ verb, subject, rest }: Clause) =>
  moving.test(verb) && /^(?:the|my|our|it)$/.test(wordAt(rest, 0)) &&
  !subject.some(({ lemma }) => words.occasions.has(lemma))

function whenOf ({ after }: Event): string {
  const end = after.findIndex(({ pos }, at) => at > 0 && /PUNCT|SCONJ|CCONJ/.test(pos))
  return spaced(after.slice(0, end < 0 ? undefined : end))
}

const keyOf = (event: Token[]) => {
  const nouns = event.filter(({ pos }) => /NOUN|PROPN/.test(pos))
  return [...new Set(nouns.map(({ lemma }) => lemma.replace(/[^\p{L}\p{N}]/gu, '')))].sort()
}

/** Whether there is one such event at a time: "the launch" is one, "a launch" is one of several. */
function isOne ({ words: event, having }: Event, { said }: Reading): boolean {
  if (/\b(?:an?other|too|also)\b/i.test(said)) return false
  return having ? words.nowWords.test(said) || keyOf(event).length > 1 : !/^(?:an?|some)$/.test(wordAt(event, 0))
}
