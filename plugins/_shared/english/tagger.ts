/**
 * wink-nlp, kept from remembering: it adds every word that it does not know to its lexicon for good, and then cuts the
 * same characters otherwise ("it was my grandmother's." makes one word of every "grandmother's" to come).
 */
import { createRequire } from 'node:module'
import type { ItemSentence, ItemToken, ItsFunction, Model, PartOfSpeech, WinkMethods } from 'wink-nlp'

export interface Tagged {
  text: string
  /** Characters of white space in front of it. */
  spaces: number
  lemma: string
  pos: PartOfSpeech
  /** Whether it is a word of the model. */
  known: boolean
}

/** The words of each sentence of a text. */
export type Tagger = (text: string) => Tagged[][]

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
    const nlp = winkNLP({ ...model, core: () => core, metaCER: () => patterns } as Model, ['sbd', 'pos'])
    return { nlp, lexeme, own: lexeme.list.length }
  }

  let { nlp, lexeme, own } = load()
  const { its } = nlp

  const tagged = (token: ItemToken): Tagged => ({
    text: token.out(),
    spaces: token.out(its.precedingSpaces as ItsFunction<string>).length,
    lemma: token.out(its.lemma as ItsFunction<string>),
    pos: token.out(its.pos) as PartOfSpeech,
    known: Number(token.out(its.uniqueId as ItsFunction<number>)) < own
  })

  function read (text: string): Tagged[][] {
    const found: Tagged[][] = []
    nlp.readDoc(text).sentences().each((sentence: ItemSentence) => {
      const words: Tagged[] = []
      sentence.tokens().each((token: ItemToken) => words.push(tagged(token)))
      found.push(words)
    })
    return found
  }

  return text => {
    const before = lexeme.list.length
    try {
      return read(text)
    } finally {
      for (const word of lexeme.list.slice(before)) delete lexeme.hash[word]
      if (lexeme.list.length > own + mostAdded) ({ nlp, lexeme, own } = load())
    }
  }
}
