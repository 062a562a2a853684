/** Turns to facts, and what a new fact does to the old ones. With an LLM or without. */
import type { Memory, MemoryType } from '../nouns.ts'

export const distillerInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    distiller: Distiller
  }
}

export interface Turn {
  role: string
  content: string
  uuid: string | null
  /** The speaker's name; null when unknown. */
  name: string | null
  /** When it was said, in milliseconds; relative dates in it are resolved against this. */
  at: number
  /** The caller said when; otherwise `at` is the time of the request. */
  timed?: boolean
  /** Minutes that the speaker's clock is ahead of UTC, which says on which day "tomorrow" is; 0 when absent. */
  zone?: number
  /** Sent before: context, from which no fact is taken. */
  known?: boolean
}

/** The time on the speaker's clock when it was said, in milliseconds as if that clock showed UTC. */
export const localTime = ({ at, zone = 0 }: Pick<Turn, 'at' | 'zone'>): number => at + zone * 60_000

export interface Conversation {
  userId: string
  turns: Turn[]
  /** Facts about the assistant instead of the user. */
  aboutAssistant: boolean
  /** The user's name, when earlier memories state it; facts then name the person. */
  userName: string | null
  signal?: AbortSignal
}

export interface NamedEntity {
  name: string
  type: string
  aliases: string[]
}

export interface StatedRelation {
  from: string
  predicate: string
  to: string
}

/** One atomic, self-contained fact on its way to becoming a memory. */
export interface CandidateFact {
  /**
   * Readable alone: names instead of pronouns, absolute dates instead of relative ones, in the language of the turn.
   * 1 to 50,000 characters.
   */
  text: string
  memoryType: MemoryType
  subject: string | null
  /** Canonical snake_case: `lives_in`, `works_at`, `likes`. */
  predicate: string | null
  value: string | null
  functional: boolean
  /** True when the fact denies: "does not eat meat". A denial never merges with its opposite. */
  negated: boolean
  /** Valid time; null when the turn does not say, the turn's time is then used. */
  validAt: number | null
  invalidAt: number | null
  entities: NamedEntity[]
  relations: StatedRelation[]
  /** The words of the turn it was read from, verbatim. */
  quote: string
  /** Places in `Conversation.turns`. */
  turnIndexes: number[]
  speaker: string | null
  /** 0 to 1. */
  confidence: number
  /**
   * True when subject, predicate and change were read from the words by rules. What a model claims of them is held
   * against the words by the pipeline.
   */
  ownReading?: boolean
  /**
   * What it would be in doubt without, as a predicate of the same subject (`lives_in`, `works_at`, `studies_at`), where
   * the words alone do not show it.
   */
  restsOn?: string
  /**
   * What the speaker's own words do to an older fact. `correction`: "actually …", "I moved from X to Y": this fact
   * replaces it. `ending`: "no longer …", "not … any more": it is over. `forget`: "forget that …": the user wants it
   * gone from view. `previous` is the old value or statement in the speaker's words, when spoken.
   */
  change: { kind: 'none' | 'correction' | 'ending' | 'forget', previous: string | null }
}

export interface Distillation {
  facts: CandidateFact[]
  /** Names of what did not work as configured (for example `llm_budget`); empty when all did. */
  degraded: string[]
  /** Facts left out because their quotes were not said; absent when there were none. */
  refused?: number
  /** What was claimed of a turn and not kept, for people to read: with its reason, and never with a secret. */
  leftOut?: LeftOut[]
}

export interface LeftOut {
  /** Place of the turn among those of the conversation. */
  turnIndex: number
  text: string
  reason: string
}

/** A candidate and the stored memories close to it, nearest first. */
export interface Comparison {
  candidate: CandidateFact
  neighbours: Array<{ memory: Memory, similarity: number }>
}

export const factEvents = ['ADD', 'SKIP_DUPLICATE', 'UPDATE', 'SUPERSEDE', 'INVALIDATE', 'NONE'] as const
/** What becomes of one fact. */
export type FactEvent = (typeof factEvents)[number]

export interface Verdict {
  event: FactEvent
  /** The neighbours it acts on: memory ids out of the comparison; empty for ADD and NONE. */
  targetIds: string[]
  /**
   * Of a target that says several things of which some are over: what still holds, in its own words, by its id. It is
   * stored anew in the place of the target; a target that is not named here is over as a whole.
   */
  remaining?: Record<string, string>
  /**
   * Words of a target, verbatim, that say what the fact is about where its own do not: "Our team is eight people" of
   * "we're at eleven now". They are quoted in front of the fact.
   */
  after?: string
  /** One sentence a person can read. */
  reason: string
}

export interface Summary {
  /** What is summarised: an entity's name, a community's members, a session id. */
  title: string
  kind: 'entity' | 'community' | 'session'
  /** Current facts, most important first. */
  facts: string[]
}

export interface Distiller {
  /** `distillerInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /** `rules` or `llm`, or the name of an external provider. */
  readonly provider: string
  /**
   * Never a silent empty answer: no facts means there were none. Throws the LLM's errors when it needs one and has
   * none to fall back on.
   */
  distill(conversation: Conversation): Promise<Distillation>
  /** One verdict a comparison, in order. Proposals only: the memory pipeline's guard has the last word. */
  reconcile(userId: string, comparisons: Comparison[]): Promise<Verdict[]>
  /** One text a request, in order, at most two sentences each. Extractive without an LLM. */
  summarise(userId: string, requests: Summary[]): Promise<string[]>
}
