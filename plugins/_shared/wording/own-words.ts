/**
 * Which words of a turn are its speaker's own: not quoted lines, code, speech in quotation marks, what "she wrote: …"
 * introduces, forwarded mail, other people's lines of a pasted chat, what is to be translated or corrected.
 */
import { normaliseText } from '../../../domain/text/identity.ts'
import { blanked, lettersIn, type Span } from './letters.ts'
import { isQuotedSpeech, quotationMarks } from './cues.ts'
import { chatLine, oneself } from './words/quoting.ts'

/** "Proofread this: …": what follows is material. */
const task =
  /\b(?:translate|proofread|proof-read|summari[sz]e|rewrite|paraphrase|rephrase|correct|edit|polish|analy[sz]e|reply to|respond to|grammar|spelling|feedback on|review|fix)\b[^.?!\n]{0,200}(?::|\n|(?=["“«]))/i

/** The turn with the words of others blanked out, place by place; what one of the names signed is the speaker's. */
export function ownWords (content: string, names: string[] = []): string {
  return blanked(content, quotedSpans(content, names))
}

function quotedSpans (content: string, names: string[]): Span[] {
  return [
    ...[...content.matchAll(/```[\s\S]*?(?:```|$)/g)].map(spanOf),
    ...[...content.matchAll(/^[ \t]*>.*$/gm)].map(spanOf),
    ...[...content.matchAll(quotationMarks)].filter(([, inside = '']) => isQuotedSpeech(inside)).map(spanOf),
    ...tasksIn(content),
    ...lettersIn(content, names),
    ...[...content.matchAll(chatLine)].filter(([, name = '']) => !oneself.test(name.trim())).map(spanOf)
  ]
}

function tasksIn (content: string): Span[] {
  const start = task.exec(content)?.index
  return start === undefined ? [] : [[start, content.length]]
}

function spanOf (match: RegExpMatchArray): Span {
  const from = match.index ?? 0
  return [from, from + match[0].length]
}

/** The part of a quote that is the speaker's own; empty when another wrote all of it. */
export function ownPart (quote: string, content: string, own: string): string {
  if (quote === '') return ''
  for (let at = content.indexOf(quote); at >= 0; at = content.indexOf(quote, at + 1)) {
    const part = own.slice(at, at + quote.length)
    if (/[\p{L}\p{N}]/u.test(part)) return part
  }
  if (content.includes(quote)) return ''
  // Rules join what was said in several places; what none of them holds stays as it is.
  return normaliseText(own) === normaliseText(content) || !wordsStandIn(quote, content) || wordsStandIn(quote, own)
    ? quote
    : ''
}

function wordsStandIn (quote: string, text: string): boolean {
  const held = new Set(normaliseText(text).match(/[\p{L}\p{N}]+/gu))
  return (normaliseText(quote).match(/[\p{L}\p{N}]+/gu) ?? []).every(word => held.has(word))
}
