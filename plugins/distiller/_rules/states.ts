/**
 * What a clause states, where that is sure: whose it is, the predicate, the value, and whether there is one at a
 * time.
 */
import { objectEnd } from './adjuncts.ts'
import { attribute, personal } from './attributes.ts'
import { plainPhrase } from './phrases.ts'
import { frame } from './frames.ts'
import { isRole } from './things.ts'
import { measure } from './measures.ts'
import { occasion } from './occasions.ts'
import { kindAt, lower, wordAt, type Clause } from './parts.ts'
import { employment, home, promotion, title } from './places.ts'
import * as words from './lexicon.ts'
import type { Token } from './tokens.ts'
import { inThirdPerson, spaced } from './voice.ts'
import { valueOf, type Found, type Owner, type Reading, type Speaking, type State } from './reading.ts'

const readers: Array<(reading: Reading) => Found> = [
  attribute,
  occasion,
  home,
  employment,
  personal,
  title,
  measure,
  promotion,
  frame
]

/** The clause's state; always one for a clause with a verb, functional only where our own list says so. */
export function stateOf (clause: Clause, speaking: Speaking): State | null {
  if (clause.verb === '') return null
  const owner = ownerOf(clause.subject, speaking)
  const reading = { ...speaking, clause, owner, said: spaced(clause.tokens) }
  const found = clause.modality === 'asserted' ? foundIn(inverted(reading)) : null
  if (found) return found
  const thing = commonThing(clause.subject)
  if (thing !== null) {
    const { predicate, value } = generic(reading)
    return { subject: speaking.self, predicate: `${thing}_${predicate}`, value, functional: false }
  }
  return {
    // "My ex sold it": what is not known to be a thing may be a person.
    subject: owner.thing.length > 0 && clause.verb !== 'be' ? `${owner.name}'s ${spaced(owner.thing)}` : owner.name,
    ...generic(reading),
    functional: false
  }
}

/** "Ada is my apprentice now" tells who the apprentice is, unless a sister or a friend is meant. */
function inverted (reading: Reading): Reading {
  const { clause, self, grammar } = reading
  const { verb, tense, subject, rest } = clause
  const end = plainPhrase(rest, 0)
  const named = subject.length > 0 && subject.every(({ pos }) => pos === 'PROPN')
  const role = /^(?:my|our)$/.test(wordAt(rest, 0)) && rest[end - 1]?.pos === 'NOUN'
  if (verb !== 'be' || tense !== 'present' || !named || !role) return reading
  const turned = { ...clause, subject: rest.slice(0, end), rest: [...subject, ...rest.slice(end)] }
  const owner = ownerOf(turned.subject, { ...reading, self, grammar })
  return owner.own || isRole(rest[end - 1]) ? { ...reading, clause: turned, owner } : reading
}

/** What a reader finds in an asserted clause; what is denied has the frame of what was asserted. */
function foundIn (reading: Reading): State | null {
  const { clause, owner, said } = reading
  const sure = !clause.negated && !clause.over
  for (const reader of sure ? readers : [frame]) {
    const found = reader(reading)
    if (found === null) continue
    const scoped = words.scopes.test(withoutValue(said, found)) && !isEvent(clause)
    return { subject: owner.name, ...found, functional: sure && found.functional && !scoped }
  }
  return null
}

/** "We relocated in the autumn": that is when it was done, and not when it holds. */
const isEvent = ({ tense, verb }: Clause) => tense === 'past' && /^(?:move|relocate|join|become|turn)$/.test(verb)

const withoutValue = (said: string, { predicate, value }: { predicate: string, value: string | null }) =>
  predicate.startsWith('date_')
    ? ''
    : said.replace(/\bfrom (?:this|next) \w+ on\b|\bbeen\b.*\bfor (?:\S+ ){0,2}(?:years|months|weeks)\b/, '').replace(
      predicate.endsWith('_for') ? /\bfor (?=\w)/ : '',
      ''
    )
      .replace(/\b(?:an?|the) (?=\w)/g, '')
      .replace(value ?? '', '')

