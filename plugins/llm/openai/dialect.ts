/** What one endpoint was found to accept: not every server that speaks OpenAI's API knows every part of it. */
import { APIError } from 'openai'
import type { ChatCompletionCreateParamsNonStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { TSchema } from 'typebox'

/** Best first. */
export const formats = ['json_schema', 'json_object', 'text'] as const
export type Format = (typeof formats)[number]

export interface Dialect {
  format: Format
  /** Reasoning models refuse any temperature but their own. */
  temperature: boolean
  tokensField: 'max_tokens' | 'max_completion_tokens'
}

export interface Phrase {
  model: string
  /** Name and version of the prompt: `extract@1`. */
  prompt: string
  messages: ChatCompletionMessageParam[]
  schema: TSchema
  maxOutputTokens: number | undefined
}

/** The request in this dialect. Where the server does not hold the model to the schema, the words do. */
export function phrase ({ format, temperature, tokensField }: Dialect, { model, prompt, messages, schema, maxOutputTokens }: Phrase): ChatCompletionCreateParamsNonStreaming {
  const [system, ...rest] = messages
  const spoken = format === 'json_schema' || system === undefined ? messages : [{ ...system, content: `${String(system.content)}\n\n${inWords(schema)}` } as ChatCompletionMessageParam, ...rest]
  return {
    model,
    messages: spoken,
    ...temperature && { temperature: 0 },
    ...maxOutputTokens !== undefined && { [tokensField]: maxOutputTokens },
    ...format === 'json_object' && { response_format: { type: 'json_object' as const } },
    ...format === 'json_schema' && { response_format: { type: 'json_schema' as const, json_schema: { name: prompt.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64), strict: true, schema: withoutAnnotations(schema) as Record<string, unknown> } } }
  }
}

/** The next dialect to try after a refusal, or null when the refusal must be about something else. */
export function simplified (dialect: Dialect, error: unknown): Dialect | null {
  if (!(error instanceof APIError) || ![400, 404, 415, 422, 501].includes(error.status ?? 0)) return null
  // Read, never repeated: servers name the parameter they refuse in a field, in prose, or not at all.
  const complaint = `${error.param ?? ''} ${error.message}`.toLowerCase()
  if (error.code === 'context_length_exceeded' || error.code === 'model_not_found') return null
  if (dialect.temperature && complaint.includes('temperature')) return { ...dialect, temperature: false }
  if (complaint.includes('max_tokens') && dialect.tokensField === 'max_tokens') return { ...dialect, tokensField: 'max_completion_tokens' }
  if (error.status === 404) return null
  const next = formats[formats.indexOf(dialect.format) + 1]
  return next === undefined ? null : { ...dialect, format: next }
}

/** Strict servers refuse keywords beyond structure; what they say is checked here anyway. */
function withoutAnnotations (schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutAnnotations)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !unspoken.has(name)).map(([name, value]) => [name, name === 'properties' ? eachProperty(value) : withoutAnnotations(value)]))
}

/** The names of properties are names, even when they look like keywords. */
function eachProperty (properties: unknown): unknown {
  return Object.fromEntries(Object.entries(properties as object).map(([name, value]) => [name, withoutAnnotations(value)]))
}

const unspoken = new Set(['default', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', '$id'])

function inWords (schema: TSchema): string {
  return `Answer with one JSON object and nothing else: no explanation, no code fence. The object is an instance of this JSON Schema; fill it in, do not repeat it:\n${JSON.stringify(withoutAnnotations(schema))}`
}
