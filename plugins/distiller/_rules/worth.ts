/** Which statements are worth keeping: what the classifier is asked, and from which answer on they are kept. */
import { hasSubject, isLeftOpen, mayMean } from '../../_shared/english/leaning.ts'
import { callsOff } from '../../_shared/wording/called-off.ts'
import type { Pair } from '../../_shared/onnx/pairs.ts'
import type { Classifier } from './classifier.ts'
import type { Statement } from './state.ts'

/** From this probability on that a person would note it down a statement is kept; what was asked for tells more, */
const [worthKeeping, worthAnswering] = [0.5, 0.2]
/** few words of oneself are seldom met by the classifier, and what goes with the words before tells less by itself. */
const [worthOfTrait, worthAdding] = [0.2, 0.05]
/** Tokens of few words, and characters of the longest text with what leans on it. */
const brief = 7
export const longest = 320

export interface Spoken {
  statement: Statement
  /** What is judged: what was said before, and the clause that states it with what it leans on; */
  read: Pair
  /** and its own words, of what leans and of few words. */
  said: Pair | null
  /** Whether it is judged with the words before. */
  goesOn: boolean
  /** Whether the turn answers a question so far. */
  isAnswer: boolean
  /** The statement before it in the turn. */
  before: Statement | null
}

/** What leans on the words before is judged with them, and all else beside the question or the sentence before. */
export function spokenAfter (last: Spoken | null, statement: Statement, context: string): Spoken {
  const { quote, partOf, answers } = statement
  const whole = last && wholeOf(last, statement)
  return {
    statement,
    read: whole ?? [context, partOf ?? statement.text],
    said: whole !== null || isTrait(statement) ? [context, quote] : null,
    goesOn: whole !== null,
    isAnswer: answers || last?.isAnswer === true,
    before: last && last.statement
  }
}

function wholeOf (
  { read: [context, before], isAnswer, statement }: Spoken,
  { text, leans, tokens }: Statement
): Pair | null {
  const whole = `${before} ${text}`
  return leans && (isAnswer || mayMean(tokens, statement.tokens)) && whole.length <= longest ? [context, whole] : null
}

/** Words without a subject that lean on those before are kept for their own sake, a date, or what leans on them. */
export async function keptOf (
  spoken: Spoken[],
  { keeps }: Pick<Classifier, 'keeps'>,
  isDated: (text: string) => boolean
): Promise<Spoken[]> {
  const probabilities = await keeps(spoken.flatMap(({ read, said }) => said === null ? [read] : [read, said]))
  const kept: Spoken[] = []
  for (const one of spoken.toReversed()) {
    const { statement, goesOn, said } = one
    const [own, whole] = [said === null ? 0 : probabilities.pop()!, probabilities.pop()!]
    const bears = kept.at(-1)?.goesOn === true && kept.at(-1)!.before === statement
    const adds = bears || hasSubject(statement.tokens) || own >= worthAdding || isDated(statement.quote)
    const probability = goesOn ? Number(adds) * whole : Math.max(whole, own)
    if (!statement.withdrawn && isKept(statement, probability)) kept.push(one)
  }
  return kept.toReversed()
}

function isKept (statement: Statement, probability: number): boolean {
  const { text, language, change, answers, leans, tokens } = statement
  if (language !== 'english' || change.kind === 'forget' || callsOff(text) || (leans && isLeftOpen(tokens))) return true
  return probability >= (answers ? worthAnswering : isTrait(statement) ? worthOfTrait : worthKeeping)
}

/** "I'm a widower", "I hate running"; and not "I have to go". */
const isTrait = ({ tokens: [first, ...rest], past, asserted, leans }: Statement) =>
  first?.lower === 'i' && rest.length < brief && asserted &&
  !(past || leans || rest.some(({ lower }) => lower === 'to'))
