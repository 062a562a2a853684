/** A word of a sentence. */
import type { PartOfSpeech } from 'wink-nlp'

export interface Token {
  text: string
  lower: string
  lemma: string
  pos: PartOfSpeech
  /** Places in the text that was read. */
  start: number
  end: number
  /** Whether the tagger's English vocabulary has it as it is written. */
  known?: boolean
}
