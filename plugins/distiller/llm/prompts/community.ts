/** What a group of entities has in common. Change the version with the words. */
import { rules, type SummaryPrompt } from './summary.ts'

export const community: SummaryPrompt = {
  prompt: 'community@1',
  system: `For each numbered group of people, places and things that are spoken of together, write from the facts what \
connects them. ${rules}`
}
