/**
 * What facts are about, for filters and facets: a small fixed set, inferred where the caller gives no categories.
 * Predicates are the same in every language, so that a category follows from most of them without a look at the words.
 */
export const categories = [
  'personal',
  'relationships',
  'home',
  'work',
  'education',
  'health',
  'food',
  'leisure',
  'travel',
  'money',
  'technology',
  'preferences',
  'plans'
] as const
export type Category = (typeof categories)[number]

const predicates: Record<Category, string> = {
  personal: 'name age birthday comes_from speaks blood_type shoe_size phone_number',
  relationships: 'marital_status partner child sibling parent relative friend colleague has_pet',
  home: 'lives_in',
  work: 'works_at job_title skill',
  education: 'studies_at',
  health: 'allergic_to is_allergic_to diet',
  food: 'diet',
  leisure: '',
  travel: 'visited',
  money: '',
  technology: '',
  preferences: 'likes dislikes prefers',
  plans: 'plans_to scheduled_for decided_against'
}

const prefixes: Array<[prefix: string, category: Category]> = [
  ['favorite_', 'preferences'],
  ['dose_of_', 'health'],
  ['date_of_', 'plans'],
  ['allergic_', 'health']
]

const ofPredicate = new Map<string, Category[]>()
for (const category of categories) {
  for (const predicate of predicates[category].split(' ').filter(Boolean)) {
    ofPredicate.set(predicate, [...ofPredicate.get(predicate) ?? [], category])
  }
}

/** What a predicate alone says of its category; none for most that a model makes up. */
export function categoriesOfPredicate (predicate: string): Category[] {
  return ofPredicate.get(predicate) ??
    prefixes.filter(([prefix]) => predicate.startsWith(prefix)).map(([, category]) => category)
}
