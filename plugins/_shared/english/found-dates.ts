/** Dates that were found, and how those of one text belong together. */

export const oneDay = 86_400_000

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

/** What the library does not know for a date; `precision` in characters of the ISO form: a year, a month, a day. */
export const dateAt = (index: number, text: string, at: number, precision: 4 | 7 | 10): FoundDate => ({
  index,
  text,
  at,
  iso: new Date(at).toISOString().slice(0, precision),
  through: null,
  relative: precision > 4
})

/** Whether a date is one of a list with the next: "the 18th and 19th of July". */
export function isListed (text: string, date: FoundDate | undefined, next: FoundDate | undefined): boolean {
  if (date === undefined || next === undefined) return false
  return /^(?:,| and| or| &)+ (?:on )?(?:the )?$/i.test(text.slice(date.index + date.text.length, next.index))
}

/** "From the 10th to the 24th of July." */
const isListedOrRange = (text: string, date: FoundDate, next: FoundDate) =>
  isListed(text, date, next) ||
  /^ (?:to|till|until) (?:the )?$/i.test(text.slice(date.index + date.text.length, next.index))

/** Days of a list in the month that its last one names. */
export function inMonthOfLast (text: string, dates: FoundDate[]): FoundDate[] {
  const listed = [...dates]
  for (let place = listed.length - 2; place >= 0; place--) {
    const [date, next] = [listed[place]!, listed[place + 1]!]
    const [, day] = /^(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)?$/i.exec(date.text) ?? []
    if (day === undefined || next.iso.length < 10 || !isListedOrRange(text, date, next)) continue
    listed[place] = dateAt(
      date.index,
      date.text,
      Date.parse(`${next.iso.slice(0, 8)}01`) + (Number(day) - 1) * oneDay,
      10
    )
  }
  return listed
}

/** "On Tuesday and Thursday", said on a Tuesday: of what lies ahead, the second follows the first. */
export function inOrderOfWeek (text: string, dates: FoundDate[], past: boolean): FoundDate[] {
  const ordered: FoundDate[] = []
  for (const date of dates) {
    const before = ordered.at(-1)
    const follows = isListed(text, before, date) || /\b(?:until|till?|through) $/i.test(text.slice(0, date.index))
    const isBefore = before !== undefined && !past && /day$/i.test(date.text) && follows &&
      before.at > date.at && before.at - date.at < 7 * oneDay
    ordered.push(isBefore ? dateAt(date.index, date.text, date.at + 7 * oneDay, 10) : date)
  }
  return ordered
}

/** "School ends on 20 December, so from Saturday she is with me": of which week is not said. */
const withoutOtherWeek = (dates: FoundDate[], now: number): FoundDate[] =>
  dates.filter(({ text, at }, place) =>
    !dayOfWeek.test(text.replace(/^(?:on|from) /i, '')) ||
    !dates.slice(0, place).some(one => /\d/.test(one.text) && one.at > at && one.at > now + 6 * oneDay)
  )

const dayOfWeek = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|satur|sun)(?:day)?$/i

/** "Mon swim, Wed run", said on a Tuesday: where the days of a plan do not follow each other, their week is unknown. */
function withoutMixedWeek (text: string, dates: FoundDate[]): FoundDate[] {
  const plan = dates.filter(({ index, text: said }) =>
    dayOfWeek.test(said) && /(?:^|[,;:.!?\n]\s*|\s[-–•*]\s?|\band )$/.test(text.slice(0, index)) &&
    /^(?:\s*[:=–-])?\s+\p{L}/u.test(text.slice(index + said.length))
  )
  const isMixed = plan.some(({ at }, place) => place > 0 && at <= plan[place - 1]!.at)
  return isMixed ? dates.filter(date => !plan.includes(date)) : dates
}

/** Without days of the week, or "last Monday", said on a Tuesday, of which the text does not say which they are. */
export const withoutOpenWeek = (text: string, dates: FoundDate[], now: number): FoundDate[] =>
  withoutOtherWeek(withoutMixedWeek(text, dates), now).filter(({ text: said, at }) =>
    !/^last \p{L}+day$/iu.test(said) || at + 2 * oneDay <= now
  )

/** 'She said "see you on Monday"': when that was said is not known. */
export function withoutQuoted (text: string, dates: FoundDate[]): FoundDate[] {
  const quoted = [...text.matchAll(/(?<!^Asked )["“][^"”]*["”]/g)].map((
    { index, 0: said }
  ) => [index, index + said.length])
  return dates.filter(({ index, relative }) => !relative || !quoted.some(([from, to]) => index > from! && index < to!))
}

/** "On 8 August, back on the 22nd": a day alone is the first of its number from the date before it on. */
export function inOrder (dates: FoundDate[]): FoundDate[] {
  const ordered: FoundDate[] = []
  for (const date of dates) {
    const [before, day] = [ordered.at(-1), /^(\d{1,2})(?:st|nd|rd|th)$/.exec(date.text)?.[1]]
    if (before === undefined || day === undefined || before.iso.length < 7 || date.at >= before.at) {
      ordered.push(date)
      continue
    }
    const named = new Date(before.at)
    const months = Number(day) >= named.getUTCDate() ? 0 : 1
    const at = Date.UTC(named.getUTCFullYear(), named.getUTCMonth() + months, Number(day))
    ordered.push(dateAt(date.index, date.text, at, 10))
  }
  return ordered
}

/** "He is born the 19th": of which month is known, as it is of no grown-up. */
const isNewborn = (before: string, date: string) =>
  /^\d{1,2}(?:st|nd|rd|th)$/i.test(date) &&
  /(?:(?:^|[,;:.] )|\b(?:is|he was|she was|(?:baby|babies|twins|girl|boy) (?:was|were)) |['’]s )born (?:on )?(?:the )?$/i
    .test(before)

/** Without the speaker's name, which may be June's, and what was said before, which is dated by itself. */
export const withHidden = (text: string, self: string): string =>
  text.replaceAll(self, '_'.repeat(self.length)).replace(/\bafter "[^"]*"/gi, said => '_'.repeat(said.length))

/** The words with the day beside each date that depends on when it was said. */
export function withDates (text: string, found: FoundDate[]): string {
  return found.toReversed().reduce((result, { index, text: said, iso, through, relative }) => {
    const end = index + said.length + (/^['’]s\b/.test(text.slice(index + said.length)) ? 2 : 0)
    if (
      /^\p{L}\p{L}/u.test(text.slice(end - 1)) || !relative || said.includes(iso) ||
      (/\b(?:birthday|born|anniversary)\b/i.test(text) && !isNewborn(text.slice(0, index), said))
    ) return result
    return `${result.slice(0, end)} (${through === null ? iso : `${iso} to ${through}`})${result.slice(end)}`
  }, text)
}
