/** What a clause states: of what there is one of at a time where it is known, and by its verb otherwise. */
import { ofPerson } from './of-person.ts'
import { pointing } from './anaphors.ts'
import type { Clause } from './clause.ts'
import type { Grammar } from './grammar.ts'
import type { Owner } from './owner.ts'
import {
  counted,
  eventOf,
  hoursOf,
  nameOf,
  ofThing,
  rescheduled,
  spokenVerb,
  titleOf,
  type Found
} from './single-valued.ts'
import { isOfThought, pointsElsewhere } from './sure.ts'
import { spaced } from './third-person.ts'
import type { Token } from './token.ts'
import { valueOf } from './value.ts'

interface Speaker {
  /** "The user" or a name. */
  self: string
  grammar: Grammar
  /** Whether words name a day, a month or a year. */
  isDate: (text: string) => boolean
}

/** Null where there may be several. */
export function singleOf (clause: Clause, owner: Owner, { grammar, isDate, self }: Speaker): Found {
  const { rest, past, subject } = clause
  if (isOfAnyone(clause)) return null
  const moved = rescheduled(clause, isDate)
  if (moved !== null || pointing.test(subject[0]?.lower ?? '')) return moved
  const said = `${spokenVerb(clause)} ${spaced(rest)}`.replace(/\s*[.!,;]+$/, '').replace(
    / (?:now|too|already)$/,
    ''
  )
  if (owner.thing.length > 0 && owner.name === self) {
    return past
      ? null
      : eventOf(clause, isDate) ?? hoursOf(clause, nameOf(owner.thing)) ?? ofThing(clause, owner.thing, said)
  }
  const found = ofOne(ofPerson(said, spaced(clause.tokens), past, grammar), subject)
  return found ?? (past ? null : atPresent(clause, said, grammar, isDate))
}

const atPresent = (clause: Clause, said: string, grammar: Grammar, isDate: (text: string) => boolean): Found =>
  hoursOf(clause, '') ?? titleOf(clause, grammar) ?? datedName(clause, isDate) ?? counted(clause.verb, said)

/** "We're twelve" gives no age, nor does "rent's 695". */
const ofOne = (found: Found, [first]: Token[]): Found =>
  found?.predicate === 'age' &&
    (/^(?:we|they)$/.test(first?.lower ?? '') || Number.parseInt(found.value ?? '', 10) > oldest)
    ? null
    : found
const oldest = 120

/** "Regionals are on 8 March." */
const datedName = (clause: Clause, isDate: (text: string) => boolean): Found =>
  clause.verb === 'be' ? eventOf(clause, isDate) : null

/** Words in front that are no subject known to us; and "name is Captain" may be said of a parrot. */
const isOfAnyone = ({ subject, tokens, group }: Clause): boolean =>
  subject.length === 0 ? tokens[0] !== group[0] : subject.length === 1 && subject[0]!.lower === 'name'

/** "Movers are booked": by whom, is not said. */
function isPassive ({ group, past }: Clause): boolean {
  const { lower, lemma } = group.at(-1)!
  // "My wife's left Siemens" is past, and "my car's insured" is not.
  const isBe = (token: Token) => token.lemma === 'be' && token.pos === 'AUX' && !(token.lower === "'s" && past)
  return lower !== lemma && !/ing$|^got$/.test(lower) && group.some(isBe)
}

/** Of which there may be several; null where it is not sure of whom it is said. */
export function severalOf (clause: Clause, owner: Owner, speaker: Pick<Speaker, 'self' | 'grammar'>): Found {
  if (pointsElsewhere(clause) || owner.thing.length > longestThing) return null
  return { predicate: predicateOf(clause, owner, speaker), value: isOfThought(clause) ? null : valueOf(clause.rest) }
}

/** Words: "the chap on the next plot" is no thing of the speaker's. */
const longestThing = 3

/** "Works_for" of "works for a bank". */
function predicateOf (
  clause: Clause,
  { name, thing }: Owner,
  { self, grammar }: Pick<Speaker, 'self' | 'grammar'>
): string {
  const { verb, rest, past } = clause
  const be = past ? 'was' : 'is'
  const active = past ? grammar.pastTense(verb) : grammar.thirdPerson(verb)
  const form = verb === 'be' ? be : isPassive(clause) ? `${be}_${clause.group.at(-1)!.lower}` : active
  const preposition = rest[0]?.pos === 'ADP' ? `_${rest[0].lower}` : ''
  const own = name === self && thing.length > 0 ? `${nameOf(thing)}_` : ''
  return `${own}${form}${preposition}`.replace(/[^\p{L}\p{N}_]/gu, '') || 'is'
}
