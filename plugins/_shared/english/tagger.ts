/**
 * wink-nlp, kept from remembering: it adds every word that it does not know to its lexicon for good, and then cuts the
 * same characters otherwise ("it was my grandmother's." makes one word of every "grandmother's" to come).
 */
import { createRequire } from 'node:module'
import type { Document, ItemToken, ItsFunction, Model, PartOfSpeech, WinkMethods } from 'wink-nlp'

export interface Tagger {
  /** What `use` makes of the text; the document is of no use afterwards. */
  read: <Result>(text: string, use: (document: Document) => Result) => Result
  textOf: (token: ItemToken) => string
  spacesBefore: (token: ItemToken) => number
  lemmaOf: (token: ItemToken) => string
  posOf: (token: ItemToken) => PartOfSpeech
  /** Whether it is a word of the model. */
  isKnown: (token: ItemToken) => boolean
}

/** The part of a model's core that grows. */
interface Lexemes {
  list: string[]
  hash: Record<string, number>
}

interface Loaders {
  core: () => { features: { lexeme: Lexemes } }
  metaCER: () => unknown
}

/**
 * Words beside those of the model before it is loaded anew, which takes some 150 ms. Prefixes are numbered as well, in
 * 13 bits, of which the model uses 1,279.
 */
const mostAdded = 5000

export function createTagger (): Tagger {
  // Both are CommonJS, and their types say otherwise.
  const require = createRequire(import.meta.url)
  const winkNLP = require('wink-nlp') as (model: Model, pipe: string[]) => WinkMethods
  const model = require('wink-eng-lite-web-model') as Model & Loaders
  // It is written out as JSON at every load, the second time what was written before.
  const patterns = model.metaCER()

  function load () {
    const core = model.core()
    const { lexeme } = core.features
    const own = lexeme.list.length
    return {
      nlp: winkNLP({ ...model, core: () => core, metaCER: () => patterns } as Model, ['sbd', 'pos']),
      lexeme,
      own
    }
  }

  let { nlp, lexeme, own } = load()
  const { its } = nlp

  return {
    read (text, use) {
      const before = lexeme.list.length
      const result = use(nlp.readDoc(text))
      for (const word of lexeme.list.slice(before)) delete lexeme.hash[word]
      if (lexeme.list.length > own + mostAdded) ({ nlp, lexeme, own } = load())
      return result
    },
    textOf: token => token.out(),
    spacesBefore: token => token.out(its.precedingSpaces as ItsFunction<string>).length,
    lemmaOf: token => token.out(its.lemma as ItsFunction<string>),
    posOf: token => token.out(its.pos) as PartOfSpeech,
    isKnown: token => Number(token.out(its.uniqueId as ItsFunction<number>)) < own
  }
}
