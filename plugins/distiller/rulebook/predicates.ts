/** What a clause says of whom, in canonical predicates, and which of them hold one value at a time. */
import { nounPhrase, phrase, type Reading } from './reading.ts'
import { isRole } from './scene.ts'
import { has, words, write, type Grammar, type Token } from './tokens.ts'

export interface Statement {
  /** Who it is about: the speaker, the speaker's group, or a thing by name. */
  about: { self: true } | { group: true } | { name: string }
  predicate: string
  value: string
  functional: boolean
}

/** Predicates that hold one value at a time; "my favourite …" and the roles below join them. */
const functional = new Set(['lives_in', 'works_at', 'job_title', 'name', 'age', 'marital_status', 'uses_as_primary', 'team_size', 'scheduled_for'])

/** What a person has one of. */
const unique = new Set(`advisor supervisor boss manager wife husband spouse partner fiance fiancee girlfriend boyfriend birthday address email
phone job role title position occupation profession company employer salary thesis name age hometown timezone nationality
team_size budget pronouns`.split(/\s+/))

const maritalStates = new Set(['married', 'single', 'engaged', 'divorced', 'widowed', 'separated'])
const maritalAfter: Record<string, string> = { marry: 'married', divorce: 'divorced', engage: 'engaged', separate: 'separated' }
const notOccupations = new Set(`fan beginner mother father mom dad parent member lover person guy girl woman man user player learner reader
vegetarian vegan newbie noob expert believer believers kid child owner brother sister son daughter friend`.split(/\s+/))

/** "Hates" is "likes" denied: the two end one another. */
export const denials = new Set(['hate', 'dislike', 'detest'])
const likes: Record<string, string> = { like: 'likes', love: 'likes', enjoy: 'likes', adore: 'likes', hate: 'likes', dislike: 'likes', detest: 'likes', prefer: 'prefers' }

export function stateOf (reading: Reading, grammar: Grammar): Statement {
  const special = attributeOf(reading) ?? scheduled(reading)
  if (special) return special
  const about = aboutOf(reading.subject)
  const size = 'group' in about || 'self' in about ? teamSize(reading) : null
  if (size) return { about: { self: true }, ...size, functional: true }
  const person = !('name' in about) || isPerson(reading.subject)
  const { predicate, value } = !person ? ofThing(reading, grammar) : ofPerson(reading, grammar)
  // "I lived in Rome", "I was a nurse": what was says nothing of what is.
  const main = reading.verb.at(-1)
  const former = reading.tense === 'past' && /^(?:be|live|reside|work|use|have)$/.test(reading.lemma) && (reading.lemma === 'be' || has(main, 'PastTense') || main?.word === 'had')
  if (former) return { about, predicate: `former_${predicate}`, value, functional: false }
  return { about, predicate, value, functional: functional.has(predicate) && !reading.negated && reading.tense !== 'conditional' }
}

function aboutOf (subject: Token[]): Statement['about'] {
  const head = subject[0]!.word
  if (head === 'i') return { self: true }
  if (head === 'we' || /^(?:(?:the|our|my) )?(?:whole )?(?:team|company|startup)$/.test(words(subject))) return { group: true }
  // "my wife Anna": the person is the name at the end.
  const named = subject.filter(token => has(token, 'Person', 'ProperNoun', 'Organization') && !has(token, 'Possessive'))
  if ((head === 'my' || head === 'our') && named.length > 0) return { name: write(named) }
  return { name: write(subject) }
}

function isPerson (subject: Token[]): boolean {
  return isRole(subject) || (subject.some(token => has(token, 'Person', 'Honorific')) && !subject.some(token => has(token, 'Organization'))) || isRole(subject.slice(0, -1))
}

