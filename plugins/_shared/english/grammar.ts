/**
 * Words of an English sentence with their parts of speech (wink-nlp), forms of verbs (compromise) and the language of a
 * text (eld).
 */
import { joined } from '../wording/words/lists.ts'
import { spelt } from '../wording/chat.ts'
import { inCapitals } from './capitals.ts'
import { retagged } from './retagged.ts'
import { asWritten, withoutFalseEnds } from './sentence-ends.ts'
import { britishBase, hyphenated } from './whole-words.ts'
import type { Token } from './token.ts'
import { createTagger, type Tagged } from './tagger.ts'
import type { PartOfSpeech } from 'wink-nlp'

export interface Sentence {
  /** As it was typed. */
  text: string
  /** Without chat spellings, greetings and fillers, as the tokens are. */
  written: string
  tokens: Token[]
}

export interface Grammar {
  sentences: (line: string) => Sentence[]
  /** The tokens of a text as it stands, each at its place. */
  tokens: (text: string) => Token[]
  /** The form that goes with he, she, it and a name: `carries` of `carry`. */
  thirdPerson: (base: string) => string
  pastTense: (base: string) => string
  /** What a lower-case word is known to name (`MaleName`, `City`, `Infinitive`, …); empty when nothing. */
  kinds: (word: string) => string[]
  isEnglish: (sentence: Sentence) => boolean
}

interface Compromise {
  model: () => { one: { lexicon: Record<string, string | string[]> } }
  methods: () => {
    two: { transform: { verb: { conjugate: (base: string, model: unknown) => Record<string, string> } } }
  }
}

/** What has no full stop for longer is cut, in characters, so that time stays linear. */
const longestPiece = 1000
let loading: Promise<Grammar> | undefined

/** Loaded with the first conversation; some 0.3 s. */
export function loadGrammar (): Promise<Grammar> {
  loading ??= load()
  return loading
}

async function load (): Promise<Grammar> {
  const [{ default: two }, { eld }] = await Promise.all([import('compromise/two'), import('eld/small')])
  const tag = createTagger()
  const compromise = two as unknown as Compromise
  const { lexicon } = compromise.model().one
  const forms = (base: string) => compromise.methods().two.transform.verb.conjugate(base, compromise.model())
  const kinds = (word: string) => [lexicon[word] ?? []].flat()

  function read (sentence: Tagged[], from: number): Token[] {
    let at = from
    return sentence.flatMap(({ spaces, text, ...word }) => {
      const start = at + spaces
      at = start + text.length
      const lower = text.toLowerCase().replace('’', "'")
      return word.pos === 'SPACE' ? [] : withoutContraction({ ...word, text, lower, start, end: at })
    })
  }

  const tagged = (tokens: Token[]) => tokens.map((token, at) => retagged(token, at, tokens, kinds))

  function sentences (line: string): Sentence[] {
    let from = 0
    const { text, placeOf } = spelt(line)
    const marked = withoutFalseEnds(text)
    return piecesOf(inCapitals(marked, kinds)).flatMap(piece => {
      const found: Sentence[] = []
      let at = from
      for (const sentence of tag(piece)) {
        const tokens = hyphenated(read(sentence, at).map(token => britishBase(asWritten(token, text, marked))))
        const [first, last] = [tokens[0], tokens.at(-1)]
        if (first === undefined || last === undefined) continue
        at = last.end
        found.push({
          text: line.slice(placeOf(first.start), placeOf(at)),
          written: text.slice(first.start, at),
          tokens: tagged(tokens)
        })
      }
      from += piece.length
      return found
    })
  }

  function tokens (text: string): Token[] {
    const found: Token[] = []
    let at = 0
    for (const sentence of tag(text.slice(0, longestPiece))) {
      const said = hyphenated(read(sentence, at))
      at = said.at(-1)?.end ?? at
      found.push(...tagged(said))
    }
    return found
  }

  return {
    sentences,
    tokens,
    thirdPerson: base => forms(base)['PresentTense'] as string,
    pastTense: base => forms(base)['PastTense'] as string,
    kinds,
    isEnglish: ({ written, tokens }) => {
      const scores = eld.detect(written).getScores()
      const share = (scores['en'] ?? 0) / Math.max(1e-9, ...Object.values(scores))
      const words = tokens.filter(({ text }) => /^\p{Ll}+$/u.test(text))
      const known = words.length === 0 ? 1 : words.filter(({ known }) => known).length / words.length
      return !otherScript.test(written) && known >= (words.length < 4 ? leastOfFew : leastKnown) &&
        (share >= closeCall || (share >= spokenCall && english.test(written)) || words.length < 2)
    }
  }
}

