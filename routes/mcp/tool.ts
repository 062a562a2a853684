/** A tool as data: what a model reads to decide, what it must send, what comes back, and the work. */
import type { Static, TSchema } from 'typebox'
import type { MemoryService } from '../../domain/capabilities/memory.ts'
import type { Caller } from './caller.ts'

export interface ToolContext {
  memory: MemoryService
  caller: Caller
  /** Whose memories this call is about. */
  userId: string
  /** Aborts when the client cancels or goes away. */
  signal: AbortSignal
}

export interface ToolAnswer {
  /** `structuredContent`. */
  structured: Record<string, unknown>
  /** The same for models and people that read. */
  text: string
}

export interface Tool {
  name: string
  title: string
  /** For a model that must decide when to call it. */
  description: string
  input: TSchema
  /** Arguments that are taken and documented, but not shown to a model: each costs tokens in every conversation. */
  unlisted?: readonly string[]
  output: TSchema
  /** Changes nothing. */
  readOnly: boolean
  /** Removes something for good. */
  destructive: boolean
  /** Asking twice does no more than asking once. */
  idempotent: boolean
  /** What a person is asked before it runs, where the client can ask; null where there is nothing to ask. */
  confirm?: (context: ToolContext, input: never) => Promise<string | null>
  run: (context: ToolContext, input: never) => Promise<ToolAnswer>
}

/** Whether a person agreed to this call; undefined where the client cannot ask one. */
export type Consent = 'unasked' | 'given' | 'refused' | undefined

/** Ties the type of `run`'s input to the schema. */
export function tool<Input extends TSchema> (
  definition: Omit<Tool, 'input' | 'run' | 'confirm'> & {
    input: Input
    confirm?: (context: ToolContext, input: Static<Input>) => Promise<string | null>
    run: (context: ToolContext, input: Static<Input>) => Promise<ToolAnswer>
  }
): Tool {
  return definition
}
