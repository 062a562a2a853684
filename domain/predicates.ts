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
