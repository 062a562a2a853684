/** Dates by chrono-node; which way they point is said by the clause's tense, and the day stands beside the words. */
import type { Chrono, ParsedResult } from 'chrono-node'
import { joined } from '../wording/words/lists.ts'
import { isPastInGerman } from '../wording/german.ts'
import { englishCompiled, germanDates } from './date-patterns.ts'

export interface FoundDate {
  index: number
  text: string
  /** Milliseconds, the start of what was named. */
  at: number
  /** ISO 8601, as precise as what was said: a day, a month, a year. */
  iso: string
  /** The last day of a range ("from 2 to 9 April"), or null. */
  through: string | null
  /** Whether the words alone do not say the day. */
  relative: boolean
}

/**
 * `past` for what is told as done: "on 24 December" is then the one before, else the one to come. Of other languages
 * than English and German none are read: "mon" is no Monday in French.
 */
export type FindDates = (text: string, at: number, past: boolean, language?: Language) => FoundDate[]
export type Language = 'english' | 'german' | 'other'

const oneDay = 86_400_000
const vague =
  /^(?:now|right now|at the moment|this time|the day|sec|second|current|(?:the |my |our |his |her )?(?:last|past|next|first)(?: days?)?|sat|sun|mar|[\d.:]+|fr|mo|so|do|mi|di|sa)$/i
const clock = /\b(?:seconds?|minutes?|mins?|hours?|hrs?|ms)\b/i
/** "Three months" is a length, as "in three months" is in what is past and "for two years" always. */
const length = /^(?:(?:\w+ )?(?:days?|weeks?|months?|years?)$|(?:for|within|over|during)\b)/i
const lengthOfPast = /^in\b(?!.*\d{4}).*\b(?:days?|weeks?|months?|years?)$/i
const recurring = /\b(?:usually|always|most|first|second|third|fourth|last)\s+(?:other\s+|single\s+)?$/i
const weekday = /day(?:s| (?:mornings?|afternoons?|evenings?|nights?))?$/i
/** What they name is never ahead. */
const gone = /\b(?:last|ago|letzte\w*|vorige\w*)\b/i
/** Words by which the year is known: "last May", "in two weeks". */
const anchored =
  /\b(?:ago|last|next|this|today|tomorrow|yesterday|tonight|in|from|vor|letzte\w*|nächste\w*|gestern|vorgestern|heute|morgen|übermorgen)\b/i
export const since = /\b(?:since|seit)\s+(?:(?:the|last|dem|der)\s+)?$/i
const until = /\b(?:until|till|through|bis)\s+(?:the\s+)?$/i
const intending = String.raw`\b(?:promis|commit|agree|decid|want|need|plan|offer|volunteer|arrang|ask)\p{L}*\b.*`
const events =
  'appointment|interview|meeting|exam|test|viva|flight|date|call|session|check-?up|scan|operation|slot|gig|lesson|' +
  'party|wedding|match|race|hearing|ticket'
/** "I'm a baker since I quit in March": the verb beside the date is past, whatever the clause's is. */
const behind =
  /\b(?:i|we|he|she|they) (?:\p{L}+ly |just |first )?(?:was|were|had|did|went|came|got|took|began|left|made|bought|sold|met|lost|found|gave|saw|broke|became|quit|ran|won|flew|fell|\p{L}{2,}[^e]ed) (?:[^,;.]{1,40} )?(?:in|on|at|since|from|last) (?:the )?$/iu
/**
 * What lies ahead of a past: "found a room, moving in on 1 April", "moved it to 9 June", "booked for Saturday", "signed
 * up for May", "agreed to pay by Friday", "promised to read it before she leaves on 1 June".
 */
const ahead = new RegExp(
  joined(String.raw`
    \bwould \p{L}+\b[^,;.]*$|\b\p{L}+'d (?!been|had|gone|\p{L}+ed\b)\p{L}+\b[^,;.]*$|
    ,\s*\p{L}+ing\b[^,;]*$|
    \b(?:postpon|mov|push|reschedul|shift|delay|extend)\p{L}*\b.*\b(?:from|to) (?:the )?$|
    \b(?:so|and|but|because|cos|,) (?:\S+ ){0,3}(?:i'?m|i am|(?:we|they|you)'?re|(?:he|she|it)'s|is|are) [^,;.]*$|
    \b(?:book|reserv|order|schedul|plan)\p{L}*\b.*\bfor (?:the )?$|
    \b(?:sign|enrol|enroll|regist)\p{L}*\b.*\b(?:for|in|on) (?:the )?$|
    \b(?:is|are|will|due|comes|starts|begins|opens|ends|leaves|arrives|closes) (?:\p{L}+ )?
    (?:on |at |in |by )?(?:the )?$|
    \bgot (?:an?|another|two|my|our) (?:\S+ ){0,3}(?:${events})s? (?:[^,;.]+ )?(?:on |for |at |in )?(?:the |this )?$|
    ${intending}\b(?:to \p{L}+\b.*\b(?:by|on|in|for|until|before|next)|by) (?:the )?$|
    \b(?:before|until|when|once|because|that|which|who)\b[^,;.]*\b(?:is|are|will|starts|begins|opens|ends|comes|gets|
    leaves|arrives|turns|closes|moves|returns|marries|graduates)\b[^,;.]*$`),
  'u'
)

