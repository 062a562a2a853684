/**
 * Which words of a turn are its speaker's own: not quoted lines, code, speech in quotation marks, what "she wrote: …"
 * introduces, forwarded mail, other people's lines of a pasted chat, what is to be translated or corrected.
 */
import { normaliseText } from '../../../domain/text/identity.ts'
import { blanked, lettersIn, type Span } from './letters.ts'
import { isQuotedSpeech, quotationMarks } from './cues.ts'
import { joined } from './words/lists.ts'
import { chatLine, chatLineOfHour, oneself } from './words/quoting.ts'

/** "Proofread this: …": what follows is material. */
const task = new RegExp(
  joined(String.raw`
    \b(?<!\blet me )(?:translate|proofread|proof-read|summari[sz]e|rewrite|paraphrase|rephrase|correct|edit|polish|
    analy[sz]e|reply to|respond to|grammar|spelling|feedback on|review|fix)\b[^.?!\n]{0,200}(?::|\n|(?=["“«]))`),
  'i'
)

/** "Write a bio for my friend: I live in York": the words of a text to come. */
const draft =
  /\b(?:write|draft|compose|check|practi[sc]e|help me with|riddle|quiz)\b[^.?!:\n]{0,100}:(?=\s*(?:i|i['’]m|my|we)\b)/i

/** "Can you make this a nice paragraph: lives in Zwolle": a text to work on. */
const rework =
  /\b(?:make|turn|put|word|phrase|format|shorten|reword|improve|clean up|tidy up|fix up) (?:this|these|the following)\b[^.?!:\n]{0,100}:/i

/** The turn with the words of others blanked out, place by place; what one of the names signed is the speaker's. */
export function ownWords (content: string, names: string[] = []): string {
  const tasks = tasksIn(content)
  const own = blanked(content, [...tasks, ...quotedSpans(content, names)])
  // What follows a quotation that was to be worked on is a sentence of its own.
  return tasks.reduce((text, [, to]) => to < text.length ? `${text.slice(0, to - 1)}\n${text.slice(to)}` : text, own)
}

function quotedSpans (content: string, names: string[]): Span[] {
  return [
    ...[...content.matchAll(/```[\s\S]*?(?:```|$)/g)].map(spanOf),
    ...[...content.matchAll(/^[ \t]*>.*$/gm)].map(spanOf),
    ...[...content.matchAll(quotationMarks)].filter(([, double, single = '']) => isQuotedSpeech(double ?? single)).map(
      spanOf
    ),
    ...lettersIn(content, names),
    ...chatIn(content)
  ]
}

/** All of a pasted chat, of two lines or more; of one's own line alone what stands in front of the words. */
function chatIn (content: string): Span[] {
  const lines = [chatLine, chatLineOfHour].flatMap(form => linesOf(content, form))
  return lines.map(([from, to], at) => {
    const next = lines[at + 1]?.[0] ?? to
    return [from, next > to && !/\n\s*\n/.test(content.slice(to, next)) ? next : to]
  })
}

function linesOf (content: string, form: RegExp): Span[] {
  const lines = [...content.matchAll(form)]
  const names = lines.map(([, name = '']) => name.trim().toLowerCase())
  const own = names.find(name => oneself.test(name))
  if (form === chatLineOfHour && own === undefined && new Set(names).size === names.length) return []
  if (lines.length > 1 || own === undefined) return lines.map(spanOf)
  return lines.map(({ index, 0: line, 1: name = '' }) => [index, index + line.indexOf(name) + name.length + 1])
}

/** Where the material is a quotation it ends with that: "Translate: '…' It's for my aunt". */
function tasksIn (content: string): Span[] {
  const found = task.exec(content) ?? draft.exec(content) ?? rework.exec(content)
  if (found === null) return []
  const end = found.index + found[0].length
  const quotation = material.exec(content.slice(end))?.[0]
  return [[found.index, quotation === undefined ? content.length : end + quotation.length]]
}
/** Not where more of it follows: "and also: …". */
const material =
  /^\s{0,9}(?:"[^"]{1,2000}"|“[^”]{1,2000}”|«[^»]{1,2000}»|„[^“”]{1,2000}[“”])(?=[.!?]?\s+(?!(?:and|also|then|plus|or|und|et|y|e|en)\b)\S)/i

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
