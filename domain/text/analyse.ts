/**
 * Text to index terms, the same for every store, so that the same words find the same memories on every database.
 * NFKC, lower case, diacritics folded; scripts written without spaces become bigrams (Han also single characters);
 * English function words are dropped and ASCII words stemmed (Porter), which does no harm to other languages since
 * both sides are.
 */
import { createHash } from 'node:crypto'
import { stemmer } from 'stemmer'

/** Longest term in UTF-8 bytes; one database drops tokens of 40 bytes and more. */
const longestTerm = 39

const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const han = /\p{Script=Han}/u
const ascii = /^[a-z]+$/
/** The article or pronoun that French and Italian run into the next word: "j'aime" is a form of "aime". */
const elided = /(?<![\p{L}\p{N}])(?:l|j|d|qu|c|n|s|m|t)['’](?=\p{L})/gu

const englishFunctionWords = `
a about above after again all also am an and any are as at be because been before being but by can could did do
does doing down during each few for from further get got had has have having he her here hers him himself his
how i if in into is it its itself just like me more most my myself no nor not now of off on once only or other
our ours out over own s same she should so some such than that the their theirs them themselves then there these
they this those through to too under until up us very was we were what when where which while who whom why will
with would you your yours yourself d ll m re t ve dont doesnt didnt isnt arent wasnt werent im ive youre thats`
const functionWords = new Set(englishFunctionWords.trim().split(/\s+/))

/** NFKC, lower case, without the diacritics of alphabetic scripts, without control characters. */
export function fold (text: string): string {
  return withoutDiacritics(lower(text))
}

function lower (text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function withoutDiacritics (text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').normalize('NFC')
}

/** All terms in order, repeats kept: what BM25 counts. */
export function terms (text: string): string[] {
  const found: string[] = []
  for (const [word] of lower(text).replace(elided, '').replace(/(\p{L})['’](?=\p{L})/gu, '$1').matchAll(words)) {
    // Before folding: French "thé" is no English "the".
    if (functionWords.has(word)) continue
    const folded = ascii.test(word) ? word : withoutDiacritics(word)
    if (unspaced.test(folded)) found.push(...pieces(folded))
    else found.push(bounded(ascii.test(folded) ? stemmer(folded) : folded))
  }
  return found
}

function pieces (run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  const result: string[] = []
  for (const [index, character] of characters.entries()) {
    if (han.test(character)) result.push(character)
    const next = characters[index + 1]
    if (next !== undefined) result.push(character + next)
  }
  return result
}

function bounded (term: string): string {
  if (term.length <= longestTerm / 3 || Buffer.byteLength(term) <= longestTerm) return term
  return createHash('sha1').update(term).digest('hex').slice(0, 32)
}

/** How often each term occurs, and how many terms there are. */
export function termFrequencies (text: string): { frequencies: Map<string, number>, length: number } {
  const frequencies = new Map<string, number>()
  const all = terms(text)
  for (const term of all) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  return { frequencies, length: all.length }
}
