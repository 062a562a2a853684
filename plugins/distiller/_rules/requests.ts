/** What is asked of the assistant: to forget, to answer in some manner, to help; and what is said in irony. */
import type { Talk } from './talk.ts'

const courtesy =
  "(?:(?:please|also|and|can|could|would|will|you|i want you to|i'd like you to|ok|okay|actually|hey),? )*"
const forgetting = new RegExp(
  `^${courtesy}(?:forget|delete|erase|remove)\\s+(?:the fact )?(?:that\\s+((?:i|my|we|our)\\b.+)|` +
    "(?:what|everything|anything|all)\\s+(?:that )?(?:i|you|i've|you've)\\s+(?:\\S+ ){1,3}?about\\s+(.+)|(my\\s+.+))",
  'i'
)

/** What the user wants forgotten; null when nothing. */
export function forgotten (text: string): string | null {
  const asked = forgetting.exec(text)
  return (asked?.[1] ?? asked?.[2] ?? asked?.[3])?.replace(/[\s.!?,]+(?:please)?[.!?]*$/i, '') ?? null
}

const interjected = /^(?:(?:yes|yeah|also|and|ok|oh|but|ooh)[,!. ]+)+/i
const manner = new RegExp(
  '\\b(?:explanations?|answers?|responses?|replies|reply|summaries|examples?|code (?:examples|blocks|snippets)|' +
    'bullet points?|lists|tone|jargon|emojis?|preambles?|at a time|step[ -]by[ -]step)\\b',
  'i'
)
const qualities = new RegExp(
  '\\b(?:short|shorter|concise|brief|direct|simple|simpler|detailed|bulleted|numbered|plain|focused|casual|formal|' +
    'minimal|never|always|without|no|one|tiny|smallest|long|technical|details)\\b',
  'i'
)
const thisOne =
  /\b(?:an?|the|another|this|that|your last) (?:\w+ )*(?:example|explanation|summary|answer|reply|response)\b/i
const ordering = new RegExp(
  '^(?:please|always|never|keep|avoid|use|answer|reply|respond|no|one|' +
    '(?:can|could|would) you (?:please )?(?:always |just )?(?:keep|use|avoid|answer|reply|respond|make|stop)|' +
    "i (?:really |always |usually |do not |don't )*(?:prefer|like|hate|want|need))\\b|\\bplease\\b",
  'i'
)

/** Wishes about how to answer outlive the request they come with; "give me a short answer" does not. */
export function isManner (said: string): boolean {
  const text = said.replace(interjected, '')
  return text.length < 200 && manner.test(text) && qualities.test(text) && !thisOne.test(text) && ordering.test(text)
}

const helping =
  /\b(?:can|could|would|will) you (?:please )?(?:help|show|give|write|draft|explain|make|create)\b|\bhelp me\b/i

export const asksForHelp = (text: string) => helping.test(text)

const serious = /\b(?:seriously|for real|jok(?:e|es|ing) aside|(?:just )?kidding)\b/i
const ironic = new RegExp(
  '^(?:oh,? (?:great|joy|wonderful|perfect|fantastic|lovely|brilliant|sure)|(?:just )?great, another|yeah,? right|' +
    'oh no, it was (?:great|wonderful|lovely|fantastic))\\b|\\b(?:I|we) (?:just |so |really )*(?:LOVE|ADORE|ENJOY)\\b'
)

/** "Oh great, another Monday. I just LOVE …": nothing is meant as it is said until the talk is serious again. */
export function isIronic (talk: Talk, text: string): boolean {
  if (serious.test(text)) talk.ironic = false
  else if (ironic.test(text.replace(/^O/, 'o'))) talk.ironic = true
  return talk.ironic
}
