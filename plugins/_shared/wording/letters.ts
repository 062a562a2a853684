/**
 * Where a text holds what another wrote: forwarded mail, a letter from its salutation to the name below its closing,
 * "she wrote: …", "here is the article: …". Each place is read a bounded number of times.
 */
import * as words from './words/letters.ts'

/** From (inclusive) and to (exclusive), in characters of the text. */
export type Span = [from: number, to: number]

interface Event {
  kind: 'mail' | 'saying' | 'presenting' | 'greeting' | 'closing' | 'last words'
  from: number
  to: number
  /** Who sent or signed it; empty when nobody is named. */
  by: string
}

/** Of a letter signed by one of the names, only the head of a mail is another's. */
export function lettersIn (text: string, ownNames: string[] = []): Span[] {
  const spans: Span[] = []
  let open: Event | null = null
  let read = 0
  for (const event of eventsOf(text)) {
    if (event.from < read) continue
    const own = namesSame(event.by, ownNames)
    const closed: Span | null = closedBy(event, open, own)
    const begun: Event | null = closed ? null : opened(text, event, open)
    const ended: boolean = begun !== null && (isIntroduction(begun) || (own && begun === event))
    const span: Span | null = begun !== null && ended ? [begun.from, begun.to] : closed
    if (span) {
      spans.push(span)
      read = span[1]
    }
    open = ended ? null : begun
  }
  if (open?.kind === 'mail') spans.push([open.from, text.length])
  return spans
}

const isIntroduction = ({ kind }: Event) => kind === 'saying' || kind === 'presenting'

function closedBy (closing: Event, open: Event | null, own: boolean): Span | null {
  if (open === null || !(closing.kind === 'closing' || (closing.kind === 'last words' && open.kind !== 'mail'))) {
    return null
  }
  if (!own) return [open.from, closing.to]
  return open.kind === 'mail' ? [open.from, open.to] : [closing.to, closing.to]
}

/** What is open after an event that closes nothing: within a mail all is of it. */
function opened (text: string, event: Event, open: Event | null): Event | null {
  if (open?.kind === 'mail' || event.kind === 'last words') return open
  if (event.kind === 'closing') return null
  return isIntroduction(event) ? introduced(text, event) : event
}

/** The text with these places blanked; lines stay lines. */
export function blanked (text: string, spans: Span[]): string {
  const left: string[] = []
  let read = 0
  for (const [from, to] of spans.sort(([one], [other]) => one - other)) {
    if (to <= read) continue
    const start = Math.max(from, read)
    left.push(text.slice(read, start), text.slice(start, to).replace(/[^\n]/g, ' '))
    read = to
  }
  return left.join('') + text.slice(read)
}

function eventsOf (text: string): Event[] {
  const closings = [
    ...[...text.matchAll(words.closing)].map(match => closingAt(text, eventOf('closing', match))),
    ...[...text.matchAll(words.lastWords)].map(match => closingAt(text, eventOf('last words', match)))
  ].filter(found => found !== null)
  // "Liebe Grüße" would greet as well.
  return [
    ...closings,
    ...[...text.matchAll(words.forwarding)].map(match => eventOf('mail', match)),
    ...[...text.matchAll(words.heads)].filter(([head]) => isHead(head))
      .map(match => ({ ...eventOf('mail', match), by: words.sender.exec(match[0])?.[1] ?? '' })),
    ...[...text.matchAll(words.introducing)].map(match => eventOf('saying', match)),
    ...[...text.matchAll(words.presenting)].map(match => eventOf('presenting', match)),
    ...closings.length === 0 ? [] : greetingsOf(text)
  ].sort((one, other) => one.from - other.from)
}

/** A turn that begins by greeting no person by name is a letter to its reader: the user's own. */
const greetingsOf = (text: string) =>
  [...text.matchAll(words.greeting)].map(match => eventOf('greeting', match)).filter(({ from, to }) =>
    text.slice(0, from).trim() !== '' || !words.unaddressed.test(text.slice(from, to))
  )

function eventOf (kind: Event['kind'], match: RegExpMatchArray): Event {
  const from = match.index ?? 0
  return { kind, from, to: from + match[0].length, by: '' }
}

/** "From: Ghent", "To: Lyon" is a journey. */
const isHead = (head: string) =>
  words.sender.test(head) &&
  (words.mailOnly.test(head) || head.includes('@') || (words.dateHead.test(head) && !words.toHead.test(head)))

/** The name below it, and what stands with it up to an empty line; formal ones need no name at the end of a line. */
function closingAt (text: string, event: Event): Event | null {
  const rest = text.slice(event.to, event.to + 200)
  const isFormal = words.formal.test(text.slice(event.from, event.to))
  const [signed, by = ''] = (isFormal || !/^ /.test(rest) ? words.signature.exec(rest) : null) ?? []
  const bare = signed ?? (isFormal ? /^[,.!]?[ \t]{0,9}(?=\n|$)/.exec(rest)?.[0] : undefined)
  if (bare === undefined) return null
  const end = event.to + bare.length
  return { ...event, by, to: text[end] === '\n' ? paragraphEnd(text, end) : end }
}

/** Up to an empty line, and over a postscript behind it. */
function paragraphEnd (text: string, from: number): number {
  const at = text.indexOf('\n\n', from)
  if (at < 0) return text.length
  if (!/^\n{1,3}P\.? ?S\b/i.test(text.slice(at, at + 9))) return at
  const after = text.indexOf('\n\n', at + 4)
  return after < 0 ? text.length : after
}

/** What follows a colon: what stands in quotation marks, a letter, all that is presented, or a paragraph. */
function introduced (text: string, event: Event): Event {
  const { kind, to } = event
  const from = kind === 'presenting' ? event.from : to
  const near = text.slice(to, to + 4000)
  const marked = /^\s{0,9}(["“„«'‘「『])[\s\S]{0,4000}?["”“»'’」』](?=[\s.,;!?]|$)/u.exec(near)
  if (marked !== null) return { ...event, from, to: to + marked[0].length }
  if (words.beginsLetter.test(near.trimStart())) return { ...event, kind: 'mail', from }
  if (kind === 'presenting') return { ...event, to: text.length }
  const start = /\S/.exec(near)?.index ?? near.length
  const end = /\n[^\S\n]{0,99}\n/.exec(near.slice(start))
  return { ...event, from, to: end ? to + start + end.index : paragraphEnd(text, Math.min(text.length, to + start)) }
}

function namesSame (name: string, ownNames: string[]): boolean {
  const [first = ''] = name.toLowerCase().match(/[\p{L}'-]+/u) ?? []
  return first !== '' && ownNames.some(own => own.toLowerCase().split(/\s+/).includes(first))
}
