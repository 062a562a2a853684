/** Lines of a pasted chat. */
import { joined } from './lists.ts'

const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]m)?`
const stamp = String.raw`(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?,? )?${clock}`
/** "[12.03.24, 10:32] Lisa: …", "10:32 - Lisa: …", "12/03/24, 10:32 - Lisa: …". */
export const chatLine = new RegExp(
  joined(String.raw`^[ \t]{0,40}(?:\[[^\]\n]{3,25}\]|${stamp}(?: ?[-–])?)[ \t]{1,8}([^:\s][^:\n]{0,39}):.*$`),
  'gimu'
)
/** "Lisa (10:32): …", as one may note what to do at that hour. */
export const chatLineOfHour = new RegExp(
  joined(String.raw`^[ \t]{0,40}([^:\s([][^:\n([]{0,39})[([](?:${stamp})[)\]]:?[ \t].*$`),
  'gimu'
)

/** Of a pasted chat, the speaker's own lines. */
export const oneself = /^(?:me|i|myself|you|ich|moi|je|yo|io|eu|ik|я|我|私)$/iu
