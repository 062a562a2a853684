/** Dates by chrono-node; which way they point is said by the clause's tense, and the day stands beside the words. */
import { joined } from '../wording/words/lists.ts'
import type { Chrono, ParsedResult } from 'chrono-node'
import { isPastInGerman } from '../wording/german.ts'
import { isOtherWay } from './date-direction.ts'
import { englishCompiled, germanDates } from './date-patterns.ts'
import { weekdays } from '../wording/words/calendar.ts'
import { isDate, weekday, wordsOf } from './date-words.ts'
import { dateAt, inMonthOfLast, inOrderOfWeek, isListed, oneDay, type FoundDate } from './found-dates.ts'
import { numbers } from './numbers.ts'

/**
 * `past` for what is told as done: "on 24 December" is then the one before, else the one to come. Of other languages
 * than English and German none are read: "mon" is no Monday in French.
 */
export type FindDates = (text: string, at: number, past: boolean, language?: Language) => FoundDate[]
export type Language = 'english' | 'german' | 'other'

/** Words by which the year is known: "last May", "in two weeks". */
const anchored =
  /\b(?:ago|last|next|this|today|tomorrow|yesterday|tonight|in|from|vor|letzte\w*|nächste\w*|gestern|vorgestern|heute|morgen|übermorgen)\b/i
const until = /\b(?:until|till|through|bis)\s+(?:the\s+)?$/i
/** "In June, second try" is no second of June, "in July, 3 weeks" no third, and "8 November, 12 canoes" not in 2012. */
const countBehind = new RegExp(
  joined(String.raw`,(?=\s*(?:(?:first|second|third|fourth|fifth|sixth|last)\b|
    \d{1,2}(?!\d| ?(?:am|pm|o'clock|h|uhr)\b)-? \p{Ll}{2}))`),
  'giu'
)
let loading: Promise<FindDates> | undefined

export function loadDates (): Promise<FindDates> {
  loading ??= englishCompiled().then(english => {
    const read = (text: string, at: number, past: boolean, reader: Chrono, language: Language): FoundDate[] => [
      ...reader.parse(text.replaceAll(countBehind, ';'), { instant: new Date(at), timezone: 0 }, {
        forwardDate: !past
      })
        .filter(result => isDate(result, text, past)).map(result => dateOf(result, text, at, past)),
      ...daysOfMonth(text, at, past),
      ...monthsAlone(text, at, past, language)
    ]
    return (text, at, clausePast, language = 'english') => {
      if (language === 'other') return []
      const past = clausePast || (language === 'german' && isPastInGerman(text))
      const reader = language === 'german' ? germanDates() : english
      const others = read(text, at, !past, reader, language)
      const own = read(text, at, past, reader, language).sort((one, other) => one.index - other.index)
      let turned = false
      const found = own.map((date, place) => {
        // The first of a list says which way all of it points.
        if (!isListed(text, own[place - 1], date)) turned = isOtherWay(text.slice(0, date.index), date.text, past)
        return turned ? others.find(({ index }) => index === date.index) ?? date : date
      })
      return [...inMonthOfLast(text, inOrderOfWeek(text, found, past)), ...years(text)].sort((one, other) =>
        one.index - other.index
      )
    }
  })
  return loading
}

/** "In 2009": a year alone. */
const years = (text: string): FoundDate[] =>
  [...text.matchAll(/(?<=\b(?:in|since|until|from|till|seit|bis|ab|Jahr) )(?:19|20)\d{2}\b(?! ?[-/]|\s*\p{Lu})/giu)]
    .map(({ index, 0: year }) => dateAt(index, year, Date.UTC(Number(year), 0, 1), 4))

/** Months alone that the library does not know: "since may", a word of three letters, and the German ones. */
function monthsAlone (text: string, at: number, past: boolean, language: Language): FoundDate[] {
  const now = new Date(at)
  return [...text.matchAll(language === 'german' ? germanMonth : may)].map(({ index, 0: words, 1: name, 2: said }) => {
    const month = name === undefined ? 4 : germanMonths.indexOf(name.toLowerCase())
    const over = past ? -Number(now.getUTCMonth() < month) : Number(now.getUTCMonth() > month)
    const year = said === undefined ? now.getUTCFullYear() + over : Number(said)
    return { ...dateAt(index, words, Date.UTC(year, month), 7), relative: said === undefined }
  })
}
const may = /(?<=\b(?:since|until|till|by|from|before|after|during) )may\b(?! \d)/gi
const germanMonths = 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember'.split('|')
const germanMonth = new RegExp(
  joined(String.raw`(?<=\b(?:seit|im|ab|bis|vom|zum|ende|anfang|mitte|(?:diese|letzte|nächste|vergangene|vorige)[mnr]) )
    (${germanMonths.join('|')})(?: ((?:19|20)\d{2}))?(?![\p{L}\p{N}])`),
  'giu'
)

