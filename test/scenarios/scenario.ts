/**
 * One row of the table: what is said, what the scripted model makes of it, and what must lie in the store afterwards.
 */
import type { ExtractedFact } from '../../plugins/distiller/llm/prompts/extract.ts'

export type ScriptedFact = Pick<ExtractedFact, 'text' | 'quote'> & Partial<ExtractedFact>

/**
 * What the scripted model decides on the new fact that holds `fact`, citing the old facts that hold the words in
 * `old`.
 */
export interface Decides {
  fact: string
  event: string
  old?: string[]
  reason?: string
}

export interface Step {
  /** A user's turn, or turns with their roles. */
  say: string | Array<[role: string, content: string]>
  /** Day of the turns, `2026-03-01`; the steps of a scenario are a day apart otherwise. */
  on?: string
  facts?: ScriptedFact[]
  decides?: Decides[]
  /** Through `POST /memories` instead of `from-conversation`. */
  remember?: boolean
  /** More fields of the request. */
  with?: Record<string, unknown>
  headers?: Record<string, string>
  /**
   * Calls before the answer: extraction and reconciliation. Absent: one of the first, as many of the second as
   * `decides` needs.
   */
  calls?: [number, number]
  /** Sent at the same moment as the steps before it that are marked so too. */
  atOnce?: boolean
}

export interface Stored {
  /** Texts of what is believed now. */
  active: string[]
  superseded?: Array<[old: string, by: string]>
  /** Ended or forgotten, with nothing in its place. */
  invalidated?: string[]
  /** Names of the entities; not looked at when absent. */
  entities?: string[]
  /** Relations that hold now; not looked at when absent. */
  relations?: Array<[from: string, predicate: string, to: string]>
  /** First day of validity by text, as a date. */
  since?: Record<string, string>
}

export interface Scenario {
  name: string
  steps: Step[]
  stored: Stored
}

/** Facts are given as text, quote and whatever else matters. */
export function fact (text: string, quote: string, more: Partial<ExtractedFact> = {}): ScriptedFact {
  return { text, quote, turn: 1, ...more }
}

export const lives = (text: string, quote: string, value: string, more: Partial<ExtractedFact> = {}) =>
  fact(text, quote, { predicate: 'lives_in', value, single: true, ...more })
export const likes = (text: string, quote: string, value: string, more: Partial<ExtractedFact> = {}) =>
  fact(text, quote, { predicate: 'likes', value, ...more })
