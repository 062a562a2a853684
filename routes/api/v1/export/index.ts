/** Everything of one user as lines of JSON, streamed. */
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { answers } from '../../../../http/fields.ts'
import { exportAnswer, exportQuery, type ExportRequest } from './schema.ts'

/** Characters of lines that are sent together. */
const chunkLength = 64 * 1024

const exported: FastifyPluginAsyncTypebox = async fastify => {
  fastify.get('/', {
    schema: {
      tags: ['users'],
      summary: 'Export a user',
      description:
        'NDJSON: a header, then entities, memories and what refers to them, with ids, history, both time axes ' +
        'and vectors, then an end with counts and a checksum. A stream without its end was cut off. ' +
        '`POST /import` takes it back.',
      querystring: exportQuery,
      response: {
        ...answers(exportAnswer),
        200: { description: 'One record a line.', content: { 'application/x-ndjson': { schema: exportAnswer } } }
      }
    }
  }, onExport)
}

async function onExport ({ query, server: { backup } }: FastifyRequest<ExportRequest>, reply: FastifyReply) {
  const lines = backup.export(query.user_id)[Symbol.asyncIterator]()
  // The first line is asked for here, so that a database that is down is an answer and not a broken stream.
  const first = await lines.next()
  return reply
    .header('content-type', 'application/x-ndjson; charset=utf-8')
    .header('content-disposition', 'attachment; filename="palimpsest-export.ndjson"')
    .serializer((payload: unknown) => payload as string)
    .send(Readable.from(all(first, lines), { objectMode: false }))
}

/** In chunks: a write of its own for each line would hold up everybody else when many export at once. */
async function* all (first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<Buffer> {
  let chunk = ''
  try {
    for (let next = first; next.done !== true; next = await rest.next()) {
      chunk += next.value
      if (chunk.length >= chunkLength) {
        yield Buffer.from(chunk)
        chunk = ''
      }
    }
    if (chunk !== '') yield Buffer.from(chunk)
  } finally {
    await rest.return?.()
  }
}

export default fp(exported, {
  name: 'routes-export',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['backup'] }
})