const dayOfMonth = new RegExp(
  joined(String.raw`
    \b(?<=(?:^|: |\b(?:on|by|until|till|since|from|before|after|for|is|was|'s|meant|\p{L}+day,?) )the )(\d{1,2})
    (?:st|nd|rd|th)\b(?=\s*(?:$|[,.;:!?)]|(?:actually|instead|please|and|but|at|with|w\/|so|because|then|or|now|to|
    until|till|for|from|in|on|when|if|after|before|who|which|i|we|he|she|they|it|my|our)(?!\p{L})))`),
  'giu'
)

/** "On the 24th": the next, or the last; "Sunday the 15th" is the next that is a Sunday. */
const daysOfMonth = (text: string, at: number, past: boolean): FoundDate[] =>
  [...text.matchAll(dayOfMonth)].flatMap(({ index, 0: said, 1: number }) => {
    const now = new Date(at)
    const ofWeek = weekdayBefore.exec(text.slice(0, index))?.[1]?.toLowerCase()
    const named = Array.from(
      { length: ofWeek === undefined ? 3 : 12 },
      (_, months) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (past ? -months : months), Number(number))
    ).find(day =>
      new Date(day).getUTCDate() === Number(number) && (past ? day <= at : day + oneDay > at) &&
      (ofWeek === undefined || dayOfWeek.format(day).toLowerCase() === ofWeek)
    )
    return named === undefined ? [] : [dateAt(index, said, named, 10)]
  })
const weekdayBefore = new RegExp(`\\b(${weekdays}),? the $`, 'i')
const dayOfWeek = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

function dateOf (result: ParsedResult, all: string, now: number, past: boolean): FoundDate {
  const { start, end, index } = result
  const text = wordsOf(result)
  const open = !start.isCertain('year') && !anchored.test(text)
  const named = startOf(start)
  // "On Sunday", said on a Sunday, is not today.
  const isToday = start.isCertain('weekday') && !start.isCertain('day') && named <= now && now < named + oneDay
  const back = open && (past ? named > now || isToday : isThisMonth(start, named, now))
  const weeks = past ? 0 : weeksOn(all, index, text) || Number(open && isToday)
  const placed = (at: number) => (back ? before(at, start.isCertain('month')) : at) + 7 * oneDay * weeks
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

/** "The rent for October", said in October, is not of next year's. */
const isThisMonth = (start: ParsedResult['start'], named: number, now: number) =>
  start.isCertain('month') && !start.isCertain('day') && named > now &&
  new Date(named).getUTCMonth() === new Date(now).getUTCMonth()

/** "Three weeks on Saturday", "a week on Tuesday", "Tuesday week". */
function weeksOn (text: string, from: number, date: string): number {
  const ofToday = /^(?:today|tomorrow)$/i.test(date)
  if (!ofToday && !weekday.test(date)) return 0
  if (/^ week\b/i.test(text.slice(from + date.length))) return 1
  const [, count = ''] = /\b(an?|\d{1,2}|\p{L}+) weeks? $/iu.exec(text.slice(0, from)) ?? []
  return ofToday || /^on\b/i.test(date) ? numbers[count.toLowerCase()] ?? (Number(count) || 0) : 0
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

/** The day after which something no longer holds: "until March 31, 2026"; a month and a year are over at their end. */
export function endOf (text: string, found: FoundDate[]): number | null {
  const last = found.find(({ index }) => until.test(text.slice(0, index)))
  if (last === undefined) return null
  const day = new Date(last.at)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  if (last.iso.length > 7) return last.at + oneDay
  return last.iso.length === 7 ? Date.UTC(year, month + 1) : Date.UTC(year + 1, 0)
}
