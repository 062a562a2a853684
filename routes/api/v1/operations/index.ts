/** The service as a whole, for those who run it: what runs, how backups stand, the last 24 hours. No user, no text. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { BackupState } from '../../../../domain/capabilities/backup.ts'
import { isoTime } from '../../../../domain/instants.ts'
import { answers } from '../../../../http/fields.ts'
import { operationsAnswer, trafficAnswer } from './schema.ts'

/** More than this is `at least`. */
const mostDue = 1_000
const noBackups: BackupState = { nightly: false, hour: null, running: null, last: null, error: null }

const operations: FastifyPluginAsyncTypebox = async fastify => {
  const tags = ['operations']
  const config = { operator: 'only' as const }

  fastify.get('', {
    config,
    schema: {
      tags,
      summary: 'What runs, and how backups stand',
      description: 'With auth on for operator keys only.',
      response: answers(operationsAnswer)
    }
  }, onOperations)
  fastify.get('/traffic', {
    config,
    schema: {
      tags,
      summary: 'The last 24 hours, a point a minute',
      description: 'Kept by this process, lost when it ends; probes and pages are not counted. With auth on for ' +
        'operator keys only.',
      response: answers(trafficAnswer)
    }
  }, onTraffic)
}

async function onOperations ({ server: { store, backup, traffic } }: FastifyRequest) {
  const due = await store.users({ enrichmentDue: true, limit: mostDue })
  const { nightly, hour, running, last, error } = await backup.state?.() ?? noBackups
  return {
    started_at: isoTime(traffic.startedAt),
    enrichment_due: due.length,
    backup: {
      nightly,
      hour,
      running_since: isoTime(running?.since ?? null),
      users_done: running?.users ?? null,
      users_total: running?.total ?? null,
      last: last === null
        ? null
        : { finished_at: isoTime(last.finishedAt), users: last.users, records: last.records, bytes: last.bytes },
      error
    }
  }
}

async function onTraffic ({ server: { traffic } }: FastifyRequest) {
  return {
    started_at: isoTime(traffic.startedAt),
    points: traffic.points().map(({ at, requests, failed, p50Ms, p95Ms }) => ({
      at: isoTime(at),
      requests,
      failed,
      p50_ms: p50Ms,
      p95_ms: p95Ms
    }))
  }
}

export default fp(operations, {
  name: 'routes-operations',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['store', 'backup', 'traffic'] }
})
