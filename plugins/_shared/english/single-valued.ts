/** What there is one of at a time: which words state a count, hours, a title, the date of an event, what a thing is. */
import { teens, tens, upToTwelve } from '../wording/measures.ts'
import { joined } from '../wording/words/lists.ts'
import type { Clause } from './clause.ts'
import { kin } from './kin.ts'
import { weekdays } from '../wording/words/calendar.ts'
import type { Grammar } from './grammar.ts'
import type { Token } from './token.ts'
import { plainPhrase } from './phrases.ts'
import { spaced } from './third-person.ts'
import { valueOf } from './value.ts'

export type Found = { predicate: string, value: string | null } | null

/** "Eighty-one". */
export const ofTens = `(?:${tens})(?:-(?:${upToTwelve}))?`
/** "About 15K users": a number, and what is counted. */
const amount = new RegExp(
  joined(String.raw`
    ^\S+ (?:about |around |some |roughly |nearly |almost |over |only |just |now |up to |down to |at )*
    ((?:\d[\d.,]*(?!(?:st|nd|rd|th)\b)(?:[kKmM%](?!\p{L}))?|(?:${teens}|${ofTens}|${upToTwelve})(?![\p{L}-])) ?
    (?!(?:am|pm|and|or|but|so|in|on|at|to|of|for|from|with|by|as|than|until|since|because|when|if|who|which|that)\b)
    ((?:an? |per )?[\p{L}-]+(?: of [\p{L}-]+| [\p{L}-]+(?=[.!]?$))?))`),
  'u'
)

export function counted (name: string, said: string): Found {
  const [, value, unit = ''] = amount.exec(said) ?? []
  return value === undefined ? null : { predicate: `${name}_count_of_${unit.replace(/\W+/g, '_')}`, value }
}

const hours = new RegExp(
  joined(String.raw`^(?:\d[\d.:]*(?:am|pm|h)?|${upToTwelve}|noon|midnight|half|quarter|
    ${weekdays}s?|weekends|weekdays)$`)
)

/** "The shop opens at nine", "the choir meets on Mondays". */
export function hoursOf ({ verb, rest }: Clause, thing: string): Found {
  const regular = /^(?:start|begin|open|close|end|finish|meet|leave)$/.test(verb) &&
    /^(?:at|on)$/.test(rest[0]?.lower ?? '') &&
    hours.test(rest[1]?.lower ?? '')
  return regular ? { predicate: `${thing}_${verb}s_${rest[0]!.lower}`.replace(/^_/, ''), value: valueOf(rest) } : null
}

/** "They promoted me to head nurse", as "I was promoted". */
function promotedTo ({ verb, rest }: Clause): Found {
  const [whom, to, ...title] = rest
  return verb === 'promote' && whom?.lower === 'me' && to?.lower === 'to'
    ? { predicate: 'job_title', value: valueOf(title) }
    : null
}

/** Not "thesis", "boss" or "bus". */
const plural = /[^sui]s$/
/** "Kasimir is my apprentice", as "my apprentice is Kasimir". */
export function roleOf (clause: Clause): Found {
  const { verb, subject, rest, past } = clause
  if (past) return promotedTo(clause)
  const role = rest.slice(1, plainPhrase(rest, 0)).filter(({ lower }) => !/^(?:new|current)$/.test(lower))
  const isNamed = verb === 'be' && subject.length > 0 && subject.every(({ pos }) => pos === 'PROPN') &&
    /^(?:my|our)$/.test(rest[0]?.lower ?? '') && role.length > 0 && !plural.test(role.at(-1)!.lower) &&
    // "Photographer is my cousin Obinna."
    !role.some(({ pos }) => pos === 'PROPN')
  return isNamed ? { predicate: nameOf(role), value: spaced(subject) } : null
}

/** Words as part of a predicate. */
export const nameOf = (tokens: Token[]) =>
  tokens.map(({ lower }) => lower).join('_').replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_|_$/g, '')

/** Jobs by no ending of their own, and what one is besides: "a heavy smoker", "a cat person". */
const job = new RegExp(
  joined(String.raw`
    ^(?:midwife|paralegal|barista|actuary|vet|gp|paramedic|chambermaid|deckhand|farmhand|stagehand|blacksmith|
    locksmith|goldsmith|
    imam|priest|rabbi|nun|monk|guard|lead|clerk|cook|pa|ceo|cto|cfo|coo)$`)
)
const noJob = new RegExp(
  joined(String.raw`
    ^(?:person|people|guy|girl|boy|child|member|reader|sleeper|eater|learner|smoker|gamer|runner|cyclist|hiker|
    swimmer|knitter|birder|minimalist|perfectionist|feminist|citizen|tenant|homeowner|owner|donor|drinker|
    non-?\p{L}+|addict|flyer|pensioner|foreigner|customer|player|speaker|beginner|newcomer|collector|lover|
    typer|riser|hoarder|spender|saver|taker|worrier|loser|supporter|voter|goer|churchgoer|survivor|holder|
    believer|hander|pleaser|procrastinator|maker|solver|sitter|bloomer|godparent|migrant)$`),
  'u'
)

