/**
 * Words of an English sentence with their parts of speech (wink-nlp), verb forms (compromise) and the language of
 * a sentence (eld, and the words).
 */
import { createRequire } from 'node:module'
import type { ItemSentence, ItemToken, ItsFunction, Model, PartOfSpeech, WinkMethods } from 'wink-nlp'
import { languageOf, type Language } from './language.ts'
import { mended } from './mend.ts'
import type { Token } from './token.ts'

export type { Token } from './token.ts'

export interface Sentence {
  text: string
  start: number
  tokens: Token[]
}

export interface Grammar {
  sentences: (line: string) => Iterable<Sentence>
  /** The form that goes with he, she, it and a name: `carries` of `carry`. */
  thirdPerson: (base: string) => string
  pastTense: (base: string) => string
  infinitive: (form: string) => string
  languageOf: (sentence: Sentence) => Language
  /** What a lower-case word is known to name; empty when nothing. */
  kinds: (word: string) => readonly string[]
}

type Conjugate = (base: string, model: unknown) => { PresentTense: string, PastTense: string }

interface Verbs {
  model: () => { one: { lexicon: Record<string, string | string[]> } }
  methods: () => {
    two: {
      transform: {
        verb: { conjugate: Conjugate, toInfinitive: (form: string, model: unknown, tense: string) => string }
      }
    }
  }
}

/** Longest stretch read as one, in characters: what has no full stop for longer is cut, so that time stays linear. */
const longest = 1000
/** A piece of whole sentences is cut from here on, in characters. */
const enough = 200
let loading: Promise<Grammar> | undefined

/** Loaded with the first conversation; some 0.3 s. */
export function loadGrammar (): Promise<Grammar> {
  loading ??= load()
  return loading
}

async function load (): Promise<Grammar> {
  const [{ default: two }, { eld }] = await Promise.all([import('compromise/two'), import('eld/small')])
  // Both are CommonJS, and their types say otherwise.
  const require = createRequire(import.meta.url)
  const winkNLP = require('wink-nlp') as (model: Model, pipe: string[]) => WinkMethods
  const nlp = winkNLP(require('wink-eng-lite-web-model') as Model, ['sbd', 'pos'])
  const { its } = nlp
  const verbs = two as unknown as Verbs
  const { lexicon } = verbs.model().one
  // Words that the model does not have are numbered on behind its own as they come.
  const numberOf = (item: ItemToken) => Number(item.out(its.uniqueId as ItsFunction<number>))
  const firstUnknown = numberOf(nlp.readDoc('zqxjk').tokens().itemAt(0))
  const forms = (base: string) => verbs.methods().two.transform.verb.conjugate(base, verbs.model())

  const infinitive = (form: string, tense = 'Gerund') =>
    verbs.methods().two.transform.verb.toInfinitive(form, verbs.model(), tense)

  // The lexicon has "live" as an adjective alone.
  const isVerb = (word: string) =>
    word === 'live' ||
    [lexicon[word] ?? []].flat().some(kind =>
      /Infinitive|Verb|Singular/.test(kind) && forms(word).PresentTense !== word
    )

  // Of these the lexicon has another sense; "was" is Dutch as well.
  const isVerbForm = (word: string) =>
    /^(?:left|joined|quit|works|let)$/.test(word) || lexicon[word] === 'PastTense' || lexicon[word] === 'PresentTense'

  function tokensOf (sentence: ItemSentence, from: number): Token[] {
    const tokens: Token[] = []
    let at = from
    sentence.tokens().each((item: ItemToken) => {
      const text = item.out()
      const start = at + item.out(its.precedingSpaces as ItsFunction<string>).length
      const [lemma, pos] = [item.out(its.lemma as ItsFunction<string>), item.out(its.pos) as PartOfSpeech]
      at = start + text.length
      const known = numberOf(item) < firstUnknown
      const token = { text, lower: text.toLowerCase(), lemma, pos, start, end: at, known }
      if (pos !== 'SPACE') tokens.push(...uncontracted(token))
    })
    return tokens
  }

  function* sentences (line: string): Generator<Sentence> {
    let from = 0
    for (const piece of pieces(line)) {
      const read: Sentence[] = []
      let at = from
      nlp.readDoc(piece).sentences().each((sentence: ItemSentence) => {
        const tokens = tokensOf(sentence, at)
        const [first, last] = [tokens[0], tokens.at(-1)]
        if (!first || !last) return
        at = last.end
        const whole = isOrdinal(read.at(-1), first) ? read.pop()! : { start: first.start, tokens: [] }
        read.push({
          text: line.slice(whole.start, at),
          start: whole.start,
          tokens: [...whole.tokens, ...mended(tokens, { infinitive, isVerb })]
        })
      })
      yield* read
      from += piece.length
    }
  }

  return {
    sentences,
    thirdPerson: base => forms(base).PresentTense,
    pastTense: base => forms(base).PastTense,
    infinitive,
    kinds: word => [lexicon[word] ?? []].flat(),
    languageOf: ({ text, tokens }) =>
      languageOf(text, tokens, { scores: text => eld.detect(text).getScores(), isVerbForm })
  }
}

