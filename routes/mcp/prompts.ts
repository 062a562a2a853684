/** The prompt a person picks to put what is remembered in front of the model. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { checker, argumentName } from '../../http/validation.ts'
import { searchMemory } from './search-tools.ts'
import type { ToolContext } from './tool.ts'
import { clipped, oneLine } from './words.ts'

export const prompts = [{
  name: 'recall_context',
  title: 'Recall context',
  description: 'Puts what is remembered about a topic into the conversation.',
  arguments: [
    { name: 'query', description: 'What the conversation is about, in plain words.', required: true },
    { name: 'top_k', description: 'How many memories at most, 1 to 50; 10 when absent.' }
  ]
}]

// Arguments of prompts are always text.
const check = checker(searchMemory.input, 'text', argumentName)

export async function getPrompt (name: string, given: Record<string, unknown>, context: ToolContext) {
  if (name !== 'recall_context') throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`)
  const checked = check({ query: given['query'], top_k: given['top_k'] })
  if ('error' in checked) throw checked.error
  const { text } = await searchMemory.run(context, checked.value as never)
  return {
    description: 'What is remembered about this.',
    messages: [{
      role: 'user' as const,
      content: {
        type: 'text' as const,
        text: `What you remember about "${
          oneLine(clipped(String(given['query']), 300))
        }", best first:\n${text}\nUse it where it helps; where it says something ended, it no longer holds.`
      }
    }]
  }
}
