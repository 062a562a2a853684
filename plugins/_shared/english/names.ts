/** Names in a clause: capitalised words, and what kind of thing the lexicon takes them for. */
import type { Grammar, Token } from './grammar.ts'
import { kin } from './kin.ts'

interface Named {
  name: string
  type: string
}

/** What stands first only where it is known to be a name, or begins `subject`. */
export function namesIn (tokens: Token[], grammar: Grammar, subject = ''): Named[] {
  const found: Named[] = []
  let run: Token[] = []
  for (const [at, token] of [...tokens, undefined].entries()) {
    if (token !== undefined && isNamed(token, at, subject, grammar)) run.push(token)
    else if (run.length > 0) {
      found.push({ name: run.map(({ text }) => text).join(' '), type: kindOf(run, grammar) })
      run = []
    }
  }
  return found
}

function isNamed ({ text, lower, pos }: Token, at: number, subject: string, { kinds }: Grammar): boolean {
  const known = kinds(lower)
  const capital = /^\p{Lu}|^\p{Ll}\p{Lu}/u.test(text) && lower !== 'i' &&
    !known.some(kind => /Month|WeekDay/.test(kind))
  return capital && (at > 0 || (pos === 'PROPN' && subject.startsWith(text)) ||
    known.some(kind => /Name|City|Country|Region|Organization|Person/.test(kind)))
}

function kindOf (run: Token[], { kinds }: Grammar): string {
  const found = run.flatMap(({ lower }) => kinds(lower))
  if (found.some(kind => /City|Country|Region|Place/.test(kind))) return 'place'
  if (found.includes('Organization')) return 'organisation'
  return found.some(kind => /Name|Person/.test(kind)) ? 'person' : 'thing'
}

const behindPreposition = /(?<=\b(?:in|to|from|near|around|left|leave|leaving) )\p{Ll}{3,}/gu
const behindPerson = new RegExp(
  `(?<=\\b(?:${kin.source.replace(/^\^|\$$/g, '')}|called|named|name is) )\\p{Ll}{3,}`,
  'gu'
)

/** "In glasgow", "my flatmate kieran": names in lower case, where both place and lexicon say so. */
export function inCapitals (text: string, kinds: Grammar['kinds']): string {
  const capital = (kind: RegExp) => (word: string) =>
    kinds(word).some(found => kind.test(found)) ? word.charAt(0).toUpperCase() + word.slice(1) : word
  return text.replace(behindPreposition, capital(/^(?:City|Country|Region)$/))
    .replace(behindPerson, capital(/^(?:MaleName|FemaleName|FirstName|Person)$/))
}
