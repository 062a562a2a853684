/** Which sentence said before has what a word that points back means: "I keep it in the garage", "her house". */
import { joined } from '../wording/words/lists.ts'
import { anaphorIn, pointing, pointsBack } from './anaphors.ts'
import { clausesOf } from './clause.ts'
import { weekdays } from '../wording/words/calendar.ts'
import type { Grammar, Sentence } from './grammar.ts'
import { noteRelations } from './introduced.ts'
import { kin, person, pet, trade } from './kin.ts'
import { isOfText } from './requests.ts'
import { isUnmeant } from './unmeant.ts'
import { isDoubt } from './revised.ts'
import { spaced } from './third-person.ts'
import { peopleIn } from './people.ts'
import { isVerb } from './phrases.ts'
import { genderOfPronoun } from './pronouns.ts'
import { eachAsked, namesNothing, refersBack } from './questions.ts'
import { noteRead } from './heard.ts'
import type { Talk } from './talk.ts'
import type { Token } from './token.ts'

const ofOne = /^(?:it|its|itself)$/
const ofSeveral = /^(?:they|them|theirs?|themselves|these|those|ones)$/
/** Time passes, and is not what "it" means. */
const time = new RegExp(
  joined(String.raw`^(?:${weekdays}|(?:to|yester)day|tomorrow|
    (?:day|week|weekend|month|year|hour|minute|time|night|morning|afternoon|evening|ago|christmas|easter|thing|lot|
    bit|way)s?)$`),
  'i'
)
const places = /^(?:in|at|to|from|near|around)$/
/** Sentences that are quoted at most, where it is not known which of two people is meant, and their characters. */
const [mostQuoted, longest] = [2, 160]
/** Sentences that are remembered word for word, so that a long talk takes linear time. */
const mostLines = 200
/** Clauses for which a talk is taken to be about the same. */
const longestMatter = 30
/** Sentences back that may be meant, and words of one that tells little. */
const [mostBack, brief] = [5, 3]

/** A sentence may be meant later where it stands alone, with a verb, and is short; null where it was taken back. */
export function noteSaid (talk: Talk, sentence: Sentence | null): void {
  talk.openedBefore = talk.opened
  talk.opened = talk.clauses
  if (sentence !== null && !isDoubt(sentence.text)) noteRead(talk, sentence.text)
  if (sentence !== null) {
    talk.lines = [...talk.lines, sentence.text].slice(-mostLines)
    noteRelations(talk.relations, spaced(sentence.tokens))
  }
  talk.said = sentence === null ? [] : quotableWith(talk.said, sentence)
  const last = talk.said.at(-1)
  if (last !== undefined && last === sentence && needs.test(last.written)) {
    talk.need = { text: last.text, at: talk.clauses }
  }
}

/** What a talk is about. */
const needs = new RegExp(
  joined(String.raw`
    \b(?:i|we)(?:['’]m|['’]re|['’]ve been| am| are| have been) (?:\p{L}+ ){0,2}(?:looking (?:for|to|at)|planning|
    trying to|thinking (?:of|about)|organi[sz]ing|shopping for|hoping to|applying|training for|preparing|saving)\b|
    \b(?:i|we) (?:really |also |still |just )?(?:need|want|['’]d like|would like|have to|plan) (?:to |an? |some |new )|
    \b(?:help|advise) (?:me|us)\b|
    ^(?:can|could|would) you (?:please )?(?:recommend|suggest|find|plan|write|pick|choose)`),
  'iu'
)

function quotableWith (said: Sentence[], sentence: Sentence): Sentence[] {
  const { tokens, text } = sentence
  const isQuotable = tokens.length > brief && tokens.some(isVerb) && text.length <= longest &&
    !isUnmeant(sentence, null) && !isOfText(text) &&
    !pointsBack(tokens.slice(/^which/i.test(text) ? 1 : 0))
  return isQuotable ? [...said.slice(1 - mostBack), sentence] : said
}

/** The words said before that a clause of these tokens cannot do without; null where none of them has what fits. */
export function antecedentOf (tokens: Token[], said: Sentence[], grammar: Grammar): string | null {
  const word = pointing.test(tokens[0]?.lower ?? '') ? tokens[0] : anaphorIn(tokens)
  return word ? meantBy(word.lower, said, grammar) : null
}

/** The same of what was asked, the last question first. */
export const antecedentOfQuestion = (asked: string, talk: Talk, grammar: Grammar): string | null =>
  eachAsked(asked).reduceRight<string | null>((found, one) => found ?? antecedentOfOne(one, talk, grammar), null)

