/**
 * Whether a sentence is English: by its letters (eld), and where these are a close call by its words. Names tell
 * nothing, so that "Ana war in Rom" is English to the letters; no word of it is English alone.
 */
import type { Token } from './token.ts'

export interface LanguageReader {
  /** Score of each language, by code; empty where the letters tell nothing. */
  scores: (text: string) => Record<string, number>
  /** Whether a lower-case word is a form of an English verb and of nothing else. */
  isVerbForm: (word: string) => boolean
}

/** Share of the best language's score from which English may be the language: short sentences are close calls. */
const closeCall = 0.9
/** "Ana left Aquila", "Bosch laid me off": an English verb behind a name is enough. */
const namedFirst = /^(?:Now )?\p{Lu}\p{Ll}+ (\p{Ll}{3,}) /u
/** No other language says "I'm" and "I am". */
const contracted = /(?:^|[\s"(])I(?:'(?:m|ve|d|ll)| am)\s/
/** The same where an "I" stands before a verb. */
const spokenCall = 0.8
/** The same where all words are English. */
const knownCall = 0.6
const speaker = /(?:^|[\s"(])I(?:'(?:m|ve|d|ll))? [a-z]/

/** English words that German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish or Turkish have too. */
const shared = new Set(
  `a ai al also alt am an arm art as at au bad bald bank bar barn bat ben bin biz boot brief can cane chat chats
  chose co come comment con court da dare das de deed den der die dire dit do dog door dove du due e el em en era
  est et ev fa far fare fast fin fine fit fume gab gel gift git go god good gut ha had hai half han hand har has
  hat hay he hem het hit ho hoop hun i il im in is ist it jak jest kind la lag las le lea lee lief lit los ma mag
  main male man mange mar mare me med men met mir mon mora more most mot muss must my na ne no nog non note nous
  nun o od on oni ora os over pain pan par part pas pays per pies pin plus pour pure put rang red rest rood rose
  rot sale salt sau se sea sen sera si sin so som son sort sou soy sur taken tam te ten ter til till tire to tom
  ton tu ud um un una uno usa va van var ve vi via war was wat week wet wild will wit wo won wonder wy za ze`.split(
    /\s+/
  )
)
/** Of these, the ones that are proof enough where every word is English. */
const plain = /^(?:is|was|had|has|my|do|go|most|must|put|will|can|good|week|won|wonder|half|more)$/
/** Of these, the ones that say nothing: English sentences are full of them. */
const usual = /^(?:a|am|an|as|at|bad|come|had|half|hand|has|he|in|is|it|me|my|no|note|on|over|per|so|ten|to|via|was)$/
/** What may open an English sentence and no other. */
const opening = /^(?:the|this|that|there|they|their|she|his|our|your|you|these|those|when|what|because|its|it)$/i

/** Of one that is unclear the letters are another language's, and a word is English alone. */
export type Language = 'english' | 'other' | 'unclear'

export function languageOf (text: string, tokens: Token[], { scores, isVerbForm }: LanguageReader): Language {
  if (contracted.test(text) || isVerbForm(namedFirst.exec(text)?.[1] ?? '')) return 'english'
  const found = scores(text)
  const best = Math.max(0, ...Object.values(found))
  if (best === 0) return isPlainLatin(text) && !namesUnknown(tokens) ? 'english' : 'other'
  const share = (found['en'] ?? 0) / best
  if (!hasEnglish(tokens)) return isLikely(share, tokens) ? 'english' : 'other'
  return share >= leastShare(text, tokens, isVerbForm) ? 'english' : 'unclear'
}

const isLikely = (share: number, tokens: Token[]) =>
  share === 1 ? !namesUnknown(tokens) : share >= closeCall && isBrief(tokens)

/** Least of the best score's share for a sentence with English words: less where an "I" or a verb is among them. */
function leastShare (text: string, tokens: Token[], isVerbForm: LanguageReader['isVerbForm']): number {
  const spoken = speaker.test(text)
  const verbal = spoken || tokens.some(({ lower }) => isVerbForm(lower) && !shared.has(lower))
  return verbal && isKnown(tokens) ? knownCall : spoken ? spokenCall : closeCall
}

const isPlainLatin = (text: string) => !/[^\p{Script=Latin}\p{Script=Common}]/u.test(text)

/** Words that are no names. */
const wordsOf = (tokens: Token[]) => tokens.filter(({ text }) => /^\p{Ll}+$/u.test(text))
const isKnown = (tokens: Token[]) => wordsOf(tokens).every(({ known }) => known === true)

/** Too short to tell a language by, and no name with what is said of it: "Sounds great!", "Boo hoo hoo". */
const isBrief = (tokens: Token[]) =>
  new Set(tokens.filter(({ pos }) => pos !== 'PUNCT').map(({ lower }) => lower)).size < 3 ||
  (wordsOf(tokens).length < 2 && !/^\p{Ll}+$/u.test(tokens[1]!.text))

/** "Ewa lubi jazz": a name, and a word that is not English. */
const namesUnknown = (tokens: Token[]) => tokens[0]?.pos === 'PROPN' && !isBrief(tokens) && !isKnown(tokens)

/** Whether a word is English alone, a noun with no word of another language; or all are English, one a plain one. */
function hasEnglish (tokens: Token[]): boolean {
  const words = wordsOf(tokens)
  const mixed = words.some(({ lower }) => shared.has(lower) && !usual.test(lower))
  return opening.test(tokens[0]?.text ?? '') || (isKnown(tokens) && words.some(({ lower }) => plain.test(lower))) ||
    words.some(({ known, lower, pos }) => known === true && !shared.has(lower) && !(mixed && /NOUN|ADJ|NUM/.test(pos)))
}
