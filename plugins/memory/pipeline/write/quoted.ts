/**
 * Which words of a turn are its speaker's own: not quoted lines, code, speech in quotation marks, what "she wrote: …"
 * introduces, forwarded mail, other people's lines of a pasted chat.
 */
import { normaliseText } from '../../../../domain/text/identity.ts'
import { isQuotedSpeech, quotationMarks } from './cues.ts'
import { chatLine, forwarding, introducing, oneself } from './words/quoting.ts'

/** From (inclusive) and to (exclusive), in characters of the turn. */
type Span = [from: number, to: number]

/** The turn with the words of others blanked out, place by place. */
export function ownWords (content: string): string {
  const own: string[] = []
  let read = 0
  for (const [from, to] of quotedSpans(content).sort(([a], [b]) => a - b)) {
    if (to <= read) continue
    const start = Math.max(from, read)
    own.push(content.slice(read, start), content.slice(start, to).replace(/[^\n]/g, ' '))
    read = to
  }
  return own.join('') + content.slice(read)
}

function quotedSpans (content: string): Span[] {
  const [forwarded] = [...content.matchAll(forwarding)]
  return [
    ...[...content.matchAll(/```[\s\S]*?(?:```|$)/g)].map(spanOf),
    ...[...content.matchAll(/^[ \t]*>.*$/gm)].map(spanOf),
    ...[...content.matchAll(quotationMarks)].filter(([, inside = '']) => isQuotedSpeech(inside)).map(spanOf),
    ...allIntroduced(content),
    ...[...content.matchAll(chatLine)].filter(([, name = '']) => !oneself.test(name.trim())).map(spanOf),
    ...forwarded === undefined ? [] : [[forwarded.index, content.length] satisfies Span]
  ]
}

function spanOf (match: RegExpMatchArray): Span {
  const from = match.index ?? 0
  return [from, from + match[0].length]
}

/** What is introduced within what another says is read already. */
function allIntroduced (content: string): Span[] {
  const spans: Span[] = []
  for (const match of content.matchAll(introducing)) {
    const colon = spanOf(match)[1]
    if (colon > (spans.at(-1)?.[1] ?? 0)) spans.push(introduced(content, colon))
  }
  return spans
}

/** What follows a colon: what stands in quotation marks, or else all up to an empty line. */
function introduced (content: string, colon: number): Span {
  const rest = content.slice(colon)
  const marked = /^\s*(["“„«'‘「『])[\s\S]{0,4000}?["”“»'’」』](?=[\s.,;!?]|$)/u.exec(rest)
  if (marked !== null) return [colon, colon + marked[0].length]
  const end = /\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/.exec(rest)
  return [colon, end === null ? content.length : colon + end.index + end[0].length]
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
