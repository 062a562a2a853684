/** What an old statement holds: a state that lasts, a means, a thing, an event with its date. */
import type { CandidateFact } from '../../../domain/capabilities/distiller.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { isFrame } from './frames.ts'

/** Predicates of what is planned, wished, supposed or long past. */
export const notHeld = /^(?:planned|wished|unsure|once|asked)_/

/** States that hold on: what is left or exchanged ends them. Who leaves Vim may like it still. */
export const isHolding = (predicate: string): boolean =>
  (/^[a-z_]*s(?:_(?:in|on|at|with|for|as|to))?$/.test(predicate) || isFrame(predicate)) &&
  !/^(?:likes|knows|speaks|was|comes|needs|misses|fears|recommends|understands|remembers|hears|thinks|finds|sees)/
    .test(predicate)

/** "Writes code in Vim" is over with Vim. */
export function isMeans ({ value }: Memory, previous: string): boolean {
  const means = terms(/ (?:in|on|with) ([^,;]+)$/.exec(value ?? '')?.[1] ?? '')
  const wanted = terms(previous)
  return means.length > 0 && wanted.length > 0 && wanted.every(term => means.includes(term)) &&
    means.every(term => wanted.includes(term))
}

/** What was moved from one to another is what the old statement speaks of: "moved_blog_to", "moved_everything_to". */
export function isAbout (predicate: string, { text }: Memory): boolean {
  const [, object] = /^[a-z]+_(.+)_to$/.exec(predicate) ?? []
  if (object === undefined || /^(?:everything|it_all|all)$/.test(object)) return true
  const head = terms(object.replaceAll('_', ' ')).at(-1)
  return head !== undefined && terms(text).includes(head)
}

const rescheduled =
  /\b(?:moved|extended|postpone|push|move|pushed|postponed|rescheduled|shifted|delayed|slipped|slid|rebooked|put off|put back|brought forward)\b/i
const dated =
  /\d(?:st|nd|rd|th)?\b.*\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i

/** "The meetup talk was postponed to 22 May": the one statement that names the event with another date. */
export function isMovedEvent ({ predicate, quote, negated, value }: CandidateFact, memory: Memory): boolean {
  const [, event] = /^date_of_(.+)$/.exec(predicate ?? '') ?? []
  if (event === undefined || negated || !rescheduled.test(quote)) return false
  if (memory.predicate === predicate || !isAhead(memory)) return false
  const held = new Set(terms(memory.text))
  return terms(event.replaceAll('_', ' ')).every(term => held.has(term)) && !memory.text.includes(value ?? '')
}

function isAhead ({ predicate, text, attributes }: Memory): boolean {
  const held = predicate ?? ''
  return (/^date_of_/.test(held) || isHolding(held)) && dated.test(text) && attributes['negated'] !== true
}
