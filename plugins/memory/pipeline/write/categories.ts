/** The categories of a fact whose caller gave none: those of its predicate, then those of its words. */
import type { CandidateFact } from '../../../../domain/capabilities/distiller.ts'
import { categories, categoriesOfPredicate, type Category } from '../../../../domain/categories.ts'
import { categoriesOfWords } from './words/categories.ts'
import { folded } from '../../../_shared/wording/words/lists.ts'

/** More say less. */
const mostCategories = 3

export function inferCategories ({ text, predicate }: Pick<CandidateFact, 'text' | 'predicate'>): Category[] {
  const sure = predicate === null ? [] : categoriesOfPredicate(predicate)
  const words = `${(predicate ?? '').replaceAll('_', ' ')}\n${text}`
  const spoken = new Set(categoriesOfWords(words, folded(words)))
  return [...new Set([...sure, ...categories.filter(category => spoken.has(category))])].slice(0, mostCategories)
}
