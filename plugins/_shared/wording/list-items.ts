/** Lists that were typed or pasted, "- [x] sold the car" under "To do": an item says something with its heading. */
import type { Grammar } from '../english/grammar.ts'
import { answered, quoted } from '../english/third-person.ts'

/** Of an item: what stands above its list, if anything does. */
interface Item {
  heading: string | null
}

interface Line {
  /** Without what marks an item. */
  text: string
  item: Item | null
}

const mark = /^\s*(?:(?:[-*•–+]|\(?\d{1,2}[.)])\s+(?:\[(?<box>[ xX✓]?)\]\s+)?|\[(?<alone>[ xX✓]?)\]\s+)(?=\S)/u
/** Characters of a heading that has a colon, and of one without. */
const [longest, longestBare] = [120, 60]

/** The lines of a turn that are not empty. One item alone is no list: "- what a day". */
function linesOf (content: string): Line[] {
  const lines = content.split('\n').filter(line => line.trim() !== '')
  const marks = lines.map(line => mark.exec(line))
  let heading: string | null = null
  return lines.map((line, at) => {
    const found = marks[at]
    if (found == null || (marks[at - 1] == null && marks[at + 1] == null)) {
      heading = headingIn(line)
      const isAbove = marks[at + 1] != null && marks[at + 2] != null
      const isBare = isAbove && heading !== null && !ofSpeaker.test(heading)
      return { text: isBare ? line.slice(0, line.lastIndexOf(heading!)) : line, item: null }
    }
    const box = found.groups!['box'] ?? found.groups!['alone']
    return { text: line.slice(found[0].length), item: { heading: box === undefined ? heading : ofBox(heading, box) } }
  })
}

/** 'Cut "I argue that", he hates it', where the words of a text are left out: it says nothing whole. */
const lacksObject =
  /^(?:\S+ ){0,3}(?:cut|drop|remove|delete|replace|change|use|put|add|say|write|keep|lose|take out|leave out)\s{4,}(?=\S)/i

/** A line of a program, outside of a fence, and words in a row that no program has. */
const code = /[\w)\]]\.\w{1,40}\(.{0,200}\)|\)\s*[;{]\s*$|^\s*[})\]]+[;,]?\s*$/u
const prose = /(?:(?<!\p{L})\p{L}{1,20},? ){4}/u

/** The sentences of a turn, one by one, as reading them takes time; the first of an item stands under its heading. */
export function* sentencesIn (content: string, { sentences }: Grammar) {
  for (const { text, item } of linesOf(content)) {
    if (code.test(text) && !prose.test(text)) continue
    for (const [at, sentence] of sentences(text).entries()) {
      if (!lacksObject.test(sentence.text)) yield { sentence, item: at === 0 ? item : null }
    }
  }
}

/** "I have two sons:" says something without its list. */
const ofSpeaker = /\b(?:i|we)\b/i

/** "Our trip is near. My list:" */
function headingIn (line: string): string | null {
  const last = line.trim().split(/(?<=[.?!])\s+/u).at(-1)!
  const bare = last.replace(/\s*[:–-]+$/u, '')
  const isHeading = last.endsWith(':') ? bare.length <= longest : bare.length <= longestBare && !/[.?!…]$/u.test(bare)
  return isHeading && bare !== '' ? bare : null
}

const ofBox = (heading: string | null, box: string): string => {
  const state = box.trim() === '' ? 'to do' : 'done'
  if (heading === null) return state
  return heading.toLowerCase().endsWith(state) ? heading : `${heading}, ${state}`
}

/**
 * An item with its heading, or with the question that its list answers: "call Mum" may be a resolution, and is so only
 * under that. What has a subject of its own stays as it is.
 */
export function underHeading (
  item: Item | null,
  { text, quote }: { text: string, quote: string },
  { asked, self }: { asked: string | null, self: string }
) {
  if (item === null || !text.startsWith(`${self}: `) || (item.heading === null && asked === null)) return {}
  return {
    text: item.heading === null ? answered(asked!, self, quote) : quoted(self, `${item.heading}: ${quote}`),
    state: null,
    change: { kind: 'none', previous: null },
    leans: false,
    answers: item.heading === null,
    after: null,
    before: { said: [], asked: null }
  }
}
