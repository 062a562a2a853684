/** Where a person lives, for whom they work and as what. */
import { leavesNone } from './adjuncts.ts'
import { located } from './attributes.ts'
import { plainPhrase } from './phrases.ts'
import { kindAt, lower, wordAt, type Clause } from './parts.ts'
import * as words from './lexicon.ts'
import type { Grammar, Token } from './tokens.ts'
import { type Found, type Reading, behind, valueOf } from './reading.ts'

/** "I live in Oslo", "we moved to Bristol", "I've got a new flat in Mitte". */
export function home (reading: Reading): Found {
  const { clause: { verb, rest, tense }, owner, said } = reading
  if (owner.thing.length > 0) return null
  if (words.placed.has(verb) && (tense !== 'past' || verb === 'settle')) {
    const near = rest.slice(0, 4).some(({ lower }) => /^(?:in|near|at)$/.test(lower))
    return near ? located(behind(rest, /^(?:in|near|at)$/)) : null
  }
  if (verb === 'be') return homeOf(reading)
  if (/^(?:move|relocate)$/.test(verb)) return movedTo(reading)
  const dwelling = words.dwellings.has(wordAt(rest, plainPhrase(rest, 0) - 1))
  return dwelling && /^(?:get|have|buy|rent|find)$/.test(verb) && /\bnew\b/.test(said)
    ? located(behind(rest, /^in$/))
    : null
}

/** "Home is Hamburg now." */
function homeOf ({ clause: { subject, rest, tense }, self }: Reading): Found {
  if (lower(subject) !== 'home' || tense !== 'present' || kindAt(rest, 0) !== 'PROPN') return null
  const found = located(valueOf(rest.slice(0, plainPhrase(rest, 0))))
  return found && { ...found, subject: self }
}

/** One also moves to another editor; only who relocates, or goes to what is known as a place, has moved house. */
function movedTo ({ clause: { verb, rest, tense, group }, grammar }: Reading): Found {
  const to = behind(rest, /^(?:to|into)$/)
  if (to === null || !/^(?:back )?(?:from .+ )?to /.test(lower(rest)) || !/past|perfect/.test(tense)) return null
  const passive = group.some(({ lower }) => /^(?:was|were|been|be)$/.test(lower))
  const place = verb === 'relocate' ? /^\p{Lu}/u.test(to) && !passive : isPlace(to, grammar) || isDwelling(to)
  return place ? located(to) : null
}

const isDwelling = (name: string) => words.dwellings.has(name.toLowerCase().split(' ').at(-1)!)

const isPlace = (name: string, grammar: Grammar) =>
  [name, name.split(/,? /)[0]!].some(part =>
    grammar.kinds(part.toLowerCase()).some(kind => /City|Country|Region|Place/.test(kind))
  )

const companies = new RegExp(`\\b(?:${[...words.companies].join('|')})\\b`, 'i')

/** "Bosch hired me", "I was hired by Bosch", "I got a job at Bosch"; hired for a task one works there for a while. */
function hiredBy ({ clause: { verb, rest, subject, tense, group }, owner }: Reading): string | null {
  if (!/past|perfect/.test(tense)) return null
  const said = lower(rest)
  const passive = group.some(({ lemma }) => lemma === 'be')
  if (verb === 'hire' && !passive) {
    return /^me\b/.test(said) && leavesNone(rest.slice(1)) && subject.every(({ pos }) => pos === 'PROPN')
      ? valueOf(subject)
      : null
  }
  const job = verb === 'hire' || /^(?:get|take|land|find|start) (?:a|my) (?:new )?(?:job|position) (?:at|with)\b/.test(
    `${verb} ${said}`
  )
  return job && owner.own ? properly(behind(rest, /^(?:at|with|by)$/)) : null
}

/** "I am employed by Bosch." */
const employedBy = ({ clause: { verb, rest, tense }, owner }: Reading): string | null =>
  verb === 'employ' && owner.own && tense === 'present' ? properly(behind(rest, /^(?:by|at|with)$/)) : null

const properly = (name: string | null) => name !== null && /^\p{Lu}/u.test(name) ? name : null

const jobless = new RegExp(
  '^(?:be (?:(?:now|already|currently|finally) )*(?:retired|unemployed|jobless|out of work|between jobs)|' +
    'retire|lose my (?:day )?job)\\b'
)

/** "I retired in March", "I'm between jobs", "I lost my job": without an employer, in these words. */
function withoutJob ({ clause: { verb, rest, subject, tense, group }, owner }: Reading): string | null {
  const length = jobless.exec(`${verb} ${lower(rest)}`)?.[0].split(' ').length
  const holds = verb === 'be' ? tense === 'present' && !group.some(({ lower }) => lower === 'been') : tense !== 'future'
  if (length === undefined || !owner.own || !holds || lower(subject) !== 'i') return null
  const after = rest.slice(length - 1)
  const whole = leavesNone(after) || /^at (?:the age of )?(?:\d|\p{L}+ty)/u.test(lower(after))
  // Who retires last night goes to bed.
  if (!whole || /\bnight\b/.test(lower(after))) return null
  return valueOf([...(verb === 'be' ? [] : [group.at(-1)!]), ...rest.slice(0, length - 1)])
}

const withWhom = (reading: Reading) => hiredBy(reading) ?? employedBy(reading) ?? withoutJob(reading)

