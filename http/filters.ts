/** The filters of the wire as the store's `Filter`: null, blank and unknown values are no condition. */
import type { Filter } from '../domain/capabilities/store.ts'
import { extractions } from '../domain/nouns.ts'
import { given, givenNames, givenTime, knownMemoryType } from './fields.ts'

type Text = string | null | undefined

export interface WireFilter {
  memory_type?: Text
  session_id?: Text
  project?: Text
  app?: Text
  tags?: string[] | null | undefined
  categories?: string[] | null | undefined
  as_of?: Text
  known_at?: Text
  include_superseded?: boolean | null | undefined
  extraction_status?: Text
}

export function filterFrom (wire: WireFilter): Filter {
  const tags = givenNames(wire.tags)
  const categories = givenNames(wire.categories)
  return present({
    memoryType: knownMemoryType(wire.memory_type),
    sessionId: given(wire.session_id),
    project: given(wire.project),
    app: given(wire.app),
    tags: tags.length > 0 ? tags : null,
    categories: categories.length > 0 ? categories : null,
    asOf: givenTime(wire.as_of),
    knownAt: givenTime(wire.known_at),
    includeSuperseded: wire.include_superseded === true ? true : null,
    extraction: extractions.find(status => status === wire.extraction_status) ?? null,
    forgotten: null
  })
}

function present (conditions: { [Name in keyof Filter]-?: NonNullable<Filter[Name]> | null }): Filter {
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== null))
}
