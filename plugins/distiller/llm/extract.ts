/** Extraction: one call a window, several windows concurrently, facts in the order of the conversation. */
import type { FastifyBaseLogger } from 'fastify'
import pMap from 'p-map'
import type { Conversation, Distillation } from '../../../domain/capabilities/distiller.ts'
import { LlmInvalidOutput } from '../../../domain/errors.ts'
import type { Llm } from '../../../domain/capabilities/llm.ts'
import { loadMoments } from './dates.ts'
import { readFacts, withoutRepeats, type Read } from './facts.ts'
import { prompt, schema, system, user } from './prompts/extract.ts'
import { windowsOf, type Window } from './windows.ts'

/** Windows of one conversation that are extracted at the same time. */
const concurrency = 3

export async function extract (
  llm: Llm,
  log: FastifyBaseLogger,
  conversation: Conversation
): Promise<Pick<Distillation, 'facts' | 'refused' | 'leftOut'>> {
  const { userId, signal } = conversation
  const windows = windowsOf(conversation.turns)
  const readMoment = await loadMoments()
  const words = { aboutAssistant: conversation.aboutAssistant, userName: conversation.userName }

  async function ask (window: Window): Promise<Read> {
    const { facts } = await llm.generate({
      prompt,
      system: system(words),
      user: user({ turns: window.text }),
      schema,
      userId,
      ...signal && { signal }
    })
    return readFacts(facts, window, conversation, readMoment)
  }

  const read = await pMap(windows, ask, { concurrency })
  const refused = read.flatMap(({ refused }) => refused)
  if (refused.length > 0) log.info({ prompt, refused }, 'some of what the LLM wrote down was not kept')
  const facts = withoutRepeats(read.flatMap(({ facts }) => facts))
  // A model that only quotes what was not said has not read the conversation.
  const unsaid = refused.filter(reason => reason === 'quote').length
  if (facts.length === 0 && unsaid > 0) {
    const error = new LlmInvalidOutput(llm.model, `none of its quotes stands in the conversation (facts: ${unsaid})`)
    throw Object.assign(error, { refused: unsaid })
  }
  const leftOut = read.flatMap(one => one.leftOut)
  return { facts, ...(unsaid > 0 && { refused: unsaid }), ...(leftOut.length > 0 && { leftOut }) }
}
