/** What a clause states, where that is sure: whose it is, the predicate, the value, and whether there can be but one at a time. */
import { plainPhrase } from './clause.ts'
import { lower, type Clause } from './parts.ts'
import * as words from './lexicon.ts'
import type { Grammar, Token } from './tokens.ts'
import { inThirdPerson, spaced } from './voice.ts'

export interface State {
  subject: string
  predicate: string
  value: string | null
  functional: boolean
}

export interface Speaking {
  /** "The user" or a name. */
  self: string
  grammar: Grammar
  /** Whether words name a day, a month or a year. */
  isDate: (text: string) => boolean
}

interface Reading extends Speaking {
  clause: Clause
  owner: Owner
  said: string
}

/** Whose statement it is: the subject's name, and what of theirs it is said of. */
interface Owner {
  name: string
  own: boolean
  thing: Token[]
}

type Reader = (reading: Reading) => Omit<State, 'subject'> & { subject?: string } | null

const articles = /^(?:a|an|the|my|our|some|about|around|over|roughly|nearly|almost|approximately)$/

/** The clause's state; always one for a clause with a verb, functional only where our own list says so. */
export function stateOf (clause: Clause, speaking: Speaking): State | null {
  if (clause.verb === '') return null
  const owner = ownerOf(clause.subject, speaking)
  const reading = { ...speaking, clause, owner, said: spaced(clause.tokens) }
  const sure = clause.modality === 'asserted' && !clause.negated && !clause.over
  for (const reader of sure ? readers : []) {
    const found = reader(reading)
    if (found) {
      return {
        subject: owner.name,
        ...found,
        functional: found.functional && !words.scopes.test(withoutValue(reading.said, found))
      }
    }
  }
  return {
    subject: owner.thing.length > 0 ? `${owner.name}'s ${spaced(owner.thing)}` : owner.name,
    ...generic(reading),
    functional: false
  }
}

const withoutValue = (said: string, { predicate, value }: { predicate: string, value: string | null }) =>
  predicate.startsWith('date_') ? '' : said.replace(value ?? '', '')

/** "My wife Anna" is Anna, "my wife" is the user's wife, "my phone" is the user's and speaks of a phone. */
export function ownerOf (subject: Token[], { self, grammar }: Speaking): Owner {
  const [first] = subject
  if (!first || /^(?:i|we)$/.test(first.lower) || first.text === self) return { name: self, own: true, thing: [] }
  if (/^(?:my|our)$/.test(first.lower)) {
    const names = subject.filter(({ pos, text }) => pos === 'PROPN' && /^\p{Lu}/u.test(text))
    const related = subject.some(({ lower }) => words.kin.has(lower))
    if (related && names.length > 0 && !subject.some(({ lemma }) => lemma === "'s")) {
      return { name: spaced(names), own: false, thing: [] }
    }
    const end = plainPhrase(subject, 0)
    return related
      ? { name: inThirdPerson(subject.slice(0, end), self, grammar).replace(/[.!]$/, ''), own: false, thing: [] }
      : { name: self, own: true, thing: subject.slice(1, end) }
  }
  return { name: spaced(subject.filter(({ pos }) => pos !== 'DET' && pos !== 'PUNCT')), own: false, thing: [] }
}

const readers: Reader[] = [attribute, occasion, home, employment, title, person, measure, promotion]

const when = /(?:,? (?:(?:last|next|this) \w+|yesterday|today|tomorrow|\w+ (?:\w+ )?ago|in \d{4}))+$/i

export function valueOf (tokens: Token[]): string {
  const from = tokens.findIndex(token => token.pos !== 'PUNCT' && !articles.test(token.lower))
  const to = tokens.findLastIndex(token =>
    token.pos !== 'PUNCT' && !/^(?:now|too|currently|anymore|today|already|again)$/.test(token.lower)
  )
  return from < 0 ? '' : spaced(tokens.slice(from, to + 1)).replace(when, '')
}

