/**
 * Texts to the token ids of a row, with the markers that the model's own tokeniser would put around a question and a
 * document.
 */
import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import type { ModelFolder } from './model.ts'

export interface TokenRow {
  ids: number[]
  types: number[]
}

/** Makes the two halves of a row such as `[CLS] question [SEP] document [SEP]`. */
export interface Rows {
  /** As many as a row can hold. */
  tokens(text: string): number[]
  /** Stays whole up to half of a row. */
  question(tokens: number[]): TokenRow
  /** Cut to what a row has left beside the `taken` places of the question's half. */
  document(tokens: number[], taken?: number): TokenRow
}

/** The markers around the two texts. */
interface Template {
  before: TokenRow
  between: TokenRow
  after: TokenRow
  questionType: number
  documentType: number
}

/** No tokeniser makes fewer tokens of this many characters than a row can hold, so the rest need not be looked at. */
const charactersPerToken = 12

export function createRows ({ tokenizerFile, tokenizerConfigFile, longestPair }: ModelFolder): Rows {
  const tokenizer = new Tokenizer(
    readJson(tokenizerFile),
    tokenizerConfigFile === null ? {} : readJson(tokenizerConfigFile)
  )
  const { before, between, after, questionType, documentType } = readTemplate(tokenizer)
  const capacity = longestPair - before.ids.length - between.ids.length - after.ids.length
  const half = (ids: number[], type: number): TokenRow => ({ ids, types: ids.map(() => type) })

  return {
    tokens: text =>
      tokenizer.encode(text.slice(0, longestPair * charactersPerToken), { add_special_tokens: false }).ids.slice(
        0,
        longestPair
      ),
    question: tokens => join(before, half(tokens.slice(0, Math.ceil(capacity / 2)), questionType), between),
    document: (tokens, taken = 0) =>
      join(half(tokens.slice(0, longestPair - taken - after.ids.length), documentType), after)
  }
}

export function join (...rows: TokenRow[]): TokenRow {
  return { ids: rows.flatMap(({ ids }) => ids), types: rows.flatMap(({ types }) => types) }
}

/** Joins two words both ways and looks at what the tokeniser put around them. */
function readTemplate (tokenizer: Tokenizer): Template {
  const [question, document] = ['one', 'two'].map(word =>
    tokenizer.encode(word, { add_special_tokens: false }).ids
  ) as [number[], number[]]
  const { ids, token_type_ids: types } = tokenizer.encode('one', { text_pair: 'two', return_token_type_ids: true })
  const first = placeOf(ids, question, 0)
  const second = first === -1 ? -1 : placeOf(ids, document, first + question.length)
  if (second === -1) throw new Error('its tokeniser cannot join two texts')
  const cut = (from: number, to: number): TokenRow => ({ ids: ids.slice(from, to), types: types.slice(from, to) })
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