/** "How do you use it?", "How was the trip?", "Which model?". */
function antecedentOfOne (question: string, talk: Talk, grammar: Grammar): string | null {
  const { said, need, clauses, proposed } = talk
  if (proposed !== null) return proposed
  const found = refersBack(question, grammar) ? askedOf(question, said, grammar) : null
  if (found !== null || !namesNothing(question, grammar)) return found
  const matter = need !== null && clauses - need.at <= longestMatter ? need : null
  return (matter ?? last(said, ({ tokens }) => tokens.some(isThing)) ?? said.at(-1))?.text ?? null
}

function askedOf (question: string, said: Sentence[], grammar: Grammar): string | null {
  const tokens = grammar.sentences(question).flatMap(({ tokens }) => tokens)
  const word = tokens.find(({ lower }) =>
    genderOfPronoun(lower) !== null || [ofOne, ofSeveral, /^(?:there|that|ones?)$/].some(of => of.test(lower))
  )
  if (word !== undefined) return meantBy(word.lower, said, grammar)
  const named = tokens.filter(({ pos, lower }) => /NOUN|PROPN/.test(pos) && !time.test(lower)).map(({ lemma }) => lemma)
  const naming = last(said, sentence => sentence.tokens.some(({ lemma }) => named.includes(lemma)))
  // "How old are the kids?" may open another matter, "which model?" and "since when?" do not.
  const isOpen = tokens.length <= brief || (!tokens.some(isVerb) && tokens.length <= brief + 1)
  return (naming ?? (isOpen ? last(said, () => true) : null))?.text ?? null
}

function meantBy (word: string, said: Sentence[], grammar: Grammar): string | null {
  const ofWord = genderOfPronoun(word)
  if (ofWord !== null) {
    const ofOther = ofWord === 'male' ? /^she$/ : /^he$/
    // "Rafe is an electrician, he charges me in beer": no woman.
    const naming = said.filter(sentence =>
      clausesOf(sentence).flatMap(clause => peopleIn(clause, '', grammar)).some(({ gender }) =>
        gender === null ? !sentence.tokens.some(({ lower }) => ofOther.test(lower)) : gender === ofWord
      )
    )
    // A boat, or a horse.
    return whoever(naming) ?? last(said, ({ tokens }) => tokens.some(isThing))?.text ?? null
  }
  const isOf = (kinds: RegExp) => ({ lower }: Token) => grammar.kinds(lower).some(kind => kinds.test(kind))
  const [isPerson, isPlace] = [isOf(/Name/), isOf(/City|Country|Place|Region/)]
  const isLikely = (token: Token, at: number, tokens: Token[]) => !isPlace(token) && !isBehindPreposition(tokens, at)
  // What was asked about a place is answered by another.
  if (word === 'there') {
    return said.findLast(({ text, tokens }) => !text.endsWith('?') && fits(word, tokens))?.text ?? null
  }
  const fitting = (tokens: Token[]) => fits(word, tokens.filter(token => !isPerson(token) || isPlace(token)))
  return last(said, ({ tokens }) => fitting(tokens.filter(isLikely)))?.text ??
    last(said, ({ tokens }) => fitting(tokens))?.text ?? null
}

function fits (word: string, tokens: Token[]): boolean {
  if (ofOne.test(word)) return tokens.some(token => isThing(token) && !isPlural(token))
  if (ofSeveral.test(word)) return tokens.some(isPlural) || tokens.filter(isThing).length > 1
  return word === 'there'
    ? tokens.some(({ lower }, at) => places.test(lower) && tokens.slice(at + 1, at + 4).some(isThing))
    : tokens.some(token => isThing(token) || kin.test(token.lower))
}

/** "Bees behind the shed": the bees are likelier meant than the shed. */
function isBehindPreposition (tokens: Token[], at: number): boolean {
  let from = at
  while (from > 0 && /DET|ADJ|NUM|NOUN|PROPN|PRON/.test(tokens[from - 1]!.pos)) from--
  return tokens[from - 1]?.pos === 'ADP'
}

/** What was stated rather than asked. */
const last = (said: Sentence[], fits: (sentence: Sentence) => boolean): Sentence | undefined =>
  said.findLast(sentence => !sentence.text.endsWith('?') && fits(sentence)) ?? said.findLast(fits)

/** All that may be meant, as far as there is room for. */
function whoever (fitting: Sentence[]): string | null {
  const texts = fitting.slice(-mostQuoted).map(({ text }) => text)
  const whole = texts.map(text => /[.!?…]$/.test(text) ? text : `${text}.`).join(' ')
  return texts.length > 1 && whole.length <= longest ? whole : texts.at(-1) ?? null
}

const isThing = ({ pos, lower, lemma }: Token) =>
  /NOUN|PROPN/.test(pos) && !time.test(lower) && !trade.test(lower) &&
  (pet.test(lower) || ![kin, person].some(of => of.test(lower) || of.test(lemma)))
const isPlural = ({ pos, lower, lemma }: Token) => pos === 'NOUN' && lower !== lemma && /s$/.test(lower)