/** "The game", "the pixel art RPG": a thing without a name is one of the speaker's. */
function commonThing ([the, ...thing]: Token[]): string | null {
  const plain = the?.lower === 'the' && thing.length > 0 && thing.length < 5 &&
    thing.every(({ pos, lower }) => /NOUN|ADJ|VERB/.test(pos) && !words.kin.has(lower))
  return plain ? lower(thing).replace(/[^\p{L}\p{N}]+/gu, '_') : null
}

/** "My wife Anna" is Anna, "my wife" is the user's wife, "my phone" is the user's and speaks of a phone. */
export function ownerOf (subject: Token[], { self, grammar }: Speaking): Owner {
  const [first] = subject
  if (!first || / and i$/.test(lower(subject)) || /^(?:i|we|everything)$/.test(first.lower) || first.text === self) {
    return { name: self, own: true, thing: [] }
  }
  if (!/^(?:my|our)$/.test(first.lower)) {
    const comma = subject.findIndex(({ text }) => text === ',')
    const named = comma > 0 && first.pos === 'PROPN' ? subject.slice(0, comma) : subject
    return { name: spaced(named.filter(({ pos }) => pos !== 'DET' && pos !== 'PUNCT')), own: false, thing: [] }
  }
  const names = beforeRelative(subject).filter(({ pos, text }) => pos === 'PROPN' && /^\p{Lu}/u.test(text))
  const related = subject.some(({ lower }) => words.kin.has(lower))
  if (related && names.length > 0 && !subject.some(({ lemma }) => lemma === "'s")) {
    return { name: spaced(names), own: false, thing: [] }
  }
  const end = plainPhrase(subject, 0)
  return related
    ? { name: inThirdPerson(subject.slice(0, end), self, grammar).replace(/[.!]$/, ''), own: false, thing: [] }
    : { name: self, own: true, thing: subject.slice(1, end) }
}

/** "My sister Ana, who lives in Rome": Ana alone. */
function beforeRelative (subject: Token[]): Token[] {
  const who = subject.findIndex(({ lower }) => /^(?:who|which)$/.test(lower))
  return who < 0 ? subject : subject.slice(0, who)
}

/** What any clause states: its verb, and what comes after it. */
function generic (reading: Reading): { predicate: string, value: string | null } {
  const { clause: { verb, rest, tense, modality }, grammar } = reading
  const preposition = /^(?:at|in|on|for|with|to|from|as|of)$/.test(wordAt(rest, 0)) ? `_${rest[0]!.lower}` : ''
  const past = tense === 'past' || tense === 'perfect'
  const base = verb.replace(/[^\p{L}]/gu, '') || 'is'
  const object = objectOf(reading, preposition === '' ? rest : rest.slice(1))
  if (words.attitudes[base] && modality === 'asserted' && !past) return { predicate: 'likes', value: object }
  const form = base === 'be' ? past ? 'was' : 'is' : past ? grammar.pastTense(base) : grammar.thirdPerson(base)
  const predicate = `${moodOf(modality)}${thingOf(reading)}${form}${preposition}`
  return { predicate: predicate.replace(/^[^\p{L}]+|[^\p{L}\p{N}_]/gu, ''), value: object }
}

/** Of what holds now the object alone, so that "Figma for all my drafts" is Figma; of the rest all that was said. */
function objectOf ({ clause: { verb, tense, modality, negated } }: Reading, rest: Token[]): string | null {
  const holds = modality === 'asserted' && !negated && !/^(?:be|study)$/.test(verb) && /present|progressive/.test(tense)
  const end = holds ? objectEnd(rest) : 0
  const noun = /NOUN|PROPN|PRON/.test(kindAt(rest, end - 1))
  const last = words.instrumental.has(verb) && /^(?:in|on|with)$/.test(wordAt(rest, end))
    ? objectEnd(rest, end + 1)
    : end
  return valueOf(noun ? rest.slice(0, Math.max(end, last)) : rest) || null
}

const moodOf = (modality: Clause['modality']) =>
  modality === 'asserted' ? '' : modality === 'planned' || modality === 'wished' ? `${modality}_` : 'unsure_'

const thingOf = ({ owner: { own, thing }, clause: { subject } }: Reading) =>
  own && thing.length > 0 && subject.length > 0 ? `${lower(thing).replace(/[^\p{L}\p{N}]+/gu, '_')}_` : ''
