/** What a person has one of: a favourite, a phone, a rent, an age, a marital status, a diet, a name. */
import { isSum } from './adjuncts.ts'
import { plainPhrase } from './phrases.ts'
import { kindAt, lower, wordAt, type Clause } from './parts.ts'
import * as words from './lexicon.ts'
import type { Grammar, Token } from './tokens.ts'
import { spaced } from './voice.ts'
import { type Found, type Reading, behind, valueOf } from './reading.ts'
import { isRole } from './things.ts'
import { given, grown } from './giving.ts'

/** "My favourite colour is blue", "my phone is a Pixel", "my rent went up to 900", "I got a new phone, a Pixel". */
export function attribute (reading: Reading): Found {
  const { clause: { verb, rest, tense }, owner } = reading
  const changed = given(reading)
  if (changed) return changed
  const is = verb === 'be' && tense === 'present'
  const role = is || verb === 'call' ? inRole(reading) : null
  if (role || !owner.own) return role
  const called = lower(owner.thing).replace(/^(?:new|current|full|first|last) /, '')
  const liked = /^favou?rite (.+)$/.exec(called)?.[1]
  if (liked && is) return favourite(liked, rest)
  if (is && isSuperlative(called, rest)) {
    return { predicate: called.replace(/\W+/g, '_'), value: valueOf(rest), functional: true }
  }
  return ofKnown(reading, called, is)
}

function ofKnown (reading: Reading, called: string, is: boolean): Found {
  const { clause: { verb, rest }, owner } = reading
  const known = owner.thing.length > 0 ? words.attributes[called] : undefined
  if (known === undefined) return divorced(reading) ?? gained(reading)
  return is ? valueIs(known, rest) : grown(known, verb, rest)
}

/** "My divorce came through", "my divorce is final". */
function divorced ({ clause: { verb, rest, tense }, owner }: Reading): Found {
  const through = verb === 'come' ? /^through\b/ : verb === 'be' && tense === 'present' ? /^final\b/ : null
  return lower(owner.thing) === 'divorce' && through?.test(lower(rest))
    ? { predicate: 'marital_status', value: 'divorced', functional: true }
    : null
}

const isSuperlative = (called: string, rest: Token[]) =>
  superlative.test(called) && /NOUN|PROPN|ADJ/.test(kindAt(rest, plainPhrase(rest, 0) - 1))

/** Of the best, biggest and main there is one, unless it is a friend. */
const superlative =
  /^(?:best|biggest|main|top|current|primary|busiest|largest|strongest|first choice|go-to|number one) (?!.*friend|.*(?:s|es)$)\S.*$|^(?:best|top) ?seller$/

const favourite = (liked: string, rest: Token[]): Found => ({
  predicate: `favorite_${liked.replace('colour', 'color').replace(/\W+/g, '_')}`,
  value: valueOf(rest),
  functional: true
})

function inRole ({ clause: { subject, rest }, self }: Reading): Found {
  const role = singleRole(subject)
  return role && kindAt(rest, 0) === 'PROPN'
    ? { subject: self, predicate: role, value: valueOf(rest), functional: true }
    : null
}

/** "My boss", "my new landlord": people of whom there is one. */
function singleRole ([first, ...more]: Token[]): string | null {
  const noun = more.filter(({ lower }) => !/^(?:new|current)$/.test(lower)).map(({ lower }) => lower).join(' ')
  return /^(?:my|our)$/.test(first?.lower ?? '') && words.singleRoles.has(noun) ? words.attributes[noun] ?? noun : null
}