export function employment (reading: Reading): Found {
  const { clause: { verb, rest, tense }, owner } = reading
  if (owner.thing.length > 0) return null
  const hirer = withWhom(reading)
  if (hirer) return { predicate: 'works_at', value: hirer, functional: true, subject: reading.self }
  if (tense === 'past' && !/^(?:join|start)$/.test(verb)) return null
  const at = employerIn(verb, rest)
  if (!at || /'s /.test(at)) return null
  const known = companies.test(at) || (verb !== 'join' && !/^\p{Ll}+(?: night| day|self)?$/u.test(at))
  return known || isEmployer(verb, rest, at) ? { predicate: 'works_at', value: at, functional: true } : null
}

/** A name alone or "as a baker": one also joins the Douglas garden club. */
const isEmployer = (verb: string, rest: Token[], name: string) =>
  /^\p{Lu}/u.test(name) && (verb !== 'join' || (!words.joined.test(name) && isNameOrPost(rest)))

const isNameOrPost = (rest: Token[]) =>
  kindAt(rest, 0) === 'PROPN' || / as (?:an?|the|head|chief|lead)\b/.test(lower(rest))

function employerIn (verb: string, rest: Token[]): string | null {
  if (words.employed.has(verb)) return behind(rest.slice(0, 8), /^(?:at|for)$/)
  if (verb === 'start' && /^(?:work(?:ing)? )?at /.test(lower(rest))) return behind(rest, /^at$/)
  return verb === 'join' ? valueOf(rest.slice(0, plainPhrase(rest, 0))) : null
}

const occupations =
  /(?:[^v]er|or|ist|ian|eer|ant|man|ress|wright|smith|nurse|chef|c[et]o|lead|intern|freelance|barista|trainee|apprentice)$/

/** Whether a noun names what a person does for a living. */
export const isOccupation = (noun: string, grammar: Grammar) =>
  !words.kin.has(noun.replace(/^(?:teacher|doctor|therapist|manager)$/, '')) && !words.pastimes.has(noun) &&
  !grammar.kinds(noun).includes('Demonym') &&
  (grammar.kinds(noun).includes('Actor') || occupations.test(noun))

const hiredAs =
  /^(?:an?|the) (?:new )?(?:\w+ )?(?:job|position|role) as (?:an? |the )?([^,.!]+?)(?= (?:at|in|last|for|with)\b|[,.!]|$)/

/** "I'm a nurse", "I work as a cook", "I became head of sales". */
export function title ({ clause, grammar, owner }: Reading): Found {
  if (owner.thing.length > 0) return null
  const hired = /^(?:get|land|accept|start|take|have)$/.test(clause.verb) && owner.own
    ? hiredAs.exec(lower(clause.rest))?.[1]
    : undefined
  if (hired) return { predicate: 'job_title', value: hired, functional: true }
  const end = titleEnd(clause, grammar)
  const value = valueOf(clause.rest.slice(0, Math.max(0, end))).replace(/^(?:as|like) (?:an? )?/, '')
  return end < 0 ? null : { predicate: 'job_title', value, functional: true }
}

/** Where in the rest of the clause a title ends; -1 where there is none. */
export function titleEnd ({ verb, rest, tense }: Clause, grammar: Grammar): number {
  const as = words.employed.has(verb) && /^(?:as|like)$/.test(wordAt(rest, 0))
  if (!as && !(verb === 'be' && tense === 'present') && verb !== 'become') return -1
  const from = as ? 1 : rest.findIndex(({ pos }) => pos !== 'ADV')
  if (!as && kindAt(rest, from) !== 'DET') return -1
  const end = plainPhrase(rest, from)
  const noun = rest[end - 1]
  return noun && /NOUN|PROPN/.test(noun.pos) && isOccupation(noun.lower, grammar) ? end : -1
}

const posts =
  /^(?:the )?(?:head|lead|chief|director|manager|senior|vice|captain|partner|principal|chair|team lead|supervisor)\b/

/** "I just got promoted to head nurse", "they promoted me to director", "I was made head of sales". */
export function promotion (reading: Reading): Found {
  const { clause: { rest }, self } = reading
  const from = postFrom(reading)
  if (from < 0) return null
  const end = rest.findIndex(({ pos, lower }, at) =>
    at > from && (/PUNCT|CCONJ|SCONJ/.test(pos) || /^(?:at|last|yesterday|this|today|in)$/.test(lower))
  )
  const value = valueOf(rest.slice(from, end < 0 ? undefined : end))
  return { ...(wordAt(rest, 0) === 'me' && { subject: self }), predicate: 'job_title', value, functional: true }
}

/** Where in the rest of the clause the new post begins; -1 where there is none. */
function postFrom ({ clause: { verb, rest, group }, owner }: Reading): number {
  const own = owner.own && owner.thing.length === 0
  const passive = group.some(({ lemma }) => /^(?:be|get)$/.test(lemma))
  if (/^(?:make|appoint|name|elect)$/.test(verb)) return own && passive && posts.test(lower(rest)) ? 0 : -1
  if (!isPromoted(verb, wordAt(rest, 0), passive, owner.thing.length === 0)) return -1
  const to = rest.findIndex(({ lower }) => lower === 'to' || lower === 'as')
  return to < 0 ? -1 : to + 1
}

const isPromoted = (verb: string, next: string, passive: boolean, person: boolean) =>
  (verb === 'promote' && (next === 'me' || (passive && person))) || (verb === 'get' && next === 'promoted' && person)
