/** The predicates that hold one value at a time whatever a model says: a new value takes the place of the old one. */
export const singleValued: ReadonlySet<string> = new Set([
  'name',
  'age',
  'birthday',
  'lives_in',
  'comes_from',
  'works_at',
  'job_title',
  'marital_status',
  'scheduled_for'
])

/** Before the predicate of what does not hold now: planned, wished or supposed, or long past. */
export type NotHeld = 'planned_' | 'once_'

/** Whether a predicate is of what holds now. */
export const isHeld = (predicate: string | null): boolean => !/^(?:planned|once)_/.test(predicate ?? '')
