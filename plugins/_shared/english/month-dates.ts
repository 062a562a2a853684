/** Dates of a month, a year or a day of the month that the date library does not know. English and German. */
import { joined } from '../wording/words/lists.ts'
import { weekdays } from '../wording/words/calendar.ts'
import { dateAt, oneDay, type FoundDate } from './found-dates.ts'

export type Language = 'english' | 'german' | 'other'

/** "In 2009": a year alone. */
export const years = (text: string): FoundDate[] =>
  [...text.matchAll(/(?<=\b(?:in|since|until|from|till|seit|bis|ab|Jahr) )(?:19|20)\d{2}\b(?! ?[-/]|\s*\p{Lu})/giu)]
    .map(({ index, 0: year }) => dateAt(index, year, Date.UTC(Number(year), 0, 1), 4))

/** "At the end of the month", and not "by the end of the day". */
export const endsOfMonth = (text: string, at: number): FoundDate[] =>
  [...text.matchAll(/\bthe end of (the|this|next) month\b/gi)].map(({ index, 0: words, 1: which }) => {
    const now = new Date(at)
    const months = /next/i.test(which!) ? 2 : 1
    return dateAt(index, words, Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 0), 10)
  })

/** Months alone that the library does not know: "since may", a word of three letters, and the German ones. */
export function monthsAlone (text: string, at: number, past: boolean, language: Language): FoundDate[] {
  const now = new Date(at)
  return [...text.matchAll(language === 'german' ? germanMonth : may)].map(({ index, 0: words, 1: name, 2: said }) => {
    const month = name === undefined ? 4 : germanMonths.indexOf(name.toLowerCase())
    const over = past ? -Number(now.getUTCMonth() < month) : Number(now.getUTCMonth() > month)
    const year = said === undefined ? now.getUTCFullYear() + over : Number(said)
    return { ...dateAt(index, words, Date.UTC(year, month), 7), relative: said === undefined }
  })
}
const may = /(?<=\b(?:since|until|till?|by|from|before|after|during) )may\b(?! \d)/gi
const germanMonths = 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember'.split('|')
const germanMonth = new RegExp(
  joined(String.raw`(?<=\b(?:seit|im|ab|bis|vom|zum|ende|anfang|mitte|(?:diese|letzte|nächste|vergangene|vorige)[mnr]) )
    (${germanMonths.join('|')})(?: ((?:19|20)\d{2}))?(?![\p{L}\p{N}])`),
  'giu'
)

const dayOfMonth = new RegExp(
  joined(String.raw`
    \b(?<=(?:^|: |\b(?:on|by|until|till?|since|from|before|after|for|is|was|born|'s|meant|\p{L}+day,?) )the )(\d{1,2})
    (?:st|nd|rd|th)\b(?=\s*(?:$|[,.;:!?)]|(?:actually|instead|please|and|but|at|with|w\/|so|because|then|or|now|to|
    until|till|for|from|in|on|when|if|after|before|who|which|i|we|he|she|they|it|my|our)(?!\p{L})))`),
  'giu'
)

/** "On the 24th": the next, or the last; "next Sunday, the 15th" is the next that is a Sunday. */
export const daysOfMonth = (text: string, at: number, clausePast: boolean): FoundDate[] =>
  [...text.matchAll(dayOfMonth)].flatMap(({ index, 0: said, 1: number }) => {
    const now = new Date(at)
    const front = weekdayBefore.exec(text.slice(0, index).toLowerCase())
    const { which, ofWeek } = front?.groups ?? {}
    const past = which === undefined ? clausePast : which === 'last'
    const named = Array.from(
      { length: ofWeek === undefined ? 3 : 12 },
      (_, months) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (past ? -months : months), Number(number))
    ).find(day =>
      new Date(day).getUTCDate() === Number(number) && (past ? day <= at : day + oneDay > at) &&
      (ofWeek === undefined || dayOfWeek.format(day).toLowerCase() === ofWeek)
    )
    const from = front?.index ?? index
    return named === undefined ? [] : [dateAt(from, text.slice(from, index + said.length), named, 10)]
  })
const weekdayBefore = new RegExp(`\\b(?:(?<which>last|next|coming) )?(?<ofWeek>${weekdays}),? the $`)
const dayOfWeek = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
