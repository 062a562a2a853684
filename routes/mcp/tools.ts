/**
 * The tools in the order a model reads them, and how one is called: arguments checked, the user determined, errors
 * worded so that a model can correct them.
 */
import {
  inputRequired,
  type CallToolResult,
  type InputRequiredResult,
  type Tool as ListedTool
} from '@modelcontextprotocol/server'
import type { TSchema } from 'typebox'
import { Forbidden, ValidationFailed } from '../../domain/errors.ts'
import { describeError } from '../../http/errors.ts'
import { argumentName, checker } from '../../http/validation.ts'
import { namespaceOf } from './caller.ts'
import { correctMemory, retireMemory } from './keep-tools.ts'
import { getEntity, getMemory, listMemories } from './read-tools.ts'
import { getContext, searchMemory } from './search-tools.ts'
import type { Consent, Tool, ToolContext } from './tool.ts'
import { clipped, wellFormed } from './words.ts'
import { addConversation, addMemories, deleteMemories } from './write-tools.ts'

export const tools: Tool[] = [
  searchMemory,
  getContext,
  addMemories,
  addConversation,
  listMemories,
  getMemory,
  getEntity,
  correctMemory,
  retireMemory,
  deleteMemories
]

/**
 * The tools as `tools/list` answers them. `user_id` is an argument only where it can decide something, and a key that
 * may only read sees only what it may call.
 */
export function describeTools (withUserId: boolean, readers: boolean = false): ListedTool[] {
  const visible = tools.filter(({ readOnly }) => readOnly || !readers)
  return visible.map(({ name, title, description, input, unlisted, output, readOnly, destructive, idempotent }) => ({
    name,
    title,
    description,
    inputSchema: listed(input, unlisted, withUserId),
    outputSchema: plain(output),
    annotations: {
      readOnlyHint: readOnly,
      ...(readOnly ? {} : { destructiveHint: destructive, idempotentHint: idempotent }),
      openWorldHint: false
    }
  }))
}

type JsonSchema = ListedTool['inputSchema']

/** Left out of the schemas a model reads: each costs tokens, and a violation is explained by the tool's error. */
const hiddenKeywords = new Set([
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'default',
  'format'
])

function plain (schema: TSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => hiddenKeywords.has(key) ? undefined : value)
  ) as JsonSchema
}

const userId = { type: 'string', description: 'whose memories' }

function listed (input: TSchema, unlisted: readonly string[] = [], withUserId: boolean): JsonSchema {
  const described = plain(input)
  const shown = Object.entries(described.properties ?? {}).filter(([name]) => !unlisted.includes(name))
  return { ...described, properties: { ...Object.fromEntries(shown), ...(withUserId && { user_id: userId }) } }
}

/** Compiled once. A name that is not known is refused, because a model that guesses an argument should learn of it. */
const callable = new Map(
  tools.map(tool => [tool.name, { tool, check: checker(strictly(tool.input), 'body', argumentName) }])
)

function strictly (input: TSchema): TSchema {
  const { properties } = input as { properties?: object }
  return { ...input, properties: { ...properties, user_id: { type: ['string', 'null'] } }, additionalProperties: false }
}

export function knowsTool (name: string): boolean {
  return callable.has(name)
}

/** Never throws for a mistake of the caller: a model reads the tool's error and tries again. */
export async function callTool (
  name: string,
  given: unknown,
  call: Omit<ToolContext, 'userId'> & { consent?: Consent },
  report: (error: unknown) => void
): Promise<CallToolResult | InputRequiredResult> {
  const { consent, ...context } = call
  const { tool, check } = callable.get(name) ?? {}
  if (tool === undefined || check === undefined) throw new Error(`unknown tool ${name}`)
  try {
    const checked = check(given ?? {})
    if ('error' in checked) throw checked.error
    const { user_id: asked, ...input } = checked.value as Record<string, unknown>
    if (context.caller.readOnly && !tool.readOnly) throw new Forbidden('This key may only read.')
    const whole = { ...context, userId: namespaceOf(context.caller, asked) }
    const question = consent === undefined || consent === 'given' ? null : await tool.confirm?.(whole, input as never)
    if (typeof question === 'string') {
      if (consent === 'unasked') return ask(question)
      throw new Forbidden('The user was asked and did not agree, so nothing was done.')
    }
    const { structured, text } = await tool.run(whole, input as never)
    return wellFormed({ content: [{ type: 'text', text }], structuredContent: structured })
  } catch (error) {
    return toolError(error, context.signal.aborted ? () => {} : report)
  }
}

/** The name of the one question that a call may ask. */
export const confirmation = 'confirm'

/** Accepting the form is the answer, so it has no field. */
function ask (message: string): InputRequiredResult {
  const requestedSchema = { type: 'object' as const, properties: {} }
  return inputRequired({ inputRequests: { [confirmation]: inputRequired.elicit({ message, requestedSchema }) } })
}

/** Characters: a call can be wrong in a thousand places. */
const longestError = 2_000

function toolError (error: unknown, report: (error: unknown) => void): CallToolResult {
  const { status, code, message, detail } = describeError(error, 'of this call')
  if (status >= 500) report(error)
  const advice = error instanceof ValidationFailed ? 'Correct the arguments and call again.' : detail
  const said = clipped(message, longestError)
  return wellFormed({
    isError: true,
    content: [{ type: 'text', text: `${code}: ${said}${advice === null ? '' : ` ${advice}`}` }],
    _meta: { error: { status, code, message: said, detail: advice } }
  })
}
