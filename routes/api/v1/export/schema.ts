import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'
import { userId } from '../../../../http/fields.ts'

export const exportQuery = Type.Object({ user_id: userId })
export type ExportRequest = { Querystring: Static<typeof exportQuery> }

export const exportAnswer = Type.String({ description: 'Lines of JSON; `record` says what each one is.' })
