/**
 * What is worth remembering: what tells of the speaker and theirs, will still hold tomorrow, and is not about the
 * talk itself.
 */
import { terms } from '../../../domain/text/analyse.ts'
import { spokenWords } from './clause.ts'
import { has, kindAt, lower, wordAt, type Clause } from './parts.ts'
import * as words from './lexicon.ts'
import type { Token } from './token.ts'
import { spaced } from './voice.ts'
import type { State } from './reading.ts'

const passing =
  /\b(?:today|tonight|this (?:morning|afternoon|evening)|right now|just now|at the moment|for (?:a|one) (?:sec|second|minute|moment))\b/i
const aboutTalk =
  /\b(?:help(?:s|ed|ful)? me|need (?:some |your |any )?help|your (?:help|advice|answer|suggestion|idea|point|time|response)|let me know|make[s]? sense|sounds? (?:good|great|like)|this (?:chat|conversation)|worked (?:perfectly|great|well))\b|^that's (?:it|all|what)\b/i
const unresolved = /^(?:it|this|that|these|those|they|there|he|she|who|which|someone|everyone|everybody|you|one|here)$/

/** Whose the clause is, as far as keeping it goes. */
export function isOpen ({ subject }: Clause): boolean {
  return unresolved.test(wordAt(subject, 0)) && (subject.length === 1 || subject[0]!.pos === 'PRON')
}

/** What is needed and wanted for the answer that was asked for. */
export const isForNow = ({ verb, subject, rest, modality }: Clause) =>
  /^(?:i|we)$/.test(lower(subject)) && /^(?:need|want|have|like|try)$/.test(verb) &&
  (modality !== 'asserted' || verb === 'need') && !/^to (?:learn|become|live|work|quit|stop)\b/.test(lower(rest))

/** Whether a clause cannot be understood without what was said before it. */
export const isLeaning = (clause: Clause) =>
  isOpen(clause) || leansOnObject(clause) ||
  pointsBack(clause.rest.filter(({ pos }) => pos !== 'ADV' && pos !== 'PUNCT'))

const pointsBack = (rest: Token[]) =>
  /^(?:it|them|that|this|those|these|one)$/.test(wordAt(rest, 0)) && !/NOUN|PROPN/.test(kindAt(rest, 1))

/** "Started configuring it", "benchmark it against ours". */
const leansOnObject = ({ rest }: Clause) =>
  rest.slice(0, 4).some(({ lower }, at) =>
    /^(?:it|them|these|those)$/.test(lower) && (kindAt(rest, at - 1) === 'VERB' || kindAt(rest, at - 1) === 'ADP') &&
    !rest.slice(0, at).some(({ pos }) => /NOUN|PROPN/.test(pos))
  )

/** What is done in the talk, and what is over tomorrow. */
export const isPassing = (clause: Clause) =>
  aboutTalk.test(spaced(clause.tokens)) || passing.test(spaced(clause.tokens)) || isMood(clause)

export function isWorthKeeping (clause: Clause, state: State | null, sure: boolean): boolean {
  if (sure || (state && isCertain(state) && !/^(?:it|this|that|they)$/i.test(state.subject))) return true
  if (clause.subject.length === 0 || isOfTheTalk(clause) || isLeaning(clause) || isGeneral(clause)) return false
  return informative(clause) && !isMood(clause) && (clause.modality === 'asserted' || tellsOfSelf(clause))
}

const isCertain = ({ functional, predicate }: State) => functional || /^(?:count|dose)_of_/.test(predicate)

function isOfTheTalk ({ tokens, modality }: Clause): boolean {
  const said = spaced(tokens)
  return /asked|ordered/.test(modality) || aboutTalk.test(said) ||
    (passing.test(said) && !/planned|wished/.test(modality))
}