/** "My name is Tom, nice to meet you": no name goes on behind a comma. */
function upToMark (rest: Token[]): Token[] {
  const mark = rest.findIndex(({ pos, lower }) =>
    (pos === 'PUNCT' && !/^(?:[-'’.]|"|“)$/.test(lower)) || lower === 'and'
  )
  return mark < 1 ? rest : rest.slice(0, mark)
}

/** Not "900 euros for the flat", "80 euros more", "300 euros each". */
function isWhole (rest: Token[]): boolean {
  const number = rest.findIndex(({ pos }) => pos === 'NUM')
  const end = plainPhrase(rest, number)
  const timed = /^(?:year|month|week|day)$/.test(wordAt(rest, end + 1))
  return number < 0 || isSum(rest.slice(timed ? end + 2 : end))
}

const valueIs = (known: string, rest: Token[]): Found =>
  known === 'lives_in'
    ? located(behind(rest, /^(?:in|near)$/))
    : {
      predicate: known,
      value: valueOf(/name$/.test(known) ? upToMark(rest) : rest).replace(/^(?:on|at) /, ''),
      functional: !/^(?:rent|salary|weight|height|dose)$/.test(known) || isWhole(rest)
    }

export const located = (value: string | null): Found =>
  value === null ? null : { predicate: 'lives_in', value, functional: true }

const newThing = /^a (?:brand )?new (\p{L}+|email address|phone number) ?, ?(?:it's |an? )?(.*)$/u

function gained ({ clause: { verb, rest }, owner }: Reading): Found {
  const [, thing, name] = newThing.exec(lower(rest)) ?? []
  if (owner.thing.length > 0 || !thing || !name || words.kin.has(thing) || !/^(?:get|buy|have)$/.test(verb)) return null
  const noun = rest.findIndex(({ lower }) => lower === thing.split(' ').at(-1))
  const after = rest.slice(noun + 1)
  const value = valueOf(after.slice(0, plainPhrase(after, after.findIndex(({ pos }) => pos !== 'PUNCT'))))
  return { predicate: words.attributes[thing] ?? `${thing}_is`, value, functional: true }
}

/** Age, marital status, diet and name: "I'm 34", "I got married", "I went vegan", "I'm Sarah". */
export function personal (reading: Reading): Found {
  const { clause: { verb, rest, tense }, owner } = reading
  if (owner.thing.length > 0) return null
  const is = (verb === 'be' && tense === 'present') || /^(?:become|get|go|turn)$/.test(verb)
  const [first, second] = rest.filter(({ pos }) => pos !== 'ADV' && pos !== 'PUNCT')
  const alone = wordAt(reading.clause.subject, 0) !== 'we'
  return (is && alone ? aged(verb, first, second) : null) ?? celebrated(reading) ??
    wed(reading.clause, is, first, second) ?? eating(is, first, second) ?? eatsAgain(reading) ??
    naming(reading)
}

function aged (verb: string, first: Token | undefined, second: Token | undefined): Found {
  const number = first?.pos === 'NUM' && /^\d{1,3}$|^\p{Ll}+(?:-\p{Ll}+)?$/u.test(first.lower)
  const alone = !second || /^(?:years?|yo|on|in|this|and|next|last|yesterday|today)$/.test(second.lower)
  return number && alone && /^(?:be|turn)$/.test(verb)
    ? { predicate: 'age', value: first.text, functional: true }
    : null
}

const birthday = /^my (\d{1,3})(?:st|nd|rd|th) birthday(?= (?:on|last|this|in|yesterday|today|with|at)\b|\W*$)/

function celebrated ({ clause: { verb, rest, tense } }: Reading): Found {
  const age = verb === 'celebrate' && /past|perfect/.test(tense) ? birthday.exec(lower(rest))?.[1] : undefined
  return age === undefined ? null : { predicate: 'age', value: age, functional: true }
}

function wed (
  { verb, group, tense }: Clause,
  is: boolean,
  first: Token | undefined,
  second: Token | undefined
): Found {
  const become = group.at(-1)!.lower
  const status = words.marital.has(become) && verb !== 'be' && tense !== 'past'
    ? become
    : /^widow(?:er)?$/.test(second?.lower ?? '')
    ? second!.lower
    : is && !isQualifying(second)
    ? first?.lower ?? ''
    : ''
  return words.marital.has(status) ? { predicate: 'marital_status', value: status, functional: true } : null
}

/** "Engaged customers" are no status. */
const isQualifying = (next: Token | undefined) =>
  /NOUN|ADJ/.test(next?.pos ?? '') && !/^(?:last|next|this)$/.test(next!.lower)

const eatingAgain = /^(?:eat|go back to eating) (meat|everything) ?(?:again|now)?\W*$/

/** "I eat meat again", "I went back to eating everything". */
function eatsAgain ({ clause: { verb, rest, subject }, said }: Reading): Found {
  const value = lower(subject) === 'i' ? eatingAgain.exec(`${verb} ${lower(rest)}`)?.[1] : undefined
  return value !== undefined && /\b(?:again|back)\b/.test(said)
    ? { predicate: 'diet', value, functional: true }
    : null
}

function eating (is: boolean, first: Token | undefined, second: Token | undefined): Found {
  const named = first?.pos === 'DET' ? second : first
  return is && named && words.diets.has(named.lower)
    ? { predicate: 'diet', value: named.lower, functional: true }
    : null
}

function naming ({ clause: { verb, rest, subject, tokens }, grammar, said }: Reading): Found {
  const own = verb === 'be' && wordAt(subject, 0) === 'i'
  if (isRole(subject.at(-1))) return null
  const called = /^(?:call|name)$/.test(verb) && / (?:is|'s|am|'m|was) (?:called|named)/.test(` ${lower(tokens)}`)
  const name = own || called ? nameIn(rest, grammar) : null
  return name && !words.nowWords.test(said) ? { predicate: 'name', value: name, functional: true } : null
}

/** Capitalised words alone; neither a people, nor a place, nor what is written in capitals. */
export function nameIn (rest: Token[], grammar: Grammar): string | null {
  const isName = ({ text, lower }: Token) =>
    /^\p{Lu}[\p{Ll}'’-]+\p{L}*$/u.test(text) &&
    !grammar.kinds(lower).some(kind => /Demonym|City|Country|Region|WeekDay|Month|Adjective/.test(kind))
  const other = rest.findIndex((token, at) => at > 2 || !isName(token))
  const end = other < 0 ? rest.length : other
  const next = rest[end]
  return end > 0 && (!next || next.pos === 'PUNCT' || next.lower === 'and') ? spaced(rest.slice(0, end)) : null
}
