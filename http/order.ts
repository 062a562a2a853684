import { ValidationFailed } from '../domain/errors.ts'
import { givenTime } from './fields.ts'

/** Throws when an end does not lie behind its beginning; `field` is the name of the end, as in `Items[3].InvalidAt`. */
export function refuseInverted (
  { valid_at: from, invalid_at: to }: { valid_at?: string | null, invalid_at?: string | null },
  field: string
): void {
  const [validAt, invalidAt] = [givenTime(from) ?? Date.now(), givenTime(to)]
  if (invalidAt !== null && invalidAt <= validAt) {
    throw new ValidationFailed({
      [field]: [`The ${field} field must be later than valid_at, which is now when it is not given.`]
    })
  }
}
