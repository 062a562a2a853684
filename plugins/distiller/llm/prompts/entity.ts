/** Who or what an entity is. Change the version with the words. */
import { rules, type SummaryPrompt } from './summary.ts'

export const entity: SummaryPrompt = {
  prompt: 'entity@1',
  system:
    `For each numbered person, place or thing, write from its facts who or what it is and what it is to the user: \
the most important first. ${rules}`
}
