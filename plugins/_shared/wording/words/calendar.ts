/** The days of the week and the months, in English, each as one group of a pattern. */
import { terms } from '../../../../domain/text/analyse.ts'

export const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
/** Also as they are shortened: "tues", "thu". */
export const anyWeekday = `(?:${weekdays}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)`
export const months = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
/** Also as they are shortened: "sept", "jan". */
export const anyMonth = `(?:${months}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`
/** A word in lower case that is no name, though it is written with a capital. */
export const ofCalendar = new RegExp(`^(?:${weekdays}|${months}|easter|christmas)$`)
/** Days of the week and months as index terms. */
export const calendarTerms: ReadonlySet<string> = new Set(terms(`
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december`))
