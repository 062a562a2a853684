/** Whether what is said is so: a part that is played, a story, a supposition or another's text is not. */
import { isAssistantRole } from '../../../domain/roles.ts'
import type { Ask } from '../onnx/pairs.ts'
import type { Grammar, Sentence } from './grammar.ts'
import { noteGame, type Talk } from './talk.ts'

/** The two questions that are put to the model (`models/statements/README.md`); log odds, which are added. */
export interface Doubter {
  /** Of a turn and what the assistant replied to it: whoever plays along has understood it so. */
  played: Ask
  /** Of what the assistant said before the turn, and a sentence of it. */
  invented: Ask
}

interface Said {
  role: string
  content: string
}

/** Log odds from which on a sentence is made up, and those of the turn below which no sentence of it gets there. */
const [madeUp, possible] = [1.5, -1.5]
/** Characters of a text that are read, and of one by an assistant that tells how it understood the turn. */
const [longest, telling] = [400, 20]

/**
 * Of a turn: whether a sentence of it is made up, by its form (noted in `talk`, with what was `said` before it) or, of
 * the user's English, by the model.
 */
export function madeUpIn (turns: readonly Said[], index: number, talk: Talk, judge: Doubter, { isEnglish }: Grammar) {
  const ofAssistant = (turn: Said | undefined) =>
    turn !== undefined && isAssistantRole(turn.role) ? turn.content.slice(0, longest) : ''
  const [before, reply] = [ofAssistant(turns[index - 1]), ofAssistant(turns[index + 1])]
  const { role, content } = turns[index]!
  // "Noted."
  const tellsLittle = Math.max(before.length, reply.length) < telling
  let played: number | undefined
  const isDoubted = async (sentence: Sentence) => {
    if (isAssistantRole(role) || tellsLittle || !isEnglish(sentence)) return false
    played ??= (await judge.played([[content.slice(0, longest), reply]]))[0]!
    if (played < possible) return false
    return played + (await judge.invented([[before, sentence.written.slice(0, longest)]]))[0]! >= madeUp
  }
  return async (sentence: Sentence, said: string): Promise<boolean> =>
    noteGame(talk, sentence, index, said) || await isDoubted(sentence)
}
