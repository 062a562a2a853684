/**
 * One name for one predicate, whatever the model called it today: facts that are to replace each other must agree on
 * it.
 */
import { singleValued } from '../../../domain/predicates.ts'

const synonyms: Record<string, string> = {}
for (
  const [predicate, others] of Object.entries({
    name: 'is_named named called is_called has_name full_name first_name',
    age: 'is_aged aged has_age years_old is_years_old',
    birthday: 'born_on birth_date date_of_birth birthdate has_birthday',
    lives_in: 'live_in living_in lives_at resides_in resident_of residence home home_city home_town_now location ' +
      'located_in moved_to moves_to relocated_to based_in lives_near current_city city',
    comes_from: 'is_from from born_in hometown grew_up_in originates_from',
    works_at: 'work_at works_for employed_by employer employed_at works_with_company job_at joined_company company ' +
      'is_employed_by',
    job_title: 'works_as work_as job occupation profession role has_role position has_job_title is_a_profession title',
    studies_at: 'study_at attends_university attends_school school university enrolled_in enrolled_at',
    marital_status: 'relationship_status is_married is_single',
    partner: 'spouse wife husband married_to has_partner has_wife has_husband has_spouse girlfriend boyfriend ' +
      'engaged_to dating',
    child: 'has_child has_children has_son has_daughter children son daughter',
    sibling: 'has_sibling has_sister has_brother sister brother',
    friend: 'has_friend friends_with is_friend_of',
    has_pet: 'pet owns_pet has_dog has_cat has_a_dog has_a_cat',
    owns: 'has possesses bought owns_a',
    uses: 'use using works_with',
    likes: 'like loves love enjoys enjoy is_fond_of fan_of interested_in has_hobby hobby',
    dislikes: 'dislike hates hate does_not_like not_likes',
    prefers: 'prefer has_preference preference',
    allergic_to: 'allergy has_allergy allergies is_allergic_to',
    diet: 'follows_diet dietary_preference is_vegetarian is_vegan',
    speaks: 'speak speaks_language language languages',
    skill: 'has_skill skilled_in good_at',
    plans_to: 'plan plans planning_to wants_to intends_to will has_plan',
    visited: 'visit visits travelled_to traveled_to went_to has_visited',
    attended: 'attend attends',
    scheduled_for: 'scheduled_on is_scheduled_for takes_place_on due_on deadline date'
  })
) {
  for (const other of others.split(' ')) synonyms[other] = predicate
}

const several = new Set([
  'child',
  'sibling',
  'friend',
  'has_pet',
  'owns',
  'uses',
  'likes',
  'dislikes',
  'prefers',
  'allergic_to',
  'speaks',
  'skill',
  'plans_to',
  'visited',
  'attended',
  'is',
  'knows',
  'needs'
])

/** Snake case, in the vocabulary's words where it has them; null when there is none. */
export function canonicalPredicate (written: string): string | null {
  const predicate = written.normalize('NFKC').trim().replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2').toLowerCase().replace(
    /^(?:not|no_longer)_/,
    ''
  )
    .replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '').replace(
      /(?<=fav|col|flav|neighb|behavi|harb|lab|hon)our/g,
      'or'
    ).slice(0, 60)
  if (predicate === '') return null
  return Object.hasOwn(synonyms, predicate) ? synonyms[predicate] as string : predicate
}

/** Whether a new value ends the old one. A denial ends nothing by itself. */
export function isFunctional (predicate: string | null, said: boolean, negated: boolean): boolean {
  if (predicate === null || negated || several.has(predicate)) return false
  return singleValued.has(predicate) || predicate.startsWith('favorite_') || said
}
