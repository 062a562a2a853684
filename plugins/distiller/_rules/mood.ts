/**
 * Tense and mood of a verb group: what is asserted of now, and what is planned, wished, asked, supposed or reported by
 * others.
 */
import {
  has,
  isAdverb,
  isGerund,
  isVerb,
  kindAt,
  lower,
  wordAt,
  type Clause,
  type Modality,
  type Tense
} from './parts.ts'
import * as words from './lexicon.ts'
import type { Grammar, Token } from './tokens.ts'

export interface Group {
  verb: Token | undefined
  end: number
  aux: Token[]
}

/** Auxiliaries and the main verb from `from` on; the last auxiliary is the main verb where no other follows. */
export function verbGroup (tokens: Token[], from: number): Group {
  const aux: Token[] = []
  let at = from
  while (kindAt(tokens, at) === 'AUX' || isAdverb(tokens, at)) {
    if (tokens[at]!.pos === 'AUX') aux.push(tokens[at]!)
    at++
  }
  if (kindAt(tokens, at) === 'VERB') return { verb: tokens[at], end: at + 1, aux }
  const main = aux.at(-1)
  if (!main) return { verb: undefined, end: from, aux }
  let end = tokens.indexOf(main) + 1
  while (tokens[end] && staysWithAuxiliary(tokens[end]!)) end++
  if (wordAt(tokens, end) === 'no' && wordAt(tokens, end + 1) === 'longer') end += 2
  return { verb: main, end, aux: aux.slice(0, -1) }
}

const staysWithAuxiliary = ({ lower }: Token) =>
  words.negations.has(lower) || /^(?:still|always|also|already|really|now)$/.test(lower)

export function tenseOf (verb: Token, aux: Token[], rest: Token[], grammar: Grammar): Tense {
  if (isFuture(verb, aux, rest)) return 'future'
  if (aux.some(({ lower }) => /^(?:did|was|were|had)$/.test(lower))) return 'past'
  const going = isGerund(verb)
  const first = aux[0]?.lemma
  if (first === 'have') {
    if (verb.lemma === 'be' && lasting.test(lower(rest))) return 'present'
    return going && aux.some(({ lower }) => lower === 'been') ? 'progressive' : 'perfect'
  }
  if (going) return 'progressive'
  return plainTense(verb, aux, grammar)
}

/** "I've been vegan since June", "for ten years": it is so still. */
const lasting = /^(?!to\b).*\b(?:since|for (?:\S+ ){0,2}(?:years|months|weeks|ages|decades))\b/

function plainTense (verb: Token, aux: Token[], grammar: Grammar): Tense {
  if (verb.lemma === 'be') return /^(?:was|were|been)$/.test(verb.lower) ? 'past' : 'present'
  // "I am based in Oslo", "I'm called Ada".
  if (/^(?:be|do)$/.test(aux[0]?.lemma ?? '')) return 'present'
  return isPast(verb, aux.length > 0, grammar) ? 'past' : 'present'
}

const isFuture = (verb: Token, aux: Token[], rest: Token[]) =>
  aux.some(({ lemma }) => /^(?:will|shall)$/.test(lemma)) || /^(?:gonna|gon)$/.test(verb.lower) ||
  (verb.lower === 'going' && wordAt(rest, 0) === 'to' && kindAt(rest, 1) === 'VERB')

function isPast (verb: Token, helped: boolean, grammar: Grammar): boolean {
  if (!helped && /^(?:quit|split|shut|had|did)$/.test(verb.lower)) return true
  return verb.lower !== verb.lemma &&
    (verb.lower === grammar.pastTense(verb.lemma) || /(?:ed|en|lt|nt)$/.test(verb.lower))
}

const unreal =
  /\b(?:dream|dreamt|dreamed|nightmare)\b|\bin (?:my|the|a|this|our) (?:\w+ )?(?:game|novel|story|book|film|movie|scenario|campaign|roleplay|play)\b/