/** Share of a sentence's words that are English ones, and of the likeliest language's score, for it to be English. */
const leastKnown = 0.6
const leastOfFew = 0.5
const closeCall = 0.9
const spokenCall = 0.4
/** Three letters in a row of another script. */
const otherScript = /(?:(?!\p{sc=Latin})\p{L}){3}/u
/** No language has as many of these. */
const english =
  /\b(?:I(?:'m|'ve|'d|'ll)?|my|the|is|are|were|and|with|have|of|we|you|she|they|this|that|from|our|his|it|it's|been|to|[Hh]e \p{Ll}+(?:s|ed))\b/u

/** "12 sept. no wait, 19", "on Tuesday, sorry, Wednesday": a sentence of its own, whatever stands in front. */
const puttingRight = new RegExp(
  joined(String.raw`
    (?<=[\p{L}\p{N}.!?,…–-])[, –-]{1,4}(?=(?:no,? wait|wait,? no|scratch that|oops|
    (?:no|sorry|wait|hm+),? let me (?:explain|say|try|put|rephrase|start|correct))\b)|
    (?<=[.…] )(?=let me (?:rephrase|start (?:over|again)|correct)\b)|(?<=[.!?] )(?=(?:sorry|
    actually)\b)|(?<=, |- |– )(?=sorry,? (?:i meant?|it's|its|the|at|on|\d|\p{L}+day)\b|i mean,? (?:\d|\p{L}+day|
    the \d))`),
  'giu'
)

/** A long line in pieces of whole sentences. */
function piecesOf (line: string): string[] {
  const pieces: string[] = []
  for (const part of cutAt(line, puttingRight)) {
    let whole = ''
    for (const sentence of part.split(/(?<=[.!?]\s|[。！？])/u)) {
      if (whole !== '' && !/[。！？]$/u.test(whole) && whole.length + sentence.length <= longestPiece) whole += sentence
      else {
        pieces.push(...whole.match(/[\s\S]{1,1000}/g) ?? [])
        whole = sentence
      }
    }
    pieces.push(...whole.match(/[\s\S]{1,1000}/g) ?? [])
  }
  return pieces
}

/** In pieces that begin behind each match, which stays with the piece in front. */
function cutAt (line: string, pattern: RegExp): string[] {
  const places = [...line.matchAll(pattern)].map(({ index, 0: found }) => index + found.length)
  return [0, ...places].map((from, at) => line.slice(from, places[at])).filter(piece => piece !== '')
}

const contracted: Record<string, [lemma: string, pos: PartOfSpeech]> = {
  m: ['be', 'AUX'],
  re: ['be', 'AUX'],
  s: ['be', 'AUX'],
  ve: ['have', 'AUX'],
  ll: ['will', 'AUX'],
  d: ['would', 'AUX']
}

/** The tagger keeps some "I'm" whole, and does not know "im" and "shes". */
function withoutContraction (token: Token): Token[] {
  const [, pronoun = '', mark = '', rest = ''] =
    /^(i|you|he|she|it|we|they|that|there)('?)(m|re|ve|ll|d|s)$/.exec(token.lower) ?? []
  const written = mark !== '' || /^(?:im|ive|youre|youve|hes|shes|weve|theyre|thats|theres)$/.test(token.lower)
  if (pronoun === '' || !written) return [token]
  const [lemma, pos] = contracted[rest] as [string, PartOfSpeech]
  const cut = token.start + pronoun.length
  return [
    { ...token, text: token.text.slice(0, pronoun.length), lower: pronoun, lemma: pronoun, pos: 'PRON', end: cut },
    { ...token, text: token.text.slice(pronoun.length), lower: `'${rest}`, lemma, pos, start: cut }
  ]
}