/**
 * Ends of sentences behind which a long line may be cut, and two that the tagger misses: "fit in. Already", "Gen
 * Z. We".
 */
const stop = /[.!?]\s+(?=[\p{Lu}\d"'])/gu
const falseStop =
  /(?<=\b(?:in|no)\. )(?=\p{Lu})|(?<=\b\p{Lu}\. )(?=(?:I|We|My|Our|The|It|They|He|She|This|That|There|Right|Now|Currently|And|But|So|Also)\b)/u

/** "Am 3. April war Paul hier": a German date holds a full stop. */
const isOrdinal = (before: Sentence | undefined, { text }: Token) =>
  before !== undefined && /\b\d{1,2}\.$/.test(before.text) && months.test(text)
const months = /^(?:Januar|Jänner|Februar|März|Maerz|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)$/

/** A line in pieces of whole sentences, so that others get their turn in between. */
function pieces (line: string): string[] {
  const found: string[] = []
  let from = 0
  while (from < line.length) {
    stop.lastIndex = from + enough
    const cut = line.length - from <= enough ? null : stop.exec(line)
    const space = Math.max(line.lastIndexOf(' ', from + longest), from) || from
    const end = cut && cut.index - from < longest
      ? cut.index + cut[0].length
      : line.length - from <= longest
      ? line.length
      : space > from
      ? space
      : from + longest
    found.push(...line.slice(from, end).split(falseStop))
    from = end
  }
  return found
}

const ending: Record<string, [lemma: string, pos: PartOfSpeech]> = {
  m: ['be', 'AUX'],
  re: ['be', 'AUX'],
  s: ['be', 'AUX'],
  ve: ['have', 'AUX'],
  ll: ['will', 'AUX'],
  d: ['would', 'AUX']
}

/** The tagger keeps some "I'm" whole, and does not know "im" and "shes". */
function uncontracted (token: Token): Token[] {
  const found = /^(i|you|he|she|it|we|they|that|there)('?)(m|re|ve|ll|d|s)$/.exec(token.lower.replace('’', "'"))
  const [, pronoun = '', mark = '', rest = ''] = found ?? []
  if (
    !found || (mark === '' && !/^(?:im|ive|youre|youve|hes|shes|weve|theyre|theyve|thats|theres)$/.test(token.lower))
  ) return [token]
  const cut = token.start + pronoun.length
  const [lemma, pos] = ending[rest] as [string, PartOfSpeech]
  const text = token.text.slice(pronoun.length)
  return [
    { ...token, text: token.text.slice(0, pronoun.length), lower: pronoun, lemma: pronoun, pos: 'PRON', end: cut },
    { ...token, text, lower: mark === '' ? `'${rest}` : text.toLowerCase(), lemma, pos, start: cut }
  ]
}
