import type { ReembedProgress } from '../../../domain/capabilities/store.ts'
import { bruteForce } from './nearest.ts'
import {
  freshUser,
  given,
  ids,
  newMemory,
  newSession,
  random,
  randomVector,
  suiteModel,
  type Chapter
} from './suite.ts'

/** A text's vector under a made-up model: the same text and model give the same direction. */
export function modelVector (text: string, dimensions: number, seed: number): Float32Array {
  let hash = seed
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return randomVector(dimensions, random(hash))
}

/** An embedder of that made-up model; `onBatch` runs before each batch. */
export const embedWith =
  (size: number, seed: number, onBatch: () => Promise<void> = async () => {}) => async (texts: string[]) => {
    await onBatch()
    return texts.map(text => modelVector(text, size, seed))
  }

/** Comes last: over all that the other chapters have stored. */
export const reembed: Chapter = ({ it, dimensions, reopen }) => {
  const other = dimensions + 8

  it(
    'store.reembed',
    'a new dimension is filled beside the old one while reads and writes go on, a failed run ' +
      'is resumed, the switch is whole, and the way back is the same',
    async (t, store) => {
      const userId = freshUser()
      const memories = Array.from({ length: 250 }, (_, index) =>
        newMemory(userId, `text ${index}`, {
          embedding: index % 5 === 0 ? null : modelVector(`text ${index}`, dimensions, 1)
        }))
      await given(store, userId, memories, {
        sessions: [newSession(userId, 's', { gist: 'the gist', gistEmbedding: modelVector('the gist', dimensions, 1) })]
      })
      const before = await store.meta()
      const oldQuery = modelVector('text 7', dimensions, 1)

      let batches = 0
      let asked = 0
      const failing = async (texts: string[]): Promise<Float32Array[]> => {
        if (++batches > 2) {
          throw new Error('the embedder went away')
        }
        asked += texts.length
        return texts.map(text => modelVector(text, other, 2))
      }
      const failed: ReembedProgress[] = []
      await store.reembed({ model: 'other-model', dimensions: other }, failing, progress => failed.push(progress)).then(
        progress => t.equal(progress.state, 'failed'),
        error => t.match(String(error), /went away/)
      )
      t.match(failed.at(-1), { state: 'failed', error: /went away/ }, 'the last report says so')
      t.same(await store.meta(), before, 'nothing was switched')
      t.equal((await store.nearest(userId, oldQuery, {}, 1))[0]?.id, memories[7]?.id, 'the old vectors still answer')

      const reports: ReembedProgress[] = []
      const newcomer = newMemory(userId, 'written meanwhile', { embedding: modelVector('written meanwhile', other, 2) })
      let written = false
      let again = 0
      const finished = await store.reembed({ model: 'other-model', dimensions: other }, async texts => {
        again += texts.length
        if (!written) {
          written = true
          await given(store, userId, [newcomer])
          t.equal(
            (await store.matchText(userId, 'meanwhile', {}, 1))[0]?.id,
            newcomer.id,
            'a write meanwhile is searchable by its text'
          )
          t.equal(
            (await store.nearest(userId, oldQuery, {}, 1))[0]?.id,
            memories[7]?.id,
            'and the old vectors answer meanwhile'
          )
        }
        return texts.map(text => modelVector(text, other, 2))
      }, progress => reports.push({ ...progress }))
      t.match(finished, { state: 'done', model: 'other-model', dimensions: other, error: null })
      t.equal(finished.done, finished.total)
      t.match(reports.at(-1), { state: 'done' })
      t.ok(reports.some(report => report.state === 'running' && report.done < report.total), 'progress was reported')
      t.ok(
        reports.every((report, place) => place === 0 || report.done >= (reports[place - 1]?.done ?? 0)),
        'and only grew'
      )
      const meta = await store.meta()
      t.match(meta, { model: 'other-model', dimensions: other })
      t.ok(meta.generation > before.generation)
      t.ok(asked > 0 && finished.total - again >= asked, 'what was embedded before the failure was not embedded again')

      const query = modelVector('text 10', other, 2)
      const expected = bruteForce([
        ...memories.map(memory => ({ ...memory, embedding: modelVector(memory.text, other, 2) })),
        newcomer
      ], query).slice(0, 5)
      t.same(
        ids(await store.nearest(userId, query, {}, 5)),
        ids(expected),
        'every memory has a new vector, also one that had none'
      )
      t.equal((await store.nearest(userId, newcomer.embedding ?? query, {}, 1))[0]?.id, newcomer.id)
      t.same([...(await store.sessions(userId, { ids: ['s'], limit: 1 }))[0]?.gistEmbedding ?? []], [
        ...modelVector('the gist', other, 2)
      ])
      t.ok(
        (await store.describeIndexes()).some(index =>
          index.kind === 'vector' && index.dimensions === other && index.state === 'ready'
        )
      )
      await t.rejects(store.nearest(userId, oldQuery, {}, 1), { code: 'dimension_mismatch' })
      await given(store, userId, [newMemory(userId, 'after', { embedding: modelVector('after', other, 2) })])

      await store.reembed({ model: suiteModel, dimensions }, embedWith(dimensions, 1), () => {})
      t.match(await store.meta(), { model: suiteModel, dimensions })
      t.equal((await store.nearest(userId, oldQuery, {}, 1))[0]?.id, memories[7]?.id)
    }
  )

  it(
    'store.reembedding',
    'what was begun and not finished stands in the store with how far it is, for every process ' +
      'that opens it, until it is finished',
    async (t, store) => {
      const userId = freshUser()
      await given(store, userId, Array.from({ length: 150 }, (_, index) => newMemory(userId, `text ${index}`)), {
        sessions: [newSession(userId, 's', { gist: 'the gist', gistEmbedding: modelVector('the gist', dimensions, 1) })]
      })
      const seen: Array<{ done: number, total: number } | null> = []
      let last: ReembedProgress | undefined
      const breaking = async (texts: string[]): Promise<Float32Array[]> => {
        seen.push(await store.reembedding())
        if (seen.length > 2) throw new Error('the embedder went away')
        return texts.map(text => modelVector(text, other, 5))
      }
      await store.reembed({ model: 'fifth-model', dimensions: other }, breaking, progress => {
        last = progress
      }).catch(() => {})
      t.ok(
        seen.length === 3 &&
          seen.every((found, place) =>
            found !== null && found.done < found.total && (place === 0 || found.done > (seen[place - 1]?.done ?? 0))
          ),
        `it grows: ${JSON.stringify(seen)}`
      )
      const { model, generation, done, total, startedAt } = last as ReembedProgress
      const reopened = await reopen()
      t.same(await reopened.reembedding(), { model, dimensions: other, generation, done, total, startedAt })
      await reopened.reembed({ model: suiteModel, dimensions }, embedWith(dimensions, 1), () => {})
      t.equal(await reopened.reembedding(), null)
    }
  )
}
