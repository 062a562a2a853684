/** Whether the verb that a date belongs to tells of what is over or of what is to come. */
import { joined } from '../wording/words/lists.ts'
import { isPerfect } from './perfect.ts'
import { determiners, isVerb } from './phrases.ts'
import type { Token } from './token.ts'

/** Null where no verb says it. */
export type Tense = 'past' | 'ahead' | null

const ends = /^(?:[.;:!?()"“”…]|--?|[–—])$/
const joint = new RegExp(
  joined(String.raw`^(?:[,&]|and|but|so|or|because|cos|when|while|if|who|which|where|then|plus|although|though)$`)
)

/** Of the verb in front of the date in its clause; of the one behind a date that opens its clause. */
export function tenseAt (tokens: Token[], from: number, to: number): Tense {
  const at = tokens.findIndex(({ end }) => end > from)
  const behind = tokens.findIndex(({ start }) => start >= to)
  if (at < 0) return null
  const clause = tokens.slice(0, at).findLastIndex(({ lower }) => ends.test(lower) || joint.test(lower)) + 1
  const verb = verbBefore(tokens, clause, at)
  if (verb >= 0) return tenseOf(tokens, verb, clause)
  const opens = tokens.slice(clause, at).every(({ pos }) => /ADP|DET|ADV|SCONJ|PART|INTJ/.test(pos))
  return opens && behind >= 0 ? tenseBehind(tokens, behind) : null
}

/** "Our grant", "asked that leave": no verb. */
function isVerbAt (tokens: Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]!]
  if (isMistaken(token, before, tokens[at + 1])) return true
  if (!isVerb(token) || determiners.test(before?.lower ?? '')) return false
  if (!isBase(token) || token.pos === 'AUX' || unchanging.test(token.lower)) return true
  // "Promoted to team lead."
  const isNoun = /NOUN|ADJ|NUM|PROPN/.test(before?.pos ?? '') && !/[^s]s$/.test(before!.lower)
  return !(before?.lower === 'that' ? isVerb(tokens[at - 2]) : isNoun && tokens.slice(0, at - 1).some(isVerb))
}

/** "My parents split in May", "I texted him": verbs that the tagger may take for another kind of word. */
const isMistaken = ({ lower, pos }: Token, before: Token | undefined, next: Token | undefined) =>
  unchanging.test(lower)
    ? (before?.pos === 'NOUN' && /[^s]s$/.test(before.lower)) || /^(?:i|we|he|she|they)$/.test(before?.lower ?? '')
    : pastForm.test(lower) && pos !== 'VERB' && /PRON|DET|ADP/.test(next?.pos ?? '') &&
      /NOUN|PROPN|PRON|CCONJ/.test(before?.pos ?? '')

