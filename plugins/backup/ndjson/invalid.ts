import { ValidationFailed } from '../../../domain/errors.ts'

/** A file that cannot be taken in: where, what, and that nothing came of it. */
export function invalid (what: string, line?: { number: number }): ValidationFailed {
  return new ValidationFailed({
    Body: [
      `The Body field cannot be imported: ${line === undefined ? '' : `line ${line.number}: `}${
        what.replace(/\.$/, '')
      }. Nothing was stored.`
    ]
  })
}
