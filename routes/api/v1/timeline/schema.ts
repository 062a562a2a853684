import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'
import { interval } from '../../../../http/changes.ts'
import { count, listOf, page, scopeLabel, text, time, userId } from '../../../../http/fields.ts'

export const timelineQuery = Type.Object({
  user_id: userId,
  from: time('Only what held after this.'),
  to: time('Only what began by then.'),
  known_at: time('As the service believed it then; default now.'),
  subject: text('Only about this subject.', scopeLabel),
  page,
  size: count('How many a page.', 1, 1_000, 500)
})
export type TimelineQuery = Static<typeof timelineQuery>

export const timelineAnswer = Type.Object({
  items: listOf(interval, 'By their beginning, oldest first. What was forgotten is not among them.'),
  total: Type.Integer({ description: 'How many there are in all.' })
}, { $id: 'Timeline' })
