/**
 * What the interactive page fills in: a request that runs as it stands for each operation. Ids are of the right form
 * and of no person: put one of yours there.
 */
import type { Document } from './components.ts'

const user = 'sarah'
const memoryId = '01a204c0-b671-7048-938e-e715dcafd0c1'
const said = 'I moved from New York City to San Francisco last week.'

/** Of required parameters, by name. */
const parameters: Record<string, unknown> = { user_id: user, id: memoryId, client: 'docs' }

/** By operation. */
const bodies: Record<string, unknown> = {
  post_memories: { user_id: user, text: 'Sarah is allergic to walnuts.', infer: false },
  post_memories_from_conversation: {
    user_id: user,
    session_id: 's2',
    messages: [{ role: 'user', content: said, created_at: '2026-06-10T09:00:00Z' }]
  },
  post_memories_search: { user_id: user, query: 'Where does Sarah live?', top_k: 3 },
  post_memories_context: { user_id: user, query: 'Where does Sarah live?', max_tokens: 500 },
  post_memories_batch: { user_id: user, texts: ['Sarah plays the cello.', 'Sarah has a dog named Bruma.'] },
  delete_memories: { user_id: user, memory_ids: [memoryId] },
  patch_memories_by_id: { user_id: user, text: 'Sarah moved to San Francisco in May.' },
  post_memories_by_id_restore: { user_id: user },
  post_memories_by_id_retire: { user_id: user, reason: 'She said so on the phone.' },
  post_memories_by_id_pin: { user_id: user },
  post_memories_by_id_explain_miss: { user_id: user, query: 'Where does Sarah live?' },
  post_changes_undo: { user_id: user, session_id: 's2', dry_run: true },
  post_entities_by_id_separate: { user_id: user },
  post_entities_merge_suggestions_by_id_accept: { user_id: user },
  post_entities_merge_suggestions_by_id_refuse: { user_id: user },
  post_mcp_by_client: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  post_mcp_by_client_by_user_id: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
}

interface Parameter {
  name: string
  required?: boolean
}

/** The document with an example of each JSON body and of each parameter that has to be there. */
export function withExamples<T extends Document> (document: T): T {
  for (const operation of Object.values(document.paths ?? {}).flatMap(methods => Object.values(methods))) {
    const { operationId = '', requestBody, parameters: named = [] } = operation as typeof operation & {
      parameters?: Parameter[]
    }
    const body = requestBody?.content?.['application/json']
    if (body !== undefined && bodies[operationId] !== undefined) Object.assign(body, { example: bodies[operationId] })
    for (const parameter of named) {
      const example = parameters[parameter.name]
      if (parameter.required === true && example !== undefined) Object.assign(parameter, { example })
    }
  }
  return document
}