/** The phrase behind one of the prepositions. */
function behind (rest: Token[], prepositions: RegExp): string | null {
  const at = rest.findIndex(({ lower, pos }) => prepositions.test(lower) && pos !== 'VERB')
  if (at < 0 || at > 4) return null
  let end = plainPhrase(rest, at + 1)
  if (rest[end]?.lower === 'of' || (rest[end]?.text === ',' && rest[end + 1]?.pos === 'PROPN')) {
    end = Math.max(end, plainPhrase(rest, end + 1))
  }
  return valueOf(rest.slice(at + 1, end)) || null
}

/** "My favourite colour is blue", "my phone is an iPhone 12", "I got a new phone, a Pixel 9". */
function attribute ({ clause: { verb, rest, tense }, owner }: Reading): ReturnType<Reader> {
  const called = lower(owner.thing).replace(/^(?:new|current|full|first|last) /, '')
  const liked = /^favou?rite (.+)$/.exec(called)?.[1]
  if (liked && verb === 'be' && tense === 'present') {
    return {
      predicate: `favorite_${liked.replace('colour', 'color').replace(/\W+/g, '_')}`,
      value: valueOf(rest),
      functional: true
    }
  }
  const known = owner.own && owner.thing.length > 0 ? words.attributes[called] : undefined
  if (known && verb === 'be' && tense === 'present') {
    return known === 'lives_in'
      ? located(behind(rest, /^(?:in|near)$/))
      : { predicate: known, value: valueOf(rest).replace(/^(?:on|at) /, ''), functional: true }
  }
  const gained = /^a (?:brand )?new (phone|laptop|number|email address|phone number)\b,? ?(?:it's |an? )?(.*)$/.exec(
    lower(rest)
  )
  return owner.own && gained && /^(?:get|buy|have)$/.test(verb) && gained[2]
    ? {
      predicate: words.attributes[gained[1]!]!,
      value: valueOf(rest.slice(rest.findIndex(({ lower }) => lower === gained[1]!.split(' ').at(-1)) + 1)),
      functional: true
    }
    : null
}

const located = (value: string | null): ReturnType<Reader> =>
  value === null ? null : { predicate: 'lives_in', value, functional: true }

/** "My meeting with Ben is on Friday", "I have a dentist appointment on Tuesday": the event's own words are its key. */
function occasion (reading: Reading): ReturnType<Reader> {
  const { clause, isDate, owner, said } = reading
  const { subject, verb, rest, correcting, tense } = clause
  const having = owner.own && owner.thing.length === 0 && /^(?:have|get)$/.test(verb)
  const moved = /^(?:move|push|postpone|reschedule|shift|delay|change)$/.test(verb) &&
    /^(?:they|we|i|he|she)$/.test(lower(subject))
  const to = moved ? rest.findIndex(({ lower }) => lower === 'to') : -1
  if (to > 0) {
    return occasion({
      ...reading,
      said: `${said} now`,
      owner: { ...owner, own: false },
      clause: { ...clause, subject: rest.slice(0, to), rest: rest.slice(to) }
    })
  }
  const event = having
    ? rest.slice(0, Math.max(0, rest.findIndex(({ lower }) => /^(?:on|at|in|next|this|tomorrow)$/.test(lower))))
    : subject
  if (!event.some(({ lemma }) => words.occasions.has(lemma))) return null
  if (tense === 'past' && (having || verb === 'be')) return null
  if (!having && !/^(?:be|move|push|postpone|reschedule|get|schedule|shift|delay|bring|change)$/.test(verb)) return null
  const after = rest.slice(having ? event.length : 0)
  const end = after.findIndex(({ pos }, at) => at > 0 && /PUNCT|SCONJ|CCONJ/.test(pos))
  const when = spaced(after.slice(0, end < 0 ? undefined : end))
  if (!isDate(when)) return null
  const key = [
    ...new Set(
      event.filter(({ pos }) => /NOUN|PROPN/.test(pos)).map(({ lemma }) => lemma.replace(/[^\p{L}\p{N}]/gu, ''))
    )
  ].sort()
  const one = key.length > 1 ||
    key.some(word => /^(?:wedding|birthday|deadline|graduation|surgery|date)$/.test(word)) ||
    words.nowWords.test(said) || correcting
  return {
    subject: 'user',
    predicate: `date_of_${key.join('_')}`,
    value: when.replace(/^\W*(?:on|at|in|to)\s|[\s.!]+$/g, ''),
    functional: one && (!having || words.nowWords.test(said)) ||
      (having && key.length > 1 && !/\b(?:an?other|too|also)\b/i.test(said))
  }
}

