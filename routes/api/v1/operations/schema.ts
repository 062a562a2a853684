import { Type } from '../../../../domain/type.ts'
import { isoText, listOf, orNull } from '../../../../http/fields.ts'

const time = { format: 'date-time' }

const lastBackup = {
  type: ['object', 'null'],
  description: 'The newest whole one; null when there is none.',
  properties: {
    finished_at: { type: 'string', ...time, description: 'When it was whole.' },
    users: { type: 'integer', description: 'How many users it holds.' },
    records: { type: 'integer', description: 'How many records.' },
    bytes: { type: 'integer', description: 'How large its files are together.' }
  },
  required: ['finished_at', 'users', 'records', 'bytes']
}

export const operationsAnswer = Type.Object({
  started_at: isoText('When this process began to count.'),
  enrichment_due: Type.Integer({ description: 'Users whose summaries are due; 1,000 is at least that many.' }),
  backup: Type.Object({
    nightly: Type.Boolean({ description: 'Backups are made by themselves.' }),
    hour: orNull('integer', 'At this hour of the local time of the service.'),
    running_since: orNull('string', 'Of the one this process is making now.', time),
    users_done: orNull('integer', 'How many users that one holds so far.'),
    users_total: orNull('integer', 'Of how many; null until they are counted.'),
    last: Type.Unsafe<unknown>(lastBackup),
    error: orNull('string', 'Why the last one that this process began failed.')
  }, { description: 'How backups stand.' })
}, { $id: 'Operations' })

const point = Type.Object({
  at: isoText('The start of the minute.'),
  requests: Type.Integer({ description: 'How many were answered.' }),
  failed: Type.Integer({ description: 'How many of them with 500 or more.' }),
  p50_ms: Type.Number({ description: 'Half were answered within.' }),
  p95_ms: Type.Number({ description: '95 of 100 were answered within.' })
}, { $id: 'TrafficPoint' })

export const trafficAnswer = Type.Object({
  started_at: isoText('When this process began to count.'),
  points: listOf(point, 'Minutes of the last 24 hours in which something was asked, oldest first.')
}, { $id: 'Traffic' })