/** Whatever the tagger knows of the word. */
const pastForm = /\p{L}{2}(?:[^e]ed|['’]d)$/u

const isBase = ({ lower, lemma }: Token) => lower === lemma
const verbBefore = (tokens: Token[], first: number, end: number) =>
  tokens.slice(0, end).findLastIndex((_, at) => at >= first && isVerbAt(tokens, at))

/** "On Monday we fly", "in June, my brother who …": a subject, and its verb. */
function tenseBehind (tokens: Token[], from: number): Tense {
  const first = tokens[from]!.text === ',' ? from + 1 : from
  const end = tokens.findIndex(({ lower }, at) => at >= first && (ends.test(lower) || joint.test(lower)))
  const clause = tokens.slice(0, end < 0 ? tokens.length : end)
  let verb = clause.findIndex((_, at) => at >= first && isVerbAt(clause, at))
  if (verb <= first) return null
  while (isVerb(clause[verb + 1]) || (/^(?:ADV|PART)$/.test(clause[verb + 1]?.pos ?? '') && isVerb(clause[verb + 2]))) {
    verb++
  }
  return tenseOf(clause, isVerb(clause[verb]) ? verb : verb + 1, first)
}

/** Verbs behind which a past has an infinitive that is done ("went to see"), or still to be done ("agreed to pay"). */
const doneToo = /^(?:go|come|get|have|begin|start|use|manage|fail|try|help|happen|stop|continue)$/
const dueToo = new RegExp(
  joined(String.raw`^(?:tell|ask|say|invite|advise|expect|order|schedule|summon|hope|aim|hire|pick|choose|select|
    promise|commit|agree|decide|need|plan|offer|volunteer|arrange)$`)
)
/** Said of what is still to come: "booked for Friday". */
const ofBoth = new RegExp(
  joined(String.raw`^(?:booked|scheduled|planned|due|arranged|reserved|expected|needed|wanted|meant|supposed|closed)$`)
)
const unchanging = /^(?:quit|shut|cut|put|hit|let|set|cost|hurt|burst|split|cast|shed|spread|upset|read|bet|beat)$/
const ahead = /^(?:will|'ll|wo|shall|must|should|can|ca|might|may|gonna|gotta|is|are|am|'m|'re|be|do|does)$/

/** Of the group that ends with the verb at `at`. */
function tenseOf (tokens: Token[], at: number, first: number): Tense {
  let from = at
  while (from > first && /VERB|AUX|ADV|PART/.test(tokens[from - 1]!.pos)) from--
  const group = tokens.slice(from, at + 1)
  // The last is the verb that was asked for, whatever the tagger takes it for.
  const verbs = group.filter((token, place) => isVerb(token) || place === group.length - 1)
  const opening = verbs[0]!.lower
  if (group.at(-2)?.lower === 'to') return ofInfinitive(tokens, at - 2, first)
  if (ahead.test(opening)) return isPerfectOfModal(verbs) ? 'past' : 'ahead'
  if (/^(?:was|were|did|had)$/.test(opening)) return 'past'
  if (/^(?:have|has|'ve|'s)$/.test(opening)) return ofPerfect(verbs, tokens[at + 1])
  if (/^(?:would|'d)$/.test(opening)) return ofWould(verbs)
  return ofForm(tokens, at, first)
}

/** "Should have paid". */
const isPerfectOfModal = ([, have, ...others]: Token[]) => have?.lower === 'have' && others.length > 0

/** "Would be ready", "'d come"; "would have come", "'d gone". */
function ofWould (verbs: Token[]): Tense {
  // The tagger may take "like" of "I'd like" for no verb.
  if (verbs.length === 1) return 'ahead'
  const isHad = verbs.length === 2 && !isBase(verbs[1]!)
  return isHad || verbs.some(({ lower }) => /^(?:have|been)$/.test(lower)) ? 'past' : 'ahead'
}

/** "Has moved", "'s moved"; "has got an appointment", "has exams", "'s in Leeds". */
function ofPerfect (verbs: Token[], next: Token | undefined): Tense {
  const [opening, last] = [verbs[0]!, verbs.at(-1)!]
  const owns = /^(?:got|have)$/.test(last.lower) && /DET|NUM|NOUN|PROPN|PRON|ADJ/.test(next?.pos ?? '')
  // "Has doctor on Friday."
  const isNoun = isBase(last) && !/^(?:come|become|run)$/.test(last.lower) && !unchanging.test(last.lower)
  if (verbs.length === 1 || owns || isNoun) return 'ahead'
  return opening.lower !== "'s" || isPerfect(last, next) ? 'past' : 'ahead'
}

function ofForm (tokens: Token[], at: number, first: number): Tense {
  const verb = tokens[at]!
  if (ofBoth.test(verb.lower)) return null
  const before = verbBefore(tokens, first, at)
  if (isGerund(verb) || leansOn(tokens, before, at)) return before < 0 ? null : tenseOf(tokens, before, first)
  if (isPast(verb)) return 'past'
  return isBase(verb) ? ofBase(tokens, at, first) : 'ahead'
}

const isGerund = ({ lower, lemma }: Token) => /ing$/.test(lower) && lower !== lemma
const isPast = (token: Token) =>
  pastForm.test(token.lower) || !(isBase(token) || isGerund(token) || /[^s]s$/.test(token.lower))

/** "I'm having it replaced in May", "I get my hair cut on Friday"; "help me move", "take it round". */
function leansOn (tokens: Token[], before: number, at: number): boolean {
  const [main, verb] = [tokens[before], tokens[at]!]
  return isPast(verb)
    ? main !== undefined && /^(?:have|get|want|need)$/.test(main.lemma)
    : isBase(verb) && /^(?:me|us|it|him|her|them)$/.test(tokens[at - 1]?.lower ?? '')
}

/** "We put it down in May", "moved, and turn 65 in July"; an order says nothing of when. */
function ofBase (tokens: Token[], at: number, first: number): Tense {
  if (at === first && (at === 0 || ends.test(tokens[at - 1]!.lower))) return null
  return !unchanging.test(tokens[at]!.lower) ? 'ahead' : at === first ? null : 'past'
}

/** "I want to go", "I went to see her"; "I wanted to go" may be of either. */
function ofInfinitive (tokens: Token[], end: number, first: number): Tense {
  const verb = verbBefore(tokens, first, end + 1)
  if (verb < 0) return 'ahead'
  const [tense, { lemma }] = [tenseOf(tokens, verb, first), tokens[verb]!]
  return tense !== 'past' || doneToo.test(lemma) ? tense : dueToo.test(lemma) ? 'ahead' : null
}
