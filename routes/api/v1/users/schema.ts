import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'
import { isoText, listOf, orNull, userId } from '../../../../http/fields.ts'

export const userParams = Type.Object({ user_id: userId })
export type OneUser = { Params: Static<typeof userParams> }

const removed = (what: string) => Type.Integer({ description: `How many ${what} were removed.` })

const holding = Type.Object({
  file: Type.String({ description: 'Its path on the machine of the service.' }),
  made_at: isoText('When it was made.'),
  until: orNull('string', 'When it goes by itself at the earliest; null when no backups are made by themselves.', {
    format: 'date-time'
  })
}, { $id: 'BackupHolding' })

export const receipt = Type.Object({
  user_id: Type.String({ description: 'Who was erased.' }),
  erased_at: isoText('When.'),
  removed: Type.Object({
    memories: removed('memories'),
    supersessions: removed('links of history'),
    entities: removed('entities'),
    relations: removed('relations'),
    sessions: removed('conversations'),
    readings: removed('readings of conversations'),
    communities: removed('communities'),
    accesses: removed('lines of the access log'),
    replays: removed('stored answers')
  }, { description: 'What was removed.' }),
  backups: listOf(
    holding,
    'Backup files that still hold the user. `palimpsest erase-backups` takes the user out of them.'
  )
}, { $id: 'Erasure' })
