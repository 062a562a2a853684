/** What a conversation was about. Change the version with the words. */
import { rules, type SummaryPrompt } from './summary.ts'

export const session: SummaryPrompt = {
  prompt: 'session@1',
  system: `For each numbered conversation, write from the facts it left behind what it was about. ${rules}`
}
