/** Words that the tagger takes for another kind of word than they are. */
import { beforeMonth } from './date-words.ts'
import { joined } from '../wording/words/lists.ts'
import { kin } from './kin.ts'
import { determiners } from './phrases.ts'
import type { Token } from './token.ts'

/** The token as what it is; `kinds` as the lexicon knows a word. */
export function retagged (token: Token, at: number, tokens: Token[], kinds: (word: string) => string[]): Token {
  if (isMonth(token, tokens[at - 1])) return { ...token, pos: 'PROPN' }
  if (isNameAsVerb(token, tokens[at - 1], tokens, kinds)) return { ...token, pos: 'PROPN' }
  if (token.lower === "'s") return apostrophe(token, at, tokens)
  if (takenForAdjective(token, tokens[at - 1], tokens[at - 2])) return { ...token, pos: 'VERB' }
  if (isFormer(token, tokens[at - 1])) return { ...token, pos: 'NOUN' }
  if (isSide(token, at, tokens) || isLive(token, tokens[at - 1]) || isOfNoun(token, at, tokens)) {
    return { ...token, pos: 'ADJ' }
  }
  if (takenForVerb(token, tokens[at - 1], tokens[at + 1])) return { ...token, pos: 'NOUN' }
  const base = takenForPlural(token, at, tokens, kinds) ? token.lower.replace(/(?<=ss|x|sh|ch|zz)es$|s$/, '') : ''
  const verb = nounsToo.test(base) || kinds(base).some(kind => /Infinitive|Verb/.test(kind))
  return verb ? { ...token, lemma: base, pos: 'VERB' } : token
}

/** "My sister's a dentist", "my sister's dentist"; "my sister's moving", "my sister's wedding is". */
function apostrophe (token: Token, at: number, tokens: Token[]): Token {
  const [before, next, then] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]]
  if (!/NOUN|PROPN/.test(before?.pos ?? '')) return token
  const is = !next || /^(?:been|got)$/.test(next.lower) || (before!.lower === 'name' && next.pos === 'PROPN') ||
    /DET|ADP|PRON|NUM|ADV|PART|PUNCT/.test(next.pos) || isDoing(next, then) || isDone(next, then) ||
    (leansOn(tokens, at) !== 'ADP' && hasDone(next, then, around(tokens, at)))
  return is
    ? { ...token, lemma: next?.lower === 'got' ? 'have' : 'be', pos: 'AUX' }
    : { ...token, lemma: "'s", pos: 'PART' }
}

const isDoing = ({ lower }: Token, then: Token | undefined) => /ing$/.test(lower) && !/VERB|AUX/.test(then?.pos ?? '')

/** "My car's insured with them", "my brother's called Bo", "the site's live at last"; "my car's used parts". */
const isDone = ({ pos, lower, lemma }: Token, then: Token | undefined) =>
  lower === 'called' || ((pos === 'ADJ' || lower === 'live' || (pos === 'VERB' && lower !== lemma)) &&
    /^(?:ADP|PUNCT|DET|PRON|CCONJ)?$/.test(then?.pos ?? ''))

/**
 * "My wife's left Siemens", "Tom's stopped smoking", with no other verb as in "my wife's left knee hurts"; "my cousin's
 * become a vet", where the participle looks like the base form.
 */
const hasDone = (next: Token, then: Token | undefined, clause: Token[]) =>
  then !== undefined && !clause.some(token => token !== next && token !== then && isSmallVerb(token)) &&
  (next.pos === 'VERB' && next.lower !== next.lemma
    ? /NOUN|PROPN/.test(then.pos) || isGerund(then)
    : likeBase.test(next.lower) || (likeNoun.test(next.lower) && /DET|PRON|NUM|ADP|PART/.test(then.pos)))

const isGerund = ({ pos, lower }: Token) => pos === 'VERB' && /ing$/.test(lower)
/** Participles that are spelt as the base form, and those of them that are nouns as well. */
const [alike, alikeNouns] = ['become|come|let|put|shut', 'cut|set|split|hit|hurt|read|run|cast']
const [likeBase, likeNoun] = [new RegExp(`^(?:${alike}|quit)$`), new RegExp(`^(?:${alikeNouns}|spread)$`)]
/** Behind "is": not "quit smoking", "spread betting". */
const likeEither = new RegExp(`^(?:${alike}|${alikeNouns})$`)

/** "Since may": no verb. */
const isMonth = ({ lower }: Token, before: Token | undefined) =>
  /^(?:may|march)$/.test(lower) && beforeMonth.test(`${before?.lower} `)

/** "My ex has her at weekends." */
const isFormer = ({ lower }: Token, before: Token | undefined) =>
  lower === 'ex' && /^(?:my|his|her)$/.test(before?.lower ?? '')

/** "Nintendo Switch", "Google Meet and Zoom": a capital within a sentence that is none of titles. */
const isNameAsVerb = (
  { pos, text, lower, lemma }: Token,
  before: Token | undefined,
  tokens: Token[],
  kinds: (word: string) => string[]
) =>
  pos === 'VERB' && lower === lemma && /^\p{Lu}\p{Ll}/u.test(text) &&
  /NOUN|PROPN|CCONJ|DET|ADP/.test(before?.pos ?? '') &&
  (kinds(lower).length > 0 || kin.test(before!.lower)) && tokens.some(({ text }) => /^\p{Ll}{3}/u.test(text))