let loading: Promise<FindDates> | undefined

export function loadDates (): Promise<FindDates> {
  loading ??= englishCompiled().then(english => {
    const read = (text: string, at: number, past: boolean, reader: Chrono): FoundDate[] => [
      ...reader.parse(text, { instant: new Date(at), timezone: 0 }, { forwardDate: !past })
        .filter(result => isDate(result, text, past)).map(result => dateOf(result, text, at, past)),
      ...daysOfMonth(text, at, past)
    ]
    return (text, at, clausePast, language = 'english') => {
      if (language === 'other') return []
      const past = clausePast || (language === 'german' && isPastInGerman(text))
      const reader = language === 'german' ? germanDates() : english
      const others = read(text, at, !past, reader)
      const found = read(text, at, past, reader).map(date => {
        const before = text.slice(0, date.index)
        const turned = past ? ahead.test(before) && !since.test(before) : since.test(before) || gone.test(date.text) || behind.test(before)
        return turned ? others.find(({ index }) => index === date.index) ?? date : date
      })
      return [...found, ...years(text)].sort((one, other) => one.index - other.index)
    }
  })
  return loading
}

/** "In 2009": a year alone is no date to the library. */
const years = (text: string): FoundDate[] =>
  [...text.matchAll(/(?<=\b(?:in|since|until|from|till|seit|bis|ab|Jahr) )(?:19|20)\d{2}\b(?! ?[-/]|\s*\p{Lu})/giu)]
    .map(found => ({
      index: found.index,
      text: found[0],
      at: Date.UTC(Number(found[0]), 0, 1),
      iso: found[0],
      through: null,
      relative: false
    }))

