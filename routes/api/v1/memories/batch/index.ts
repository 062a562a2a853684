/** Many memories in one request. Each is stored on its own: one that fails does not stop the others. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import pMap from 'p-map'
import type { Outcome } from '../../../../../domain/capabilities/memory.ts'
import { ValidationFailed } from '../../../../../domain/errors.ts'
import { answers, given, givenNames, givenTime, knownMemoryType } from '../../../../../http/fields.ts'
import { idempotencyOf, refuseDeep } from '../../../../../http/idempotency.ts'
import { refuseInverted } from '../../../../../http/order.ts'
import { toOutcome } from '../../../../../http/outcomes.ts'
import { idempotencyHeader } from '../schema.ts'
import { batchAnswer, batchBody, mostItems, type BatchBody, type BatchItem } from './schema.ts'

/** Under way at once; texts to be distilled still wait for each other. */
const concurrency = 16

const batch: FastifyPluginAsyncTypebox = async fastify => {
  fastify.post('', {
    schema: {
      tags: ['memories'],
      summary: 'Add many memories',
      description: 'At most 1,000. Each is stored on its own; one that fails is an `ERROR` among the results.',
      headers: idempotencyHeader,
      body: batchBody,
      response: answers(batchAnswer, 409)
    }
  }, onBatch)
}

async function onBatch (request: FastifyRequest<{ Body: BatchBody }>) {
  const { body, server: { memory } } = request
  const items: BatchItem[] = [...(body.texts ?? []).map(text => ({ text })), ...body.items ?? []]
  if (items.length === 0 || items.length > mostItems) {
    throw new ValidationFailed({ Items: [`Give 1 to ${mostItems} texts or items.`] })
  }
  for (const [place, item] of items.entries()) {
    refuseDeep(item.metadata, `Items[${place}].Metadata`)
    refuseInverted(item, `Items[${place}].InvalidAt`)
  }
  const idempotency = idempotencyOf(request)
  const add = async (item: BatchItem, index: number): Promise<Outcome[]> => {
    try {
      const added = await memory.remember({
        userId: body.user_id,
        text: item.text,
        infer: body.infer ?? false,
        memoryType: knownMemoryType(item.memory_type),
        metadata: item.metadata ?? null,
        validAt: givenTime(item.valid_at),
        invalidAt: givenTime(item.invalid_at),
        app: given(body.app),
        project: given(body.project),
        sessionId: given(body.session_id),
        tags: givenNames([...body.tags ?? [], ...item.tags ?? []]),
        categories: givenNames(body.categories),
        idempotency: idempotency === null ? null : { ...idempotency, key: `${idempotency.key}/${index}` }
      })
      return added.results
    } catch (error) {
      if (index === 0) throw error
      const message = error instanceof Error ? error.message : String(error)
      return [{ id: null, memory: item.text, event: 'ERROR', error: message }]
    }
  }
  // The first alone: what is wrong with the request is wrong with all of it.
  const [first, ...rest] = items as [BatchItem, ...BatchItem[]]
  const results = [
    await add(first, 0),
    ...await pMap(rest, async (item, place) => await add(item, place + 1), { concurrency })
  ]
  return {
    results: results.flatMap((outcomes, index) => outcomes.map(outcome => ({ index, ...toOutcome(outcome) })))
  }
}

export default fp(batch, {
  name: 'routes-batch',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
