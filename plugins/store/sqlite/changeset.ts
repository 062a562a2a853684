/**
 * A changeset on its way to the writing thread: one JSON text and its vectors. As objects of thirty fields it takes
 * longer from one thread to the other, and deeply nested JSON exhausts the stack.
 */
import type { Changeset } from '../../../domain/capabilities/store.ts'
import { storable } from '../../../domain/text/storable.ts'
import { mapInSlices } from '../../_shared/time-slice.ts'

export interface PackedChangeset {
  /** JSON, its strings as every database can hold them. */
  stored: string
  /** Of `add`, in its order, then of `sessions`. */
  vectors: Array<Float32Array | null>
  removes: boolean
}

/** A changeset of fewer is made ready without a pause. */
const fewItems = 100

/** Walking a changeset as a long conversation makes it takes longer than others should wait, so that it pauses. */
export async function packChangeset (changeset: Changeset): Promise<PackedChangeset> {
  const { add, sessions } = changeset
  const vectors = [...add ?? [], ...sessions ?? []].map(item =>
    own('embedding' in item ? item.embedding : item.gistEmbedding)
  )
  const bare: Changeset = {
    ...changeset,
    ...(add && { add: add.map(memory => ({ ...memory, embedding: null })) }),
    ...(sessions && { sessions: sessions.map(session => ({ ...session, gistEmbedding: null })) })
  }
  const lists = Object.values(bare).filter(field => Array.isArray(field))
  const isLong = lists.reduce((sum, { length }) => sum + length, 0) >= fewItems
  return {
    stored: isLong ? await inSlices(bare) : jsonOf(bare),
    vectors,
    removes: (changeset.delete?.length ?? 0) > 0
  }
}

export function unpackChangeset ({ stored, vectors }: PackedChangeset): Changeset {
  const changeset = JSON.parse(stored) as Changeset
  const { add = [], sessions = [] } = changeset
  for (const [place, memory] of add.entries()) memory.embedding = vectors[place] ?? null
  for (const [place, session] of sessions.entries()) session.gistEmbedding = vectors[add.length + place] ?? null
  return changeset
}

/** A vector may be a view into a larger buffer, all of which would be copied to the thread. */
function own (vector: Float32Array | null): Float32Array | null {
  return vector === null || vector.byteLength === vector.buffer.byteLength ? vector : vector.slice()
}

async function inSlices (changeset: Changeset): Promise<string> {
  const fields: string[] = []
  for (const [name, field] of Object.entries(changeset) as Array<[string, unknown]>) {
    if (field === undefined) continue
    const json = Array.isArray(field) ? `[${(await mapInSlices(field, jsonOf)).join()}]` : jsonOf(field)
    fields.push(`"${name}":${json}`)
  }
  return `{${fields.join()}}`
}

/** How JSON writes NUL and lone surrogates. */
const unstorable = /\\u(?:0000|d[89a-f])/

function jsonOf (value: unknown): string {
  const json = JSON.stringify(value)
  return unstorable.test(json) ? JSON.stringify(storable(value)) : json
}
