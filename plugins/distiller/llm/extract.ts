/** Extraction: one call a window, some windows at a time, facts in the order they were told. */
import type { FastifyBaseLogger } from 'fastify'
import type { CandidateFact, Conversation } from '../../../kernel/capabilities/distiller.ts'
import type { Llm } from '../../../kernel/capabilities/llm.ts'
import { loadMoments } from './dates.ts'
import { readFacts, withoutRepeats, type Read } from './facts.ts'
import { prompt, schema, system, user } from './prompts/extract.ts'
import { windowsOf, type Window } from './windows.ts'

/** Windows of one conversation asked about at the same time. */
const lanes = 3

export async function extract (llm: Llm, log: FastifyBaseLogger, conversation: Conversation): Promise<CandidateFact[]> {
  const { userId, signal } = conversation
  const windows = windowsOf(conversation.turns)
  const readMoment = await loadMoments()
  const words = { aboutAssistant: conversation.aboutAssistant, userName: conversation.userName }
  const read: Read[] = []
  let failed = false

  async function ask (window: Window): Promise<Read> {
    const { facts } = await llm.generate({ prompt, system: system(words), user: user({ turns: window.text }), schema, userId, ...signal && { signal } })
    return readFacts(facts, window, conversation, readMoment)
  }

  const rows = windows.entries()
  await Promise.all(Array.from({ length: Math.min(lanes, windows.length) }, async () => {
    for (const [place, window] of rows) {
      if (failed) return
      try {
        read[place] = await ask(window)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }))

  const refused = read.flatMap(({ refused }) => refused)
  if (refused.length > 0) log.info({ prompt, refused }, 'some of what the LLM wrote down was not kept')
  return withoutRepeats(read.flatMap(({ facts }) => facts))
}