export function modalityOf (clause: Clause, front: Token[], aux: Token[], asked: boolean): Modality {
  const { tokens, verb, rest, tense } = clause
  if (asked || isQuestion(clause)) return 'asked'
  const unsure = has([...front, ...rest], words.conditions) || has(tokens, words.guesses) || unreal.test(lower(tokens))
  if (unsure) return 'hypothetical'
  const supposed = conditional(clause, aux)
  if (supposed) return supposed
  if (isOrder(clause)) return 'ordered'
  if (isReport(clause)) return 'reported'
  return governed(verb, rest, /past|perfect/.test(tense)) ??
    (isPlanned(verb, tense, aux) || soon.test(lower(front)) ? 'planned' : 'asserted')
}

/** "Soon I have two hens." */
const soon = /^(?:very |pretty )?(?:soon|shortly|eventually|someday|some day)\b(?! after)/

/** What "would", "should" and "might" make of it. */
function conditional ({ verb, rest }: Clause, aux: Token[]): Modality | null {
  if (!words.modals.has(verb) && !has(aux, words.modals)) return null
  return isLiking(verb, aux, rest) ? 'wished' : 'hypothetical'
}

/** "I'd love to see Japan"; what one would like to know or to hear is for the talk. */
const isLiking = (verb: string, aux: Token[], rest: Token[]) =>
  /^(?:like|love|prefer)$/.test(verb) && /^(?:would|'d)$/.test(aux[0]?.lower ?? '') && aux.length === 1 &&
  wordAt(rest, 0) === 'to' && !/^(?:know|ask|hear|see|discuss|talk|focus|start|continue|try)$/.test(wordAt(rest, 1))

function isQuestion ({ tokens, subject }: Clause): boolean {
  const [first, second] = tokens
  return /^(?:what|where|who|why|how|which)$/.test(first?.lower ?? '') ||
    (subject.length > 0 && first?.pos === 'AUX' && second === subject[0])
}

function isOrder ({ subject, verb, tense, group }: Clause): boolean {
  if (verb === '') return false
  return group.length === 0 || (subject.length === 0 && tense === 'present' && group.at(-1)?.lower === verb)
}

const isPlanned = (verb: string, tense: Tense, aux: Token[]) =>
  !aux.some(({ lower }) => lower === 'been') && (tense === 'future' ||
    (tense === 'progressive' && /^(?:move|leave|start|switch|migrate|get|become|turn|quit|sell)$/.test(verb)))

const isThought = (verb: string, rest: Token[]) => verb === 'think' && /^(?:about|of)$/.test(wordAt(rest, 0))

/** Another's words, and one's own in as far as they are thought and not known. */
function isReport ({ subject, verb, rest }: Clause): boolean {
  if (!words.reports.has(verb) && !(verb === 'keep' && words.reports.has(rest[0]?.lemma ?? ''))) return false
  const own = /^(?:i|we)$/.test(lower(subject))
  if (own && (words.wishes.has(verb) || isThought(verb, rest))) return false
  return rest.some(token => isVerb(token) || /["“”]/.test(token.text))
}

/** What a verb makes of the verb after it: "want to leave", "thinking about leaving". */
function governed (verb: string, rest: Token[], past: boolean): Modality | null {
  if (words.wishes.has(verb)) return 'wished'
  if (isThought(verb, rest)) return 'hypothetical'
  const at = rest.findIndex(token => !/ADP|PART|ADV/.test(token.pos))
  const to = wordAt(rest, at - 1) === 'to'
  const follows = kindAt(rest, at) === 'VERB' && (to || isGerund(rest[at]!))
  if (!follows) return /^(?:consider|contemplate)$/.test(verb) ? 'hypothetical' : null
  return words.plans.has(verb) && !(verb === 'go' && past) ? 'planned' : opened(verb, to, past)
}

function opened (verb: string, to: boolean, past: boolean): Modality | null {
  // "Promoted to ward manager" has no verb behind it.
  if (verb === 'promote' || verb === 'go') return null
  // "I had to sell it" tells that it was sold.
  if (words.open.has(verb)) return verb === 'have' && past ? null : 'hypothetical'
  return to && !words.aspects.has(verb) && verb !== 'be' ? 'hypothetical' : null
}
