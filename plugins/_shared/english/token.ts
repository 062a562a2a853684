/** A word of a sentence, as every analysis reads it. */
import type { PartOfSpeech } from 'wink-nlp'

export interface Token {
  text: string
  lower: string
  lemma: string
  pos: PartOfSpeech
  /** In characters of the line. */
  start: number
  end: number
  /** Whether it is in the English lexicon. */
  known: boolean
}