const dayOfMonth =
  /\b(?<=(?:^|: |\b(?:on|by|until|till|since|from|before|after|for|is|was|'s|meant) )the )(\d{1,2})(?:st|nd|rd|th)\b(?=\s*(?:$|[,.;:!?)]|(?:actually|instead|please|and|but|at|with|w\/|so|because|then|or|now|to|until|till)(?!\p{L})))/giu

/** "On the 24th": the next, or the last; a day alone is no date to the library. */
const daysOfMonth = (text: string, at: number, past: boolean): FoundDate[] =>
  [...text.matchAll(dayOfMonth)].flatMap(({ index, 0: said, 1: number }) => {
    const now = new Date(at)
    const named = [0, 1, 2].map(months =>
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (past ? -months : months), Number(number))
    ).find(day => new Date(day).getUTCDate() === Number(number) && (past ? day <= at : day + oneDay > at))
    return named === undefined
      ? []
      : [{
        index,
        text: said,
        at: named,
        iso: new Date(named).toISOString().slice(0, 10),
        through: null,
        relative: true
      }]
  })

/** The library takes the comma behind a day for a part of it. */
const wordsOf = ({ text }: ParsedResult) => text.replace(/[\s,;.]+$/, '')

function isDate (result: ParsedResult, all: string, past: boolean): boolean {
  const { start, index } = result
  const text = wordsOf(result)
  if (clock.test(text) || vague.test(text) || !/\p{L}|\d{4}|\/|-/u.test(text)) return false
  if ((length.test(text) && !/^(?:last|next|this)\b/i.test(text)) || (past && lengthOfPast.test(text))) return false
  // "Works away mon to fri" is every week.
  if (
    result.end?.isCertain('weekday') === true && !/\b(?:from|this|next|last) $/i.test(all.slice(0, index)) &&
    !/^(?:from|this|next|last)\b/i.test(text)
  ) return false
  if (
    /^may$/i.test(text) &&
    !/\b(?:since|in|until|till|by|last|next|this|from|before|after|early|late|mid) $/i.test(all.slice(0, index))
  ) {
    return false
  }
  // Whether it came to that, and so which May it is, is not said.
  if (/\b(?:was|were) (?:supposed|meant|going|due) to\b/i.test(all.slice(0, index))) return false
  if (/\b(?:every|each)\s+(?:other\s+|single\s+)?$/i.test(all.slice(0, index))) return false
  if (weekday.test(text) && (/s$/i.test(text) || recurring.test(all.slice(0, index)))) return false
  return (['day', 'month', 'year', 'weekday'] as const).some(part => start.isCertain(part))
}

function dateOf (result: ParsedResult, all: string, now: number, past: boolean): FoundDate {
  const { start, end, index } = result
  const text = wordsOf(result)
  const open = !start.isCertain('year') && !anchored.test(text)
  const named = startOf(start)
  const later = past ? 0 : 7 * oneDay * weeksOn(all, index, text)
  const back = open && past && named > now
  const placed = (at: number) => (back ? before(at, start.isCertain('month')) : at) + later
  const iso = (at: number) => new Date(placed(at)).toISOString().slice(0, precisionOf(start, text))
  const through = end == null ? null : iso(startOf(end))
  return {
    index,
    text,
    at: Date.parse(iso(named)),
    iso: iso(named),
    through: through === iso(named) ? null : through,
    relative: !start.isCertain('year') || anchored.test(text)
  }
}

/** "Three weeks on Saturday", "a week on Tuesday", "Tuesday week". */
function weeksOn (text: string, from: number, date: string): number {
  if (!weekday.test(date)) return 0
  if (/^ week\b/i.test(text.slice(from + date.length))) return 1
  const [, count = ''] = /\b(an?|\d{1,2}|\p{L}+) weeks? $/iu.exec(text.slice(0, from)) ?? []
  return /^on\b/i.test(date) ? numbers[count.toLowerCase()] ?? (Number(count) || 0) : 0
}

const startOf = (start: ParsedResult['start']) =>
  Date.UTC(start.get('year') ?? 1970, (start.get('month') ?? 1) - 1, start.get('day') ?? 1)

/** Characters of an ISO date: a day, a month, a year. */
function precisionOf (start: ParsedResult['start'], text: string): number {
  const precise = start.isCertain('day') || start.isCertain('weekday')
  if (/\b(?:years?|jahr\w*)\b/i.test(text) || !(precise || start.isCertain('month'))) return 4
  return /\b(?:months?|monat\w*)\b/i.test(text) || !precise ? 7 : 10
}

/** The same day a year before, or the same day of the week before. */
function before (at: number, dayOfYear: boolean): number {
  const date = new Date(at)
  return dayOfYear ? Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()) : at - 7 * oneDay
}

/** "On the 4th", and not "in Utrecht since the 4th". */
export const opensWithDate = (text: string, found: FoundDate[]): boolean =>
  found.some(({ index }) => /^(?:(?:on|in|at|from|by|for|the|starting|only|not) )*$/i.test(text.slice(0, index)))

/** The words with the day beside each date that depends on when it was said. */
export function withDates (text: string, found: FoundDate[]): string {
  return found.toReversed().reduce((result, { index, text: said, iso, through, relative }) => {
    const end = index + said.length + (/^['’]s\b/.test(text.slice(index + said.length)) ? 2 : 0)
    if (!relative || said.includes(iso) || /\b(?:birthday|born|anniversary)\b/i.test(text)) return result
    return `${result.slice(0, end)} (${through === null ? iso : `${iso} to ${through}`})${result.slice(end)}`
  }, text)
}

/** The day after which something no longer holds: "until March 31, 2026". */
export function endOf (text: string, found: FoundDate[]): number | null {
  const last = found.find(({ index }) => until.test(text.slice(0, index)))
  return last === undefined ? null : last.at + oneDay
}

const numbers: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  einem: 1,
  einer: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  zwölf: 12,
  zwanzig: 20
}
const roughly = 'the (?:last|past)|about|around|almost|nearly|over|roughly|now|etwa|fast|rund|über'
const spans = new RegExp(
  `\\b(for|since|seit|in|over)\\s+(?:(?:${roughly})\\s+)*(\\d{1,3}|${Object.keys(numbers).join('|')})` +
    '(?:\\s+(?:full|whole|long|good))?\\s+(day|week|month|year|tag|woche|monat|jahr)\\p{L}*',
  'iu'
)

/**
 * When what goes on began: "since two years", "I have lived here for two years", "seit drei Jahren". `lasting` where
 * the tense says that it goes on, so that "for" and "in" count.
 */
export function spanStart (text: string, at: number, lasting: boolean): number | null {
  const [, word = '', count = '', unit = ''] = spans.exec(text) ?? []
  if (word === '' || (!lasting && !/^(?:since|seit)$/i.test(word))) return null
  const date = new Date(at)
  const back = numbers[count.toLowerCase()] ?? Number(count)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (/^(?:year|jahr)/i.test(unit)) return Date.UTC(year - back, month, day)
  if (/^month|^monat/i.test(unit)) return Date.UTC(year, month - back, day)
  return Date.UTC(year, month, day - back * (/^w/i.test(unit) ? 7 : 1))
}
