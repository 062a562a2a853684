/** People by what stands in front of their names: "Dr Lally", "Mrs Okafor", "Father Anselmo". */
import type { Token } from './token.ts'

/** In lower case. */
const title = new RegExp(
  '^(?:dr|doctor|mr|mrs|ms|miss|mx|prof|professor|father|fr|brother|sister|rev|reverend|canon|pastor|rabbi|imam|cllr|' +
    'councillor|sir|dame|lady|lord|captain|sergeant|coach|judge|nurse|uncle|aunt|auntie|herr|frau|monsieur|madame|' +
    'se\u00f1ora?|signora?)\\.?$'
)

export const isTitle = (token: Token | undefined): boolean =>
  token !== undefined && title.test(token.lower) && /^\p{Lu}/u.test(token.text)

/** What tells whether he or she is meant: "Nguyen" of "Dr Nguyen" is no first name. */
export const withoutSurname = (words: string[]): string[] => {
  const at = words.findIndex(word => title.test(word))
  return at < 0 ? words : words.slice(0, at + 1).map(word => word.replace(/\.$/, ''))
}

/** "I'll ask Bríd", "we met Sunniva", "I took on Jess": people, whatever is known of their names. */
export function isDealtWith (tokens: Token[], at: number): boolean {
  const [verb, before] = [tokens[at - 2], tokens[at - 1]]
  return dealing.test(before?.lemma ?? '') ||
    (before?.lower === 'on' && verb?.lemma === 'take') ||
    (before?.lower === 'with' && sharing.test(verb?.lemma ?? ''))
}

const dealing =
  /^(?:ask|tell|call|ring|phone|text|message|meet|invite|hire|marry|date|court|pay|thank|remind|hug|kiss)$/
const sharing = /^(?:live|work|talk|speak|chat|stay|split|share|travel|train|go|swim|run|play|be)$/
