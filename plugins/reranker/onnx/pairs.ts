/** Question and document to the token ids of one row, as the model's own tokeniser would join them. */
import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import { LRUCache } from 'lru-cache'
import type { ModelFolder } from './model.ts'

export interface Row { ids: number[], types: number[] }

/** The markers around the two texts, for example `[CLS] question [SEP] document [SEP]`. */
interface Template { before: Row, between: Row, after: Row, questionType: number, documentType: number }

/** Tokens kept over all documents: about eight megabytes. */
const cachedTokens = 2_000_000
/** No tokeniser makes fewer tokens of this many characters than a row can hold, so the rest need not be looked at. */
const charactersPerToken = 12

export function createPairing ({ tokenizerFile, tokenizerConfigFile, longestPair }: ModelFolder) {
  const tokenizer = new Tokenizer(readJson(tokenizerFile), tokenizerConfigFile === null ? {} : readJson(tokenizerConfigFile))
  const template = readTemplate(tokenizer)
  const room = longestPair - template.before.ids.length - template.between.ids.length - template.after.ids.length
  const documents = new LRUCache<string, number[]>({ maxSize: cachedTokens, sizeCalculation: ids => ids.length + 1 })

  function tokens (text: string): number[] {
    return tokenizer.encode(text.slice(0, longestPair * charactersPerToken), { add_special_tokens: false }).ids.slice(0, room)
  }

  function documentTokens (text: string): number[] {
    let ids = documents.get(text)
    if (ids === undefined) documents.set(text, ids = tokens(text))
    return ids
  }

  /** The question stays whole up to half of the row; the documents give way. */
  return function pair (query: string, texts: string[]): Row[] {
    const question = tokens(query).slice(0, Math.ceil(room / 2))
    return texts.map(text => {
      const document = documentTokens(text).slice(0, room - question.length)
      const { before, between, after, questionType, documentType } = template
      return {
        ids: [...before.ids, ...question, ...between.ids, ...document, ...after.ids],
        types: [...before.types, ...question.map(() => questionType), ...between.types, ...document.map(() => documentType), ...after.types]
      }
    })
  }
}

/** Joins two words both ways and looks at what the tokeniser put around them. */
function readTemplate (tokenizer: Tokenizer): Template {
  const [question, document] = ['one', 'two'].map(word => tokenizer.encode(word, { add_special_tokens: false }).ids) as [number[], number[]]
  const { ids, token_type_ids: types } = tokenizer.encode('one', { text_pair: 'two', return_token_type_ids: true })
  const first = placeOf(ids, question, 0)
  const second = first === -1 ? -1 : placeOf(ids, document, first + question.length)
  if (second === -1) throw new Error('its tokeniser cannot join two texts')
  const cut = (from: number, to: number): Row => ({ ids: ids.slice(from, to), types: types.slice(from, to) })
  return {
    before: cut(0, first),
    between: cut(first + question.length, second),
    after: cut(second + document.length, ids.length),
    questionType: types[first] ?? 0,
    documentType: types[second] ?? 0
  }
}

function placeOf (ids: number[], sought: number[], from: number): number {
  for (let at = from; at + sought.length <= ids.length; at++) {
    if (sought.every((id, offset) => ids[at + offset] === id)) return at
  }
  return -1
}

function readJson (file: string): object {
  return JSON.parse(readFileSync(file, 'utf8')) as object
}