/** "Left knee is sore": which one, in front of a verb of its own. */
const isSide = ({ lower }: Token, at: number, tokens: Token[]) =>
  lower === 'left' && (at === 0 || /PUNCT|CCONJ|INTJ/.test(tokens[at - 1]!.pos)) &&
  tokens[at + 1]?.pos === 'NOUN' && /AUX|VERB/.test(tokens[at + 2]?.pos ?? '')

/** "The site is live", "Xero's live": no verb. */
const isLive = ({ lower }: Token, before: Token | undefined) =>
  lower === 'live' && (before?.lemma === 'be' || before?.lower === "'s")

/** "About Ida's left shoe", "return his old cracked phone"; not "I think Ida's left town". */
function isOfNoun ({ pos, lower, lemma }: Token, at: number, tokens: Token[]): boolean {
  if (pos !== 'VERB' || lower === lemma || /(?:ing|[^s]s)$/.test(lower)) return false
  if (!/NOUN|ADJ/.test(tokens[at + 1]?.pos ?? '')) return false
  const before = tokens[at - 1]
  const isOwned = before?.lower === "'s" && apostrophe(before, at - 1, tokens).pos === 'PART'
  if (!isOwned && before?.pos !== 'ADJ') return false
  return /ADP|VERB/.test(leansOn(tokens, at - 1))
}

/** The kind of word in front of the noun phrase up to `at`; none where a clause may follow it. */
function leansOn (tokens: Token[], at: number): string {
  const first = tokens.slice(0, at).findLastIndex(({ pos }) => !/NOUN|PROPN|ADJ|PART/.test(pos))
  const front = tokens[determiners.test(tokens[first]?.lower ?? '') ? first - 1 : first]
  return front === undefined || ofClause.test(front.lemma) ? '' : front.pos
}
/** What a clause may follow. */
const ofClause = new RegExp(
  joined(String.raw`
    ^(?:say|tell|think|believe|know|hear|hope|guess|suppose|see|find|mean|feel|learn|notice|realise|realize|remember|
    forget|ask|claim|dream|wish|bet|reckon|expect|assume|swear|since|before|after|until|till|as|like|than|that|because|
    if|when|while)$`)
)

/** "I don't own a boat." */
const takenForAdjective = ({ pos }: Token, before: Token | undefined, first: Token | undefined) =>
  pos === 'ADJ' && /^(?:n't|not)$/.test(before?.lower ?? '') && first?.lemma === 'do'

/** "My brother lives near Rome": behind a noun, and no other verb between the commas and the "and"s around it. */
const takenForPlural = ({ pos, lower }: Token, at: number, tokens: Token[], kinds: (word: string) => string[]) =>
  pos === 'NOUN' && /[^s]s$/.test(lower) && isNamed(tokens, at - 1, kinds) &&
  (/ADP|DET|PRON|PROPN|NUM/.test(tokens[at + 1]?.pos ?? '') || isLastOfAll(tokens, at)) &&
  !around(tokens, at).some(isSmallVerb)

const isNamed = (tokens: Token[], at: number, kinds: (word: string) => string[]) =>
  isNoun(tokens[at], kinds) || (at >= 0 && isNameAsVerb(tokens[at]!, tokens[at - 1], tokens, kinds))

/** "Nobody in my family drives." */
const isLastOfAll = (tokens: Token[], at: number) =>
  tokens[at + 1]?.pos === 'PUNCT' && /^(?:nobody|everybody|everyone|none|neither)$/.test(tokens[0]!.lower)

const isJoint = ({ pos, text }: Token) => pos === 'CCONJ' || text === ','
function around (tokens: Token[], at: number): Token[] {
  const end = tokens.findIndex((token, place) => place > at && isJoint(token))
  return tokens.slice(tokens.slice(0, at).findLastIndex(isJoint) + 1, end < 0 ? tokens.length : end)
}

/** "Switch" may be a name. */
const isSmallVerb = ({ pos, text }: Token) => /VERB|AUX/.test(pos) && !/^\p{Lu}/u.test(text)

/** "The game targets Windows": the lexicon knows it as a noun. */
const isNoun = (token: Token | undefined, kinds: (word: string) => string[]) =>
  /NOUN|PROPN/.test(token?.pos ?? '') || (token?.pos === 'ADJ' && kinds(token.lower).includes('Singular'))

/** Of these, "costs" is listed as a noun alone. */
const nounsToo = /^(?:live|cost|start|work|play|end|cook|host|head|coach|rent)$/

/** "My topic is land law": no participle behind "is". */
const takenForVerb = ({ pos, lower, lemma }: Token, before: Token | undefined, next: Token | undefined) =>
  pos === 'VERB' && lower === lemma && before?.lemma === 'be' && /NOUN/.test(next?.pos ?? '') &&
  !likeEither.test(lower)