/** "I live in Oslo", "we moved to Bristol", "I've got a new flat in Mitte". */
function home ({ clause: { verb, rest, tense }, grammar, said, owner }: Reading): ReturnType<Reader> {
  if (owner.thing.length > 0) return null
  if (words.placed.has(verb) && (tense !== 'past' || verb === 'settle')) {
    return rest.slice(0, 4).some(({ lower }) => /^(?:in|near|at)$/.test(lower))
      ? located(behind(rest, /^(?:in|near|at)$/))
      : null
  }
  const to = behind(rest, /^(?:to|into)$/)
  if (
    /^(?:move|relocate)$/.test(verb) && /^(?:back )?(?:from .+ )?to /.test(lower(rest)) && to &&
    (isPlace(to, grammar) || words.dwellings.has(to.toLowerCase().split(' ').at(-1)!))
  ) {
    return tense === 'past' || tense === 'perfect' ? { predicate: 'lives_in', value: to, functional: true } : null
  }
  return /^(?:get|have|buy|rent|find)$/.test(verb) && /\bnew\b/.test(said) &&
      words.dwellings.has(rest[plainPhrase(rest, 0) - 1]?.lower ?? '')
    ? located(behind(rest, /^in$/))
    : null
}

export const isPlace = (name: string, grammar: Grammar) =>
  [name, name.split(/,? /)[0]!].some(part =>
    grammar.kinds(part.toLowerCase()).some(kind => /City|Country|Region|Place/.test(kind))
  )

const companies =
  /\b(?:startup|company|firm|agency|bank|hospital|school|university|lab|studio|bakery|shop|restaurant|clinic|office|ministry|charity|ngo|college)\b/i