const howGood =
  /^(?:good|bad|terrible|great|awful|lousy|decent|strong|keen|avid|big|huge|heavy|light|slow|fast|picky|first-time)$/

/** "I'm a nurse at St Mary's": up to what stands behind the noun. */
export function titleOf ({ verb, rest, subject }: Clause, { kinds }: Grammar): Found {
  const title = rest.slice(0, plainPhrase(rest, 0))
  const head = title.at(-1)
  const actor = head?.pos === 'NOUN' && title[0]!.pos === 'DET' && !title.some(({ lower }) => howGood.test(lower)) &&
    (job.test(head.lower) || (!noJob.test(head.lower) && !(kin.test(head.lower) && title.length < 3 &&
      !/^(?:teacher|doctor|therapist|manager)$/.test(head.lower)) &&
      (kinds(head.lower).includes('Actor') || /(?:[^v]er|or|ist|ian|eer|nurse|chef|ant|man)$/.test(head.lower))))
  return actor && /^(?:be|become)$/.test(verb) && subject.length < 4
    ? { predicate: 'job_title', value: valueOf(title) }
    : null
}

const happening = /^(?:be|take|happen|start|begin|fall|leave|depart|arrive|come|go|open|launch|ship|land|air|premiere)$/
/** "My meeting with Ben is on Friday": an event and its date, by the words of the event. */
export function eventOf ({ subject, verb, rest }: Clause, isDate: (text: string) => boolean): Found {
  // "Is now 5 May", "is still due on Friday".
  const date = rest.slice(
    Math.max(0, rest.findIndex(({ lower }) => !/^(?:now|still|due|out|up|ahead|live|place)$/.test(lower)))
  )
  const said = spaced(date).replace(/ now\W*$/, '')
  const dated = happening.test(verb) && isDate(said) &&
    (date.length < rest.length || /\d/.test(said) ||
      /^(?:on|in|at|from|next|this|tomorrow)$/.test(date[0]?.lower ?? ''))
  return dated ? dateOf(subject, date) : null
}

/** "My flight got moved to Friday", "they pushed the launch back to 3 May": the event has that date now. */
export function rescheduled (clause: Clause, isDate: (text: string) => boolean): Found {
  const { subject, group } = clause
  const [participle] = clause.verb === 'get' ? clause.rest : []
  // "They had to move the hearing to 9 April."
  const forced = clause.verb === 'have' && clause.rest[0]?.lower === 'to' ? clause.rest[1] : undefined
  const [verb, rest] = participle
    ? [participle.lemma, clause.rest.slice(1)]
    : forced
    ? [forced.lemma, clause.rest.slice(2)]
    : [clause.verb, clause.rest]
  const to = rest.findIndex(({ lower }) => /^(?:to|until|till|for)$/.test(lower))
  if (to < 0 || !/^(?:move|push|postpone|reschedule|rebook|delay|bring|put|shift|change)$/.test(verb)) return null
  const date = rest.slice(to + 1)
  const isPassive = participle !== undefined || group.some(({ lemma }) => /^(?:be|get)$/.test(lemma))
  const event = isPassive ? subject : rest.slice(0, to).filter(({ lower }) => !/^(?:back|forward|up)$/.test(lower))
  return isDate(spaced(date)) ? dateOf(event, date) : null
}

function dateOf (event: Token[], date: Token[]): Found {
  // "The user's flight" stands for "it".
  const words = event.filter(({ pos }) => /NOUN|PROPN|ADJ|NUM/.test(pos))
    .flatMap(({ lower }) => lower.replace(/^.*'s /, '').split(' ')).sort()
  return words.length > 0 ? { predicate: `date_of_${words.join('_')}`, value: valueOf(date) } : null
}

/** "Be based": the verb with the participle that it goes with. */
export const spokenVerb = ({ group, verb }: Clause) =>
  verb !== 'be' && group.some(({ lemma, pos }) => lemma === 'be' && pos === 'AUX') ? `be ${group.at(-1)!.lower}` : verb

/** "My phone is a Pixel", "my app has 500 users"; but several things may each be something. */
export function ofThing ({ verb, rest }: Clause, thing: Token[], said: string): Found {
  const name = nameOf(thing.filter(({ lower }) => !/^(?:new|current|old|own)$/.test(lower)))
  if (name === '' || plural.test(name)) return null
  return /^(?:be|call|name)$/.test(verb) && !/^(?:\d|off$)/.test(rest[0]?.text ?? '')
    ? {
      predicate: name.replace('favourite', 'favorite').replace('colour', 'color'),
      // "My best man's actually a woman."
      value: valueOf(rest[0]?.pos === 'ADV' ? rest.slice(1) : rest)
    }
    : counted(name, said)
}
