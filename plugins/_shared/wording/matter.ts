/** What a statement is about. */
import { terms } from '../../../domain/text/analyse.ts'

export interface Matter {
  text: string
  subject: string | null
  value: string | null
}

/** What the statement is about beside whose it is: its value, or all of its text when none was read. */
export function matterOf ({ value, text, subject }: Matter): string[] {
  const own = new Set(terms(subject ?? '').concat('user'))
  const read = terms(value ?? '')
  return read.length > 0 ? read : terms(text).filter(term => !own.has(term))
}
