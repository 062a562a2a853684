/** What a clause consists of, and the plainest questions about its words. */
import * as words from './lexicon.ts'
import type { Token } from './token.ts'

export type Tense = 'past' | 'perfect' | 'present' | 'progressive' | 'future'
export type Modality = 'asserted' | 'hypothetical' | 'planned' | 'wished' | 'reported' | 'asked' | 'ordered'

export interface Clause {
  /** The words as said, without "Well, actually,". */
  tokens: Token[]
  /** Empty when there is none. */
  subject: Token[]
  /** True when the subject is that of the clause before. */
  elided: boolean
  /** Lemma of the main verb; "stopped playing" is `stop`. Empty when there is no verb. */
  verb: string
  /** Auxiliaries, adverbs and the main verb. */
  group: Token[]
  /** Everything after the verb. */
  rest: Token[]
  negated: boolean
  /** "No longer", "any more", "used to". */
  over: boolean
  tense: Tense
  modality: Modality
  /** "Actually, …", "Sorry, …". */
  correcting: boolean
}

export const lower = (tokens: Token[]) => tokens.map(token => token.lower).join(' ')
/** The lower-case word at a place; empty where there is none. */
export const wordAt = (tokens: Token[], at: number) => tokens[at]?.lower ?? ''
/** The part of speech at a place; empty where there is none. */
export const kindAt = (tokens: Token[], at: number) => tokens[at]?.pos ?? ''
export const has = (tokens: Token[], set: Set<string>) =>
  tokens.some(token => set.has(token.lower) || set.has(token.lemma))
/** "Going", and not "sing". */
export const isGerund = ({ lower, lemma }: Token) => /ing$/.test(lower) && lower !== lemma
export const isVerb = (token: Token | undefined) => token !== undefined && (token.pos === 'VERB' || token.pos === 'AUX')

/** Adverbs, "not" and "no longer", as they stand before a verb. */
export function isAdverb (tokens: Token[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined) return false
  return token.pos === 'ADV' || words.negations.has(token.lower) || words.guesses.has(token.lower) ||
    (token.lower === 'no' && tokens[at + 1]?.lower === 'longer')
}
