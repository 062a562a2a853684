/** The parts of OpenAI's chat API that one endpoint accepts, learnt from its refusals. */
import { APIError } from 'openai'
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam
} from 'openai/resources/chat/completions'
import type { TSchema } from 'typebox'

/** Best first. */
export const responseFormats = ['json_schema', 'json_object', 'text'] as const
export type ResponseFormat = (typeof responseFormats)[number]

export interface RequestFormat {
  format: ResponseFormat
  /** Reasoning models refuse any temperature but their own. */
  temperature: boolean
  tokensField: 'max_tokens' | 'max_completion_tokens'
}

export interface ChatRequest {
  model: string
  /** Name and version of the prompt: `extract@1`. */
  prompt: string
  messages: ChatCompletionMessageParam[]
  schema: TSchema
  maxOutputTokens: number | undefined
}

/** The request in this accepted. Where the server does not hold the model to the schema, the words do. */
export function buildRequest (
  { format, temperature, tokensField }: RequestFormat,
  { model, prompt, messages, schema, maxOutputTokens }: ChatRequest
): ChatCompletionCreateParamsNonStreaming {
  const [system, ...rest] = messages
  const worded = format === 'json_schema' || system === undefined
    ? messages
    : [{ ...system, content: `${String(system.content)}\n\n${inWords(schema)}` } as ChatCompletionMessageParam, ...rest]
  return {
    model,
    messages: worded,
    ...temperature && { temperature: 0 },
    ...maxOutputTokens !== undefined && { [tokensField]: maxOutputTokens },
    ...format === 'json_object' && { response_format: { type: 'json_object' as const } },
    ...format === 'json_schema' &&
      {
        response_format: {
          type: 'json_schema' as const,
          json_schema: {
            name: prompt.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64),
            strict: true,
            schema: withoutAnnotations(schema) as Record<string, unknown>
          }
        }
      }
  }
}

/** The next format to try after a refusal; null when the refusal is not about the format. */
export function simplified (accepted: RequestFormat, error: unknown): RequestFormat | null {
  if (!(error instanceof APIError) || ![400, 404, 415, 422, 501].includes(error.status ?? 0)) return null
  // Servers name the parameter they refuse in a field, in prose, or not at all. The prose is never repeated.
  const complaint = `${error.param ?? ''} ${error.message}`.toLowerCase()
  if (error.code === 'context_length_exceeded' || error.code === 'model_not_found') return null
  if (accepted.temperature && complaint.includes('temperature')) return { ...accepted, temperature: false }
  if (complaint.includes('max_tokens') && accepted.tokensField === 'max_tokens') {
    return { ...accepted, tokensField: 'max_completion_tokens' }
  }
  if (error.status === 404) return null
  const next = responseFormats[responseFormats.indexOf(accepted.format) + 1]
  return next === undefined ? null : { ...accepted, format: next }
}

/** Strict servers refuse keywords beyond structure; the answer is checked against them here anyway. */
function withoutAnnotations (schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutAnnotations)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).filter(([name]) => !annotations.has(name)).map((
      [name, value]
    ) => [name, name === 'properties' ? eachProperty(value) : withoutAnnotations(value)])
  )
}

/** A property may have the name of a keyword. */
function eachProperty (properties: unknown): unknown {
  return Object.fromEntries(
    Object.entries(properties as object).map(([name, value]) => [name, withoutAnnotations(value)])
  )
}

const annotations = new Set([
  'default',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  '$id'
])

function inWords (schema: TSchema): string {
  const order = 'Answer with one JSON object and nothing else: no explanation, no code fence. ' +
    'The object is an instance of this JSON Schema; fill it in, do not repeat it:'
  return `${order}\n${JSON.stringify(withoutAnnotations(schema))}`
}
