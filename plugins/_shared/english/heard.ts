/** What was heard right before, and what of a turn is not yet read. */
import { proposedIn, questionIn } from './questions.ts'
import type { Talk } from './talk.ts'

/** Of a turn of the other. */
export function noteHeard (talk: Talk, content: string): void {
  talk.asked = questionIn(content)
  talk.proposed = proposedIn(content)
  talk.heard = content
}

/** The words of a turn of the speaker, as they come. */
export function begun (talk: Talk, words: string): string {
  talk.unread = words
  talk.isFirst = true
  return words
}

/** A sentence of them. */
export function noteRead (talk: Talk, sentence: string): void {
  const at = talk.unread.indexOf(sentence)
  if (at >= 0) talk.unread = talk.unread.slice(at + sentence.length)
  talk.isFirst = false
  talk.heard = ''
}

/** What may be quoted in front of a statement that points to `after`: what the other said is that and nothing else. */
export const quotable = ({ proposed, lines }: Talk, after: string | null, earlier: string[]): string[] =>
  after !== null && after === proposed ? [after] : [...lines, ...earlier]
