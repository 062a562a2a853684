/** An export back in: ours, plain or gzipped, or OpenMemory's zip. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Counts } from '../../../../domain/capabilities/backup.ts'
import { ValidationFailed } from '../../../../domain/errors.ts'
import { answers } from '../../../../http/fields.ts'
import { importAnswer, importQuery, type ImportRequest } from './schema.ts'

/** The file is recognised by its first bytes; these only say that it is one. */
const fileTypes = [
  'application/x-ndjson',
  'application/jsonl',
  'application/gzip',
  'application/x-gzip',
  'application/zip',
  'application/x-zip-compressed',
  'application/octet-stream',
  'text/plain',
  'application/json'
]

const imported: FastifyPluginAsyncTypebox = async fastify => {
  // A file is streamed to the disk and counted there, not held to the size of a request body.
  fastify.removeContentTypeParser(fileTypes)
  fastify.addContentTypeParser(fileTypes, (_request, payload, done) => done(null, payload))

  fastify.post('/', {
    schema: {
      tags: ['users'],
      summary: 'Import a user',
      description:
        'Takes what `GET /export` gave, plain or gzipped, or an OpenMemory export (zip). The file is checked ' +
        'to its end before anything is stored. Ids are kept when the file is of the same user, and are made ' +
        'anew, always the same ones, when it is of another.',
      consumes: fileTypes,
      querystring: importQuery,
      response: answers(importAnswer, 409)
    }
  }, onImport)
}

async function onImport ({ query, body, server: { backup } }: FastifyRequest<ImportRequest>) {
  if (body === undefined || body === null) throw new ValidationFailed({ Body: ['The Body field is required.'] })
  const mode = query.mode ?? 'skip'
  const { format, imported, skipped, overwritten, left, vectors } = await backup.import(query.user_id, body, { mode })
  return {
    user_id: query.user_id,
    format,
    mode,
    imported: toWire(imported),
    skipped: toWire(skipped),
    overwritten,
    left_out: left,
    vectors
  }
}

function toWire ({ memory, supersession, entity, relation, session, reading, community }: Counts) {
  return {
    memories: memory,
    supersessions: supersession,
    entities: entity,
    relations: relation,
    sessions: session,
    readings: reading,
    communities: community
  }
}

export default fp(imported, {
  name: 'routes-import',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['backup'] }
})
