/** The tools that put one memory right by its id, and keep what was believed before. */
import type { MemoryDetail } from '../../domain/capabilities/keeping.ts'
import { Type } from '../../domain/type.ts'
import { findMemory } from './detail.ts'
import { wholeId } from './ids.ts'
import { tool, type ToolAnswer, type ToolContext } from './tool.ts'
import { clipped, oneLine } from './words.ts'

const memoryId = Type.String({ minLength: 1, maxLength: 1000 })
const output = Type.Object({ id: Type.String(), content: Type.String() })
const longestText = 200

export const correctMemory = tool({
  name: 'correct_memory',
  title: 'Correct a memory',
  description: 'Reword a memory that is wrong. What changed in the world: add_memories.',
  input: Type.Object({ memory_id: memoryId, text: Type.String({ minLength: 1, maxLength: 50_000, pattern: '\\S' }) }),
  output,
  readOnly: false,
  destructive: true,
  idempotent: false,
  run: async (context, { memory_id: given, text }) => {
    const id = await found(context, given)
    return answer('Corrected', await context.memory.correct(context.userId, id, { text }))
  }
})

export const retireMemory = tool({
  name: 'retire_memory',
  title: 'End a memory',
  description: 'What no longer holds; its history stays.',
  input: Type.Object({ memory_id: memoryId, reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) }),
  output,
  readOnly: false,
  destructive: true,
  idempotent: false,
  run: async (context, { memory_id: given, reason }) => {
    const id = await found(context, given)
    return answer('Ended', await context.memory.retire(context.userId, id, reason))
  }
})

/** The whole id of a memory in the caller's project. */
async function found (context: ToolContext, given: string): Promise<string> {
  const id = await wholeId(context, 'memory_id', given)
  await findMemory(context, id)
  return id
}

function answer (what: string, { memory: { id, text } }: MemoryDetail): ToolAnswer {
  const content = clipped(text, longestText)
  return { structured: { id, content }, text: `${what}: [${id}] ${oneLine(content)}` }
}