/** "You get what you pay for", "kids never sleep", "the weather is nice": of no one person. */
function isGeneral ({ subject, tokens, tense, verb, group, rest }: Clause): boolean {
  const [first] = subject
  const known = /^(?:i|we|my|our)$/.test(first!.lower) || subject.some(({ pos }) => pos === 'PROPN') ||
    has(subject, words.kin)
  if (known) return false
  if (tokens.some(({ lower }) => /^(?:my|our|me|i|us|we)$/.test(lower))) return false
  // "Inventory system is done", "the amendment was approved": of one thing, at one time.
  const once = /past|perfect|progressive/.test(tense) || (verb !== 'be' && group.some(({ lemma }) => lemma === 'be')) ||
    /^(?:(?:still|now|almost|finally|already) )*(?:done|live|ready|complete|finished|out|over|pending)\b/.test(
      lower(rest)
    )
  return first!.pos === 'DET'
    ? spokenWords(tokens).length < (verb === 'be' ? 5 : 4) && !once
    : !once || /s$/.test(subject.at(-1)!.lower)
}

function informative ({ rest, group, verb, subject }: Clause): boolean {
  const matter = terms(spaced([...(subject.length > 1 ? subject : []), ...group, ...rest])).filter(term =>
    !/^(?:thing|stuff|lot|bit|wai|good|great|realli|just|try|get|got|go|make|want|need|thank|also|veri)$/.test(term)
  )
  return matter.length >= 2 ||
    (matter.length === 1 &&
      /^(?:be|get|adopt|buy|have|use|own|like|love|hate|enjoy|play|speak|drive|smoke|drink|live|work|study|teach|run|take)$/
        .test(verb) &&
      rest.length > 0) ||
    /^(?:smoke|drink|drive|vape|snore)$/.test(verb)
}

const feelings = new RegExp(
  '^(?:excite|thrill|confuse|overwhelm|stress|worry|tire|bore|settle|glad|interest|amaze|stick|scare|frustrate|' +
    'impress|surprise|please|disappoint)$'
)
const doing = /^(?:having|getting|going|doing|talking|asking|looking|trying|wondering)$/
const little = /^(?:so|very|a|bit|little|really|pretty|kind|of)$/

/** How a person feels just now, and what is done in the talk. */
function isMood (clause: Clause): boolean {
  const { verb, rest, group, modality } = clause
  const first = rest.find(({ pos, lower }) => pos !== 'ADV' && pos !== 'PUNCT' && !little.test(lower))?.lower ?? ''
  if (/^(?:be|feel|get|seem|look|sound)$/.test(verb) && (words.moods.has(first) || doing.test(first))) return true
  return feelings.test(verb) &&
      (group.some(({ lemma }) => lemma === 'be' || lemma === 'get') || clause.subject[0]?.start === -1)
    ? modality !== 'planned' && rest.length < 5
    : isChat(clause)
}

/** "I see", "I think so"; but "I got a dog" and "I know Ruth". */
const isChat = ({ verb, rest, subject, modality }: Clause) =>
  /^(?:i|we|that|it)$/.test(lower(subject)) && words.chat.has(verb) &&
  !(verb === 'think' && modality === 'hypothetical') && !(verb === 'get' && rest.length > 2) &&
  !(verb === 'know' && rest.length > 1) && !/^(?:look after|help out)$/.test(`${verb} ${wordAt(rest, 0)}`)

/**
 * A wish or a plan is kept with what it is of; a thought that may be nothing only when it is one's own and names
 * something.
 */
function tellsOfSelf ({ modality, verb, rest, subject, tokens, group }: Clause): boolean {
  const own = /^(?:i|we)$/.test(wordAt(subject, 0))
  if (modality === 'reported') {
    return !own && !rest.some(({ lower }) => lower === 'you') &&
      (has(subject, words.kin) || subject.some(({ pos }) => pos === 'PROPN') || /^(?:my|our)$/.test(wordAt(subject, 0)))
  }
  const unreal = group.some(({ lower }) => /^(?:would|could|should|'d|must|can)$/.test(lower))
  if (rest.some(({ lower }) => /^(?:you|your)$/.test(lower)) || (unreal && modality !== 'wished')) return false
  if (has(tokens, words.conditions)) return false
  return modality !== 'hypothetical' ||
    /^(?:consider|think|try|learn|struggle|suppose|might|may|have|need|refuse|attempt|contemplate)$/.test(verb) ||
    group.some(({ lower }) => /^(?:might|may)$/.test(lower))
}