/** "My favourite colour is blue", "our deadline is Friday": an attribute of the owner. */
function attributeOf ({ subject, lemma, object, negated }: Reading): Statement | null {
  const owner = subject[0]!.word
  if ((owner !== 'my' && owner !== 'our') || lemma !== 'be' || negated || subject.length > 4) return null
  const attribute = words(subject.slice(1)).replace(/favourite/, 'favorite').replace(/'s\b/g, '')
  const noun = subject.at(-1)!.word
  const single = unique.has(noun) || /\b(favorite|main|primary|current)\b/.test(attribute)
  if (!single) return null
  const predicate = /^(job|role|title|position|occupation|profession)$/.test(attribute) ? 'job_title' : /^(company|employer)$/.test(attribute) ? 'works_at' : attribute.replace(/[^\p{L}\p{N}]+/gu, '_')
  return { about: { self: true }, predicate, value: write(object), functional: true }
}

function ofPerson (reading: Reading, grammar: Grammar): { predicate: string, value: string } {
  const { lemma, object, governor } = reading
  const first = object[0]?.word ?? ''
  const rest = () => phrase(object.slice(1))
  if (governor === null) {
    if (lemma === 'be') return ofBeing(object)
    if (/^(live|reside|settle|relocate|move)$/.test(lemma) || (lemma === 'base' && first === 'in')) {
      const place = destination(object)
      if (place && (lemma !== 'move' || settles(reading))) return { predicate: 'lives_in', value: place }
    }
    if (lemma === 'work' && (first === 'at' || first === 'for')) return { predicate: 'works_at', value: rest() }
    if ((lemma === 'work' || lemma === 'start') && first === 'as') return { predicate: 'job_title', value: rest() }
    if (lemma === 'promote' && first === 'to') return { predicate: 'job_title', value: rest() }
    if (lemma === 'join' && object.some(token => has(token, 'Organization') || token.word === 'as')) return { predicate: 'works_at', value: phrase(object) }
    if (lemma === 'turn' && /^\d{1,3}$/.test(first)) return { predicate: 'age', value: first }
    if (maritalStates.has(lemma) || (lemma === 'get' && maritalStates.has(first))) return { predicate: 'marital_status', value: maritalStates.has(lemma) ? lemma : first }
    if (/^(marry|divorce|engage|separate)$/.test(lemma) && object.length < 5) return { predicate: 'marital_status', value: maritalAfter[lemma] ?? lemma }
    if (lemma === 'use' && /\b(for everything|every ?day|as (?:my|our) (?:main|primary|daily)|exclusively|primarily)\b/.test(words(object))) return { predicate: 'uses_as_primary', value: phrase(object) }
    if (/^(have|get)$/.test(lemma) && dated(object)) return { predicate: 'has', value: phrase(object) }
  }
  const main = likes[lemma] ?? `${grammar.thirdPerson(lemma)}${has(object[0], 'Preposition') && !/^(about|like|since|for|because)$/.test(first) ? `_${first}` : ''}`
  const past = governor === 'use' ? 'used' : grammar.thirdPerson(governor ?? '')
  const prefix = governor ? `${past}_to_` : ''
  const value = write(has(object[0], 'Preposition') ? object.slice(1) : object)
  return { predicate: `${prefix}${prefix ? lemma : main}`.replace(/[^\p{L}\p{N}]+/gu, '_'), value }
}

function ofBeing (object: Token[]): { predicate: string, value: string } {
  const first = object[0]?.word ?? ''
  const second = object[1]?.word ?? ''
  const skip = object.findIndex(token => !has(token, 'Adverb') && token.word !== 'now')
  const core = skip > 0 ? object.slice(skip) : object
  if (/^(based|located|living)$/.test(core[0]?.word ?? '') && core[1]?.word === 'in') return { predicate: 'lives_in', value: phrase(core.slice(2)) }
  if (first === 'from') return { predicate: 'comes_from', value: phrase(object.slice(1)) }
  if (/^\d{1,3}$/.test(first) && (object.length === 1 || second === 'years' || /^[.,!]/.test(object[0]!.post))) return { predicate: 'age', value: first }
  if (maritalStates.has(first)) return { predicate: 'marital_status', value: first }
  const upToOf = nounPhrase(core)
  const of = upToOf.findIndex(token => token.word === 'of')
  const head = of > 0 ? upToOf[of - 1] : upToOf.at(-1)
  if (of > 0 && /^(ceo|cto|cfo|coo|cpo|founder|co-founder|head|director|vp|president|owner)$/.test(head!.word)) return { predicate: 'works_at', value: phrase(core.slice(core.findIndex(token => token.word === 'of') + 1)) }
  const at = core.findIndex(token => token.word === 'at')
  if (at > 1 && at <= upToOf.length + 1 && has(core[0], 'Determiner') && !notOccupations.has(head?.word ?? '')) return { predicate: 'works_at', value: phrase(core.slice(at + 1)) }
  if (has(head, 'Actor') && !notOccupations.has(head!.word) && has(core[0], 'Determiner')) {
    const employer = core.findIndex((token, index) => token.word === 'for' && has(core[index + 1], 'Organization'))
    if (employer > 0) return { predicate: 'works_at', value: phrase(core.slice(employer + 1)) }
    return { predicate: 'job_title', value: phrase(core) }
  }
  return { predicate: 'is', value: write(object) }
}

function ofThing ({ lemma, object }: Reading, grammar: Grammar): { predicate: string, value: string } {
  const preposition = has(object[0], 'Preposition') && lemma !== 'be' ? `_${object[0]!.word}` : ''
  if ((lemma === 'work' && /^_(at|for)$/.test(preposition)) || (lemma === 'live' && preposition === '_in')) return { predicate: lemma === 'work' ? 'works_at' : 'lives_in', value: phrase(object.slice(1)) }
  if ((maritalStates.has(lemma) && lemma !== 'single') || lemma === 'marry' || lemma === 'divorce') return { predicate: 'marital_status', value: maritalAfter[lemma] ?? lemma }
  return { predicate: `${likes[lemma] ?? grammar.thirdPerson(lemma)}${preposition}`.replace(/[^\p{L}\p{N}]+/gu, '_'), value: write(preposition ? object.slice(1) : object) }
}

const events = /^(meeting|deadline|interview|launch|release|appointment|exam|wedding|party|trip|flight|conference|presentation|demo|defen[cs]e|review|birthday|visit|surgery|race|marathon|concert|hearing|workshop|anniversary|ceremony|graduation|hackathon|audit|inspection|retreat)$/

/** What is told of having one is one of many; what is told of the event itself is its date. "The board meeting got pushed to May 3rd", "I have an interview on Monday": the event is what the date is said of. */
function scheduled ({ subject, lemma, object, negated }: Reading): Statement | null {
  if (negated) return null
  const own = /^(i|we)$/.test(subject[0]!.word) && /^(have|get)$/.test(lemma)
  const moved = /^(push|move|postpone|reschedule|schedule|delay|shift|be|set)$/.test(lemma)
  if (!own && !moved) return null
  // "The client moved the deadline to June 20th": the object is the event.
  const acted = moved && !own && lemma !== 'be' && !subject.some(token => events.test(token.word))
  const place = own || acted ? object : subject
  const head = place.findIndex(token => events.test(token.word))
  if (head < 0 || head > 4) return null
  const rest = own || acted ? object.slice(head + 1) : object
  const when = rest.findIndex(token => has(token, 'Date', 'Month', 'WeekDay'))
  if (when < 0 || when > 2) return null
  const name = place.slice(0, head + 1).filter(token => has(token, 'Noun') || events.test(token.word)).filter(token => !has(token, 'Possessive', 'Pronoun'))
  return { about: { name: write(name).toLowerCase() }, predicate: 'scheduled_for', value: phrase(rest.slice(when)), functional: !own }
}

export function dated (tokens: Token[]): boolean {
  return tokens.some(token => has(token, 'Date', 'Month', 'WeekDay'))
}

function destination (object: Token[]): string | null {
  const from = object.findIndex(token => /^(in|to|into|at|near)$/.test(token.word))
  const place = object.slice(from + 1)
  return from >= 0 && !has(place[0], 'Date', 'Month', 'WeekDay') && !/^(next|this|last)$/.test(place[0]?.word ?? '') && (has(place[0], 'Place') || place.slice(0, 2).some(token => /^\p{Lu}/u.test(token.text))) ? phrase(place) : null
}

/** "We moved to Teams" is no change of address: a place must be known as one, or a person go there alone. */
function settles ({ subject, object }: Reading): boolean {
  return object.some(token => has(token, 'Place')) || (subject[0]!.word === 'i' && !object.some(token => token.word === 'from'))
}

function teamSize ({ subject, lemma, object }: Reading): { predicate: string, value: string } | null {
  // "My team grew from 3 to 6 people".
  const to = object.findIndex(token => token.word === 'to')
  if (/^(?:grow|expand|shrink|double|increase|reduce)$/.test(lemma) && to >= 0 && /\bteam$/.test(words(subject)) && has(object[to + 1], 'Value', 'Cardinal')) return { predicate: 'team_size', value: phrase(object.slice(to + 1)) }
  if (lemma !== 'be' || subject[0]!.word === 'i') return null
  const text = words(object)
  const team = /\bteam$/.test(words(subject))
  if (!team && !/^(at |now |now at |up to |a team of |a company of )+/.test(text) && !/^\d+ (people|engineers|employees)/.test(text)) return null
  const size = sizeOf(object)
  return size ? { predicate: 'team_size', value: size } : null
}

function sizeOf (object: Token[]): string | null {
  const at = object.findIndex(token => has(token, 'Value', 'Cardinal'))
  if (at < 0) return null
  const next = object[at + 1]?.word
  return next === undefined || /^(people|persons?|members?|engineers?|employees?|developers?|total|now|of)$/.test(next) || object.length === at + 1 || object[0]?.word === 'me' ? write(object) : null
}
