/** What was said before, for words that lean on it: questions that are answered, he and she, what is put right. */
import type { Turn } from '../../../domain/capabilities/distiller.ts'
import type { Grammar, Token } from '../../_shared/english/grammar.ts'
import { female, kin, male } from '../../_shared/english/kin.ts'

/** Somebody spoken of, whom he or she may mean. */
interface Person {
  name: string
  gender: 'male' | 'female' | null
  turn: number
}

export interface Talk {
  /** The speaker's name, once it was said. */
  name: string | null
  people: Person[]
  /** The last question that was put to the speaker, until they speak. */
  asked: string | null
}

/** The last sentence of a turn that ends by asking; null when it does not, or asks at length. */
export function questionIn ({ content }: Turn): string | null {
  const last = content.trim().slice(-400)
  const [question = ''] = /[^.?!\n]+\?$/.exec(last) ?? []
  return question === '' || question.length > 160 ? null : question.trim()
}

/** What an answer to the question states, where that is one of what there is one of. */
export function predicateAsked (question: string): string | null {
  if (/\bwhere (?:do|are) you (?:currently |now )?(?:live|living|based)\b/i.test(question)) return 'lives_in'
  if (/\bwhere do you (?:currently |now )?work\b|\bwho do you work for\b/i.test(question)) return 'works_at'
  if (/\bhow old are you\b/i.test(question)) return 'age'
  const [, favourite, of] = /\bwhat(?:'s| is) your (favou?rite )?([a-z ]+)\?/i.exec(question) ?? []
  return of === undefined
    ? null
    : `${favourite ? 'favorite_' : ''}${of.replace('colour', 'color').replaceAll(' ', '_')}`
}

/** Notes the person that a subject names. */
export function note (talk: Talk, subject: Token[], name: string, turn: number, { kinds }: Grammar): void {
  const genders = subject.flatMap(({ lower }) => [
    ...(new RegExp(`^(?:${male})$`).test(lower) || kinds(lower).includes('MaleName') ? ['male' as const] : []),
    ...(new RegExp(`^(?:${female})$`).test(lower) || kinds(lower).includes('FemaleName') ? ['female' as const] : [])
  ])
  if (genders.length === 0 && !subject.some(({ lower }) => kin.test(lower))) return
  talk.people = [...talk.people.filter(person => person.name !== name), { name, gender: genders[0] ?? null, turn }]
    .slice(-8)
}

/** The one person of this turn or the two before whom the pronoun fits; null when there are none or several. */
export function personMeant ({ people }: Talk, pronoun: string, turn: number): string | null {
  if (!/^(?:he|she)$/.test(pronoun)) return null
  const other = pronoun === 'he' ? 'female' : 'male'
  const fitting = people.filter(person => turn - person.turn <= 2 && person.gender !== other)
  return fitting.length === 1 ? fitting[0]!.name : null
}
