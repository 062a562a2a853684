/**
 * An LLM behind an OpenAI-shaped endpoint. Shared by `openai-compatible` and `azure-openai`; they differ in how they
 * connect.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { Static, TSchema } from 'typebox'
import type { Cache } from '../../../domain/capabilities/cache.ts'
import { llmInterfaceVersion, type Llm, type LlmRequest, type LlmUsage } from '../../../domain/capabilities/llm.ts'
import { LlmInvalidOutput, LlmUnavailable, withDetail } from '../../../domain/errors.ts'
import { ask } from '../../_shared/openai/ask.ts'
import type { Endpoint } from '../../_shared/openai/endpoint.ts'
import { explain, MalformedAnswer, quietCause } from '../../_shared/openai/faults.ts'
import { createBreaker } from '../../_shared/resilience.ts'
import { answerCache } from './answers.ts'
import { createBudget, type Counters } from './budget.ts'
import { readObject } from './read-object.ts'
import { buildRequest, simplified, type RequestFormat } from './request-format.ts'

export interface LlmOptions {
  /** For one completion, retries included. */
  timeoutMs: number
  /** Tokens a day; 0 is unlimited. */
  limits: { perUser: number, total: number }
  counters: Counters
  tokensField: RequestFormat['tokensField']
  cache: Cache | null
  log: FastifyBaseLogger
}

interface Completion {
  content: string
  cutShort: boolean
}

/** Characters of an unusable answer that are shown to the model again. */
const longestReminder = 4_000

export function createLlm (
  endpoint: Endpoint,
  { timeoutMs, limits, counters, tokensField, cache, log }: LlmOptions
): Llm {
  const { client, provider, model, url } = endpoint
  const usage: LlmUsage = { calls: 0, promptTokens: 0, completionTokens: 0 }
  const budget = createBudget(limits, counters)
  const breaker = createBreaker(error => explain(error, endpoint).passing)
  const answers = answerCache(cache, endpoint)
  const name = `${model} at ${url}`
  let accepted: RequestFormat = { format: 'json_schema', temperature: true, tokensField }

  async function generate<Schema extends TSchema> (request: LlmRequest<Schema>): Promise<Static<Schema>> {
    const since = performance.now()
    const kept = await answers.get(request)
    if (kept !== null) return kept
    const messages: ChatCompletionMessageParam[] = [{ role: 'system', content: request.system }, {
      role: 'user',
      content: request.user
    }]
    let wrong = ''
    for (const round of ['asked', 'repaired']) {
      await budget.check(request.userId, request.isSummary)
      const { content, cutShort } = await complete(request, messages)
      const { value, problem } = readObject(request.schema, content)
      if (problem === null) {
        await answers.set(request, value, since)
        return value
      }
      wrong = cutShort ? 'the answer was cut off at the output limit' : problem
      log.warn({ prompt: request.prompt, model, round, problem: wrong }, 'the LLM did not answer in the form asked for')
      messages.push({ role: 'assistant', content: content.slice(0, longestReminder) || '{}' }, {
        role: 'user',
        content: `That answer cannot be used: ${wrong}. Answer again${
          cutShort ? ', more briefly,' : ''
        } with one JSON object in the form asked for, and nothing else.`
      })
    }
    throw withDetail(
      new LlmInvalidOutput(name, wrong),
      `Choose a model that can follow a JSON Schema (${endpoint.settings.model}).`
    )
  }

  async function complete<Schema extends TSchema> (
    request: LlmRequest<Schema>,
    messages: ChatCompletionMessageParam[]
  ): Promise<Completion> {
    const { prompt, schema, maxOutputTokens, signal } = request
    const onRetry = (reason: string, pauseMs: number) =>
      log.warn({ prompt, model, reason, pauseMs }, 'the LLM is asked again')
    for (let tried = accepted;;) {
      const body = buildRequest(tried, { model, prompt, messages, schema, maxOutputTokens })
      const started = performance.now()
      try {
        const { answer, completion } = await breaker.execute(async () => {
          const answer = await ask(
            endpoint,
            { timeoutMs, onRetry, ...signal && { signal } },
            signal => client.chat.completions.create(body, { signal })
          )
          return { answer, completion: readCompletion(answer) }
        })
        const tokens = tokensOf(answer, JSON.stringify(body.messages), completion.content)
        usage.calls++
        usage.promptTokens += tokens.promptTokens
        usage.completionTokens += tokens.completionTokens
        await budget.spend(request.userId, tokens.promptTokens + tokens.completionTokens, request.isSummary)
        log.info(
          { prompt, model, format: tried.format, ...tokens, ms: Math.round(performance.now() - started) },
          'the LLM answered'
        )
        accepted = tried
        return completion
      } catch (error) {
        if (signal?.aborted) throw error
        const simpler = simplified(tried, error)
        if (simpler !== null) {
          tried = simpler
          continue
        }
        const { reason, detail } = explain(error, endpoint)
        throw withDetail(new LlmUnavailable(name, reason, quietCause(error)), detail)
      }
    }
  }

  return { interfaceVersion: llmInterfaceVersion, provider, model, endpoint: url, configured: true, usage, generate }
}

function readCompletion (answer: unknown): Completion {
  const { choices } = (answer ?? {}) as { choices?: unknown }
  const [choice] = Array.isArray(choices)
    ? choices as Array<{ message?: { content?: unknown }, finish_reason?: unknown }>
    : []
  if (typeof choice?.message !== 'object') throw new MalformedAnswer('its answer is no chat completion')
  const { content } = choice.message
  return { content: typeof content === 'string' ? content : '', cutShort: choice.finish_reason === 'length' }
}

/** As the server counted, or about a token for four bytes when it does not say. */
function tokensOf (
  answer: unknown,
  asked: string,
  answered: string
): { promptTokens: number, completionTokens: number, estimated: boolean } {
  const { usage } = answer as { usage?: { prompt_tokens?: unknown, completion_tokens?: unknown } }
  const promptTokens = usage?.prompt_tokens
  const completionTokens = usage?.completion_tokens
  if (isCount(promptTokens) && isCount(completionTokens)) return { promptTokens, completionTokens, estimated: false }
  return {
    promptTokens: Math.ceil(Buffer.byteLength(asked) / 4),
    completionTokens: Math.ceil(Buffer.byteLength(answered) / 4),
    estimated: true
  }
}

function isCount (value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
