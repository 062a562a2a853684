/** Who reads what: one turn of a conversation, with what was said before it. */
import type { Conversation, Turn } from '../../../domain/capabilities/distiller.ts'
import type { FindDates } from './dates.ts'
import type { Draft } from './drafts.ts'
import type { Talk } from './talk.ts'
import type { Sentence } from './tokens.ts'
import { type Speaking, noChange } from './reading.ts'

export interface Reader extends Speaking {
  find: FindDates
  talk: Talk
  conversation: Conversation
  turn: Turn
  index: number
}

/** A draft in the speaker's own words, of which nothing more is known. */
export function saidBy (
  { self, index }: Reader,
  { text, tokens }: Sentence,
  written: string,
  predicate: string | null = null,
  value: string | null = null
): Draft {
  return {
    text: written,
    quote: text,
    self,
    state: predicate === null ? null : { subject: self, predicate, value, functional: false },
    change: noChange,
    negated: false,
    modality: 'asserted',
    tense: 'present',
    tokens,
    turn: index
  }
}
