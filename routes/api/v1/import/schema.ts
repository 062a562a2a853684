import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'
import { choice, userId } from '../../../../http/fields.ts'

export const importQuery = Type.Object({
  user_id: userId,
  mode: choice('`skip` leaves what the user has as it is; `overwrite` replaces it by what the file says.', [
    'skip',
    'overwrite'
  ], 'skip')
})
export type ImportRequest = {
  Querystring: Static<typeof importQuery>
  Body: AsyncIterable<Uint8Array> | null | undefined
}

const many = (what: string) => Type.Integer({ description: `How many ${what}.` })
const counts = (description: string) =>
  Type.Object({
    memories: many('memories'),
    supersessions: many('links of history'),
    entities: many('entities'),
    relations: many('relations'),
    sessions: many('conversations'),
    communities: many('communities')
  }, { description })

export const importAnswer = Type.Object({
  user_id: Type.String({ description: 'Whose memories they are now.' }),
  format: Type.String({ description: '`palimpsest` or `openmemory`.' }),
  mode: Type.String({ description: 'As asked.' }),
  imported: counts('What was stored.'),
  skipped: counts('What was there already, or the same text under another id.'),
  overwritten: Type.Integer({ description: 'Memories that were replaced.' }),
  left_out: Type.Integer({
    description: 'Records of a foreign export that could not become memories: empty, or deleted there.'
  }),
  vectors: Type.Object({
    kept: Type.Integer({ description: "The file's vector was kept." }),
    embedded: Type.Integer({ description: 'A new one was made by the configured model.' }),
    missing: Type.Integer({ description: 'No vector; text search finds it, reindex-vectors makes one.' })
  }, { description: 'Of the imported memories.' })
}, { $id: 'ImportReport' })
