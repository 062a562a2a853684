/** Whether what is said is of another language. */
import type { Grammar, Sentence } from './grammar.ts'

/** Characters of an answer that tells little without its question. */
export const shortAnswer = 30

/** A short answer is of its question's language. */
export function isForeign (sentence: Sentence, asked: string | null, { isEnglish, sentences }: Grammar): boolean {
  if (asked === null || sentence.text.length > shortAnswer) return !isEnglish(sentence)
  return !sentences(asked).every(isEnglish) || (/[^\p{sc=Latin}\P{L}]/u.test(sentence.text) && !isEnglish(sentence))
}