function employment ({ clause: { verb, rest, tense }, owner }: Reading): ReturnType<Reader> {
  if (owner.thing.length > 0 || (tense === 'past' && !/^(?:join|start)$/.test(verb))) return null
  const at = words.employed.has(verb)
    ? behind(rest.slice(0, 8), /^(?:at|for)$/)
    : verb === 'start' && /^(?:work(?:ing)? )?at /.test(lower(rest))
    ? behind(rest, /^at$/)
    : verb === 'join'
    ? valueOf(rest.slice(0, plainPhrase(rest, 0)))
    : null
  if (!at || /^\p{Ll}+(?: night| day|self)?$/u.test(at) && !companies.test(at)) return null
  if (/'s /.test(at)) return null
  return verb === 'join' && !companies.test(at) && !/^\p{Lu}/u.test(at)
    ? null
    : { predicate: 'works_at', value: at, functional: true }
}

/** Whether a noun names what somebody does for a living. */
const isOccupation = (noun: string, grammar: Grammar) =>
  !words.kin.has(noun.replace(/^(?:teacher|doctor|therapist|manager)$/, '')) &&
  (grammar.kinds(noun).includes('Actor') ||
    /(?:[^v]er|or|ist|ian|eer|ant|man|ress|wright|smith|nurse|chef|c[et]o|lead|intern|freelance|barista|trainee|apprentice)$/
      .test(noun))

/** "I'm a nurse", "I work as a cook", "I became head of sales". */
function title ({ clause, grammar, owner }: Reading): ReturnType<Reader> {
  const hired = /^(?:get|land|accept|start|take|have)$/.test(clause.verb)
    ? /^(?:an?|the) (?:new )?(?:\w+ )?(?:job|position|role) as (?:an? |the )?([^,.!]+?)(?= (?:at|in|last|for|with)\b|[,.!]|$)/
      .exec(lower(clause.rest))?.[1]
    : undefined
  if (hired && owner.own && owner.thing.length === 0) return { predicate: 'job_title', value: hired, functional: true }
  const end = owner.thing.length > 0 ? -1 : titleEnd(clause, grammar)
  return end < 0
    ? null
    : {
      predicate: 'job_title',
      value: valueOf(clause.rest.slice(0, end)).replace(/^(?:as|like) (?:an? )?/, ''),
      functional: true
    }
}

/** Where in the rest of the clause a title ends; -1 where there is none. */
export function titleEnd ({ verb, rest, tense }: Clause, grammar: Grammar): number {
  const as = words.employed.has(verb) && /^(?:as|like)$/.test(rest[0]?.lower ?? '')
  if (!as && !(verb === 'be' && tense === 'present') && verb !== 'become') return -1
  const from = as ? 1 : rest.findIndex(({ pos }) => pos !== 'ADV')
  if (!as && rest[from]?.pos !== 'DET') return -1
  const end = plainPhrase(rest, from)
  const noun = rest[end - 1]
  return noun && /NOUN|PROPN/.test(noun.pos) && isOccupation(noun.lower, grammar) ? end : -1
}

/** "I just got promoted to head nurse." */
function promotion ({ clause: { verb, rest, group }, owner, self }: Reading): ReturnType<Reader> {
  const me = verb === 'promote' && rest[0]?.lower === 'me'
  if (owner.thing.length > 0 && !me) return null
  const promoted = me
    ? rest.slice(1)
    : verb === 'promote'
    ? rest
    : verb === 'get' && rest[0]?.lower === 'promoted'
    ? rest.slice(1)
    : null
  const to = promoted?.findIndex(({ lower }) => lower === 'to' || lower === 'as') ?? -1
  if (
    promoted === null || to < 0 || (verb === 'promote' && !me && !group.some(({ lemma }) => /^(?:be|get)$/.test(lemma)))
  ) return null
  const end = promoted.findIndex(({ pos, lower }, at) =>
    at > to && (/PUNCT|CCONJ|SCONJ/.test(pos) || /^(?:at|last|yesterday|this|today|in)$/.test(lower))
  )
  return {
    ...(me && { subject: self }),
    predicate: 'job_title',
    value: valueOf(promoted.slice(to + 1, end < 0 ? undefined : end)),
    functional: true
  }
}

/** Age, marital status, diet and name: "I'm 34", "I got married", "I went vegan", "I'm Sarah". */
function person ({ clause, grammar, owner, said }: Reading): ReturnType<Reader> {
  const { verb, rest, subject, tense, tokens } = clause
  if (owner.thing.length > 0) return null
  const [first, second] = rest.filter(({ pos }) => pos !== 'ADV' && pos !== 'PUNCT')
  const is = (verb === 'be' && tense === 'present') || /^(?:become|get|go|turn)$/.test(verb)
  if (
    first && is && first.pos === 'NUM' && /^(?:be|turn)$/.test(verb) &&
    /^\d{1,3}$|^\p{Ll}+(?:-\p{Ll}+)?$/u.test(first.lower) &&
    (!second || /^(?:years?|yo|on|in|this|and|next|last)$/.test(second.lower))
  ) return { predicate: 'age', value: first.text, functional: true }
  const become = clause.group.at(-1)!.lower
  if (words.marital.has(become) && verb !== 'be' && tense !== 'past') {
    return { predicate: 'marital_status', value: become, functional: true }
  }
  if (!first || (!is && verb !== 'call' && verb !== 'name')) return null
  if (words.marital.has(first.lower)) return { predicate: 'marital_status', value: first.lower, functional: true }
  if (words.diets.has(first.lower) || (first.pos === 'DET' && words.diets.has(second?.lower ?? ''))) {
    return { predicate: 'diet', value: words.diets.has(first.lower) ? first.lower : second!.lower, functional: true }
  }
  const names = nameIn(
    verb === 'be' && subject[0]?.lower === 'i'
      ? rest
      : /^(?:call|name)$/.test(verb) && / (?:is|'s|am|'m|was) (?:called|named)/.test(` ${lower(tokens)}`)
      ? rest
      : [],
    grammar
  )
  return names && !words.nowWords.test(said) ? { predicate: 'name', value: names, functional: true } : null
}

/** Capitalised words alone; neither a people, nor a place, nor what is written in capitals. */
export function nameIn (rest: Token[], grammar: Grammar): string | null {
  let end = 0
  while (
    end < 3 && rest[end] && /^\p{Lu}[\p{Ll}'’-]+\p{L}*$/u.test(rest[end]!.text) &&
    !grammar.kinds(rest[end]!.lower).some(kind => /Demonym|City|Country|Region|WeekDay|Month|Adjective/.test(kind))
  ) end++
  return end > 0 && (!rest[end] || rest[end]!.pos === 'PUNCT' || rest[end]!.lower === 'and')
    ? spaced(rest.slice(0, end))
    : null
}

const units: Record<string, string> = { kg: 'weight', kilos: 'weight', lbs: 'weight', pounds: 'weight', cm: 'height' }

/** "I weigh 92 kg", "I'm down to 85 kg", "My app has 15K monthly users", "we're at 22K monthly users". */
function measure ({ clause: { verb, rest, tense }, isDate, owner, said }: Reading): ReturnType<Reader> {
  const at = rest.findIndex(({ pos, lower }) => pos === 'NUM' || /^\d/.test(lower))
  if (
    at < 0 || at > 4 ||
    !/^(?:(?:about|around|over|roughly|nearly|almost|at|to|up|down|already|now|only|just) ?)*$/.test(
      lower(rest.slice(0, at))
    )
  ) return null
  const to = /\b(?:to|at)\b/.test(lower(rest.slice(0, at)))
  if (tense === 'past' && !/^(?:grow|hit|reach|pass|get|drop|shrink|go)$/.test(verb)) return null
  if (
    !/^(?:weigh|have|be|reach|hit|grow|drop|get|go|pass|shrink|count)$/.test(verb) || (/^(?:get|go)$/.test(verb) && !to)
  ) return null
  let end = at + 1
  while (rest[end] && /NOUN|ADJ|PROPN/.test(rest[end]!.pos) && !/^(?:total|now|old|tall)$/.test(rest[end]!.lower)) end++
  const noun = rest.slice(/^[kKmM]$/.test(rest[at + 1]?.text ?? '') ? at + 2 : at + 1, end)
  if (
    noun.length === 0 || /^(?:year|day|week|month|hour|minute|time|am|pm)s?$/.test(noun.at(-1)!.lower) || isDate(said)
  ) return null
  const unit = units[noun[0]!.lower]
  const value = spaced(rest.slice(at, end))
  if (unit) return owner.thing.length > 0 ? null : { predicate: unit, value, functional: true }
  return owner.own
    ? {
      predicate: `count_of_${noun.map(({ lemma }) => lemma.replace(/\W/g, '')).join('_')}`,
      value,
      functional: rest[end]?.pos !== 'ADP'
    }
    : null
}

/** What any clause states: its verb, and what comes after it. */
function generic (
  { clause: { verb, rest, tense, modality, subject }, grammar, owner }: Reading
): { predicate: string, value: string | null } {
  const preposition = /^(?:at|in|on|for|with|to|from|as|of)$/.test(rest[0]?.lower ?? '') ? `_${rest[0]!.lower}` : ''
  const past = tense === 'past' || tense === 'perfect'
  const base = verb.replace(/[^\p{L}]/gu, '') || 'is'
  if (words.attitudes[base] && modality === 'asserted' && !past) {
    return { predicate: 'likes', value: valueOf(rest) || null }
  }
  const form = base === 'be' ? past ? 'was' : 'is' : past ? grammar.pastTense(base) : grammar.thirdPerson(base)
  const thing = owner.own && owner.thing.length > 0 && subject.length > 0
    ? `${lower(owner.thing).replace(/[^\p{L}\p{N}]+/gu, '_')}_`
    : ''
  const mood = modality === 'asserted'
    ? ''
    : modality === 'planned' || modality === 'wished'
    ? `${modality}_`
    : 'unsure_'
  return {
    predicate: `${mood}${thing}${form}${preposition}`.replace(/^[^\p{L}]+|[^\p{L}\p{N}_]/gu, ''),
    value: valueOf(preposition ? rest.slice(1) : rest) || null
  }
}
