/**
 * Who said a turn that was stored word for word. What holds of people is in their own words; an assistant repeats them
 * and goes on at length, so that its turns hold more of a question's words and fewer of its answers.
 */
import type { Memory } from '../../../../domain/nouns.ts'
import { isAssistantRole, isMachineRole } from '../../../../domain/roles.ts'

/** As people write it; "model" and "agent" begin lines of their own notes as well. */
const assistantsLine = /^[\s[*<]*(?:(?:ai )?assistant|ai|(?:chat)?bot|chatgpt|system)[\]*>\s]*:/i

/** Asks for what an assistant said, which is in the assistant's words. "Can you tell me …" does not. */
const asksAssistant = new RegExp(
  [
    String.raw`\b(?:you|assistant|ai|bot) (?:(?:have|had|'ve|already|also|once|first|last) )*(?:said|told|suggested|` +
    'recommended|advised|proposed|mentioned|explained|gave|given|listed|answered|showed|shown|wrote|written)\\b',
    String.raw`\b(?:did|have|had) (?:you|the (?:assistant|ai|bot)) \p{L}+`,
    String.raw`\b(?:your|(?:assistant|ai|bot)'s) (?:\p{L}+ )?(?:advice|suggestions?|recommendations?|answers?|tips?|` +
    'lists?|explanations?|proposals?|repl(?:y|ies))\\b'
  ].join('|'),
  'iu'
)

/** Taken off an assistant's turn. A half to a quarter measures alike on made-up chats (`npm run eval -- shapes`). */
const penalty = 0.4

/** Whether a line of a dialogue begins with an assistant's label. */
export const hasAssistantLabel = (line: string): boolean => assistantsLine.test(line)

/** By what a memory's score is multiplied for who said it. */
export function speakerWeight (query: string): (memory: Memory) => number {
  if (asksAssistant.test(query)) return () => 1
  return ({ source, speaker, metadata, text }) => {
    const said = speaker ?? metadata?.['role']
    const assistants = typeof said === 'string'
      ? isAssistantRole(said) || isMachineRole(said)
      : hasAssistantLabel(text)
    return assistants && source !== 'conversation' ? 1 - penalty : 1
  }
}

/** The recorded speaker, or the name that a turn stored word for word begins with ("Ana: …"). */
export const speakerOf = ({ speaker, text }: Memory): string | null =>
  speaker ?? /^(\p{Lu}[\p{L}\p{M} .'-]{0,40}):\s/u.exec(text)?.[1] ?? null
