/** Texts that a request puts together: what is left of what ends in part, and a fact behind the count before it. */
import type { Memory, NewMemory } from '../../../../domain/nouns.ts'
import { fingerprint } from '../../../../domain/text/identity.ts'
import { inQuotes } from '../../../_shared/english/third-person.ts'
import { leadOf, withLead } from '../../../_shared/wording/lead.ts'
import { memoryOf, type Decided } from './decide.ts'

/** Their fingerprints. */
export const wordedAnew = (decided: Decided[]): string[] =>
  decided.flatMap(one => {
    const { draft, verdict: { after, remaining = {} } } = one
    const left = Object.entries(remaining).map(([id, text]) =>
      fingerprint(text, memoryOf(one, id)?.project ?? draft.project)
    )
    return after === undefined ? left : [...left, quotingFirst(draft, after).fingerprint]
  })

/** With these words in front; its vector was that of other ones. */
export function quotingFirst (
  { text, project }: Memory,
  words: string
): Pick<NewMemory, 'text' | 'fingerprint' | 'embedding'> {
  const led = withLead({ ...leadOf(text), quoted: [inQuotes(words)] })
  return { text: led, fingerprint: fingerprint(led, project), embedding: null }
}
