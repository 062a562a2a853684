/** Whether a person is he or she, by the words that name them. */
import type { Grammar } from './grammar.ts'
import { female, male } from './kin.ts'

const genders = {
  male: new RegExp(`^(?:(?:${male})(?:-in-law)?|man|guy|lad|boy|mr|sir|herr|monsieur|señor)$`),
  female: new RegExp(`^(?:(?:${female})(?:-in-law)?|woman|lady|girl|mrs|ms|miss|madam|frau|madame|señora)$`)
}

/** In lower case. */
export const title = new RegExp(
  '^(?:dr|doctor|mr|mrs|ms|miss|mx|prof|professor|father|fr|brother|sister|rev|reverend|canon|pastor|rabbi|imam|cllr|' +
    'councillor|sir|dame|lady|lord|captain|sergeant|coach|judge|nurse|uncle|aunt|auntie|herr|frau|monsieur|madame|' +
    'se\u00f1ora?|signora?)\\.?$'
)

/** What tells whether he or she is meant: "Nguyen" of "Dr Nguyen" is no first name. */
const withoutSurname = (words: string[]): string[] => {
  const at = words.findIndex(word => title.test(word))
  return at < 0 ? words : words.slice(0, at + 1).map(word => word.replace(/\.$/, ''))
}

/** Of words in lower case, the first that tells. */
export function genderOf (words: string[], { kinds }: Pick<Grammar, 'kinds'>): 'male' | 'female' | null {
  for (const word of withoutSurname(words)) {
    if (genders.male.test(word) || kinds(word).includes('MaleName')) return 'male'
    if (genders.female.test(word) || kinds(word).includes('FemaleName')) return 'female'
  }
  return null
}
