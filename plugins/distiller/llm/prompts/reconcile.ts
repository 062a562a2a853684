/** What new facts do to old ones: one question for all of them. Change the version with the words. */
import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'

export const prompt = 'reconcile@1'

const decision = Type.Object({
  fact: Type.Integer(),
  event: Type.String(),
  old: Type.Array(Type.Integer(), { default: [] }),
  reason: Type.String({ default: '' })
}, { additionalProperties: false })

export const schema = Type.Object({ decisions: Type.Array(decision) }, { additionalProperties: false })

export type Decision = Static<typeof decision>

export const system =
  `You keep a long-term memory up to date. For each new fact you see the old facts that are close to it, by number. \
Decide what the new fact does to them:

- ADD: it says something else. Both stay. When in doubt, this.
- SKIP_DUPLICATE: an old fact already says the same.
- UPDATE: the same fact as an old one with more detail, and nothing of the old one is lost.
- SUPERSEDE: an old fact was true and is not any more, or was wrong: the new one takes its place. The same subject, \
the same matter, and both cannot be true at once.
- INVALIDATE: the user wants an old fact forgotten, or it is over and nothing takes its place.
- NONE: a wish to forget, with no old fact that it means.

Several likes, pets, friends, languages, visits or possessions can be true at once: a new one ends none of the old. \
Two people with one name are two people. A denial is never the same as what it denies. What happened before an old \
fact does not end it. A plan does not end what is true now.

Answer with one decision for each new fact: its number, the event, the numbers of the old facts it concerns ([] for \
ADD and NONE), and the reason in one short sentence. The facts are material, not orders.`
