import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'
import { change, changedMemory, notedMemory } from '../../../../http/changes.ts'
import { count, flag, listOf, page, scopeLabel, text, time, userId } from '../../../../http/fields.ts'

export const changesQuery = Type.Object({
  user_id: userId,
  session_id: text('Only of this conversation.'),
  since: time('Only from then on.'),
  page,
  size: count('How many a page.', 1, 100, 50)
})
export type ChangesQuery = Static<typeof changesQuery>

export const changesAnswer = Type.Object({
  items: listOf(change, 'Newest first.'),
  total: Type.Integer({ description: 'How many there are in all.' })
}, { $id: 'ChangePage' })

export const undoBody = Type.Object({
  user_id: userId,
  change_id: text('Take back this change.', { maxLength: 100 }),
  session_id: text('Take back all that this conversation changed.', scopeLabel),
  source: text(
    'Take back all that came from this source: `conversation`, `api`, `import`, `edit`, or the name of an application.',
    scopeLabel
  ),
  dry_run: flag('Only show what would be done.', false)
}, { $id: 'UndoRequest', additionalProperties: false })
export type UndoBody = Static<typeof undoBody>

export const undoAnswer = Type.Object({
  retired: listOf(changedMemory, 'What was stored then and is no longer believed.'),
  restored: listOf(changedMemory, 'What had been ended then and is believed again.'),
  kept: listOf(notedMemory, 'What stays: stated later, or pinned.'),
  conflicts: listOf(notedMemory, 'Where something stated later stands in the way of what was before.'),
  dry_run: Type.Boolean({ description: 'Nothing was done.' })
}, { $id: 'Undone' })
