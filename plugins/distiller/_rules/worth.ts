/** Which statements are worth keeping: what the classifier is asked, and from which answer on they are kept. */
import { hasSubject, isLeftOpen, isOfOneself, isOfPeople, mayMean } from '../../_shared/english/leaning.ts'
import { askedAfter } from '../../_shared/english/third-person.ts'
import { callsOff } from '../../_shared/wording/called-off.ts'
import { isLastingRequest, isManner } from '../../_shared/wording/cues.ts'
import type { Pair } from '../../_shared/onnx/pairs.ts'
import type { Classifier } from './classifier.ts'
import type { Statement } from './state.ts'

/** From this probability on that a person would note it down it is kept; what answers or puts right tells more, */
const [worthKeeping, worthAnswering] = [0.5, 0.15]
/** few words of oneself and wishes how to be answered are seldom met by the classifier, and what goes on tells less. */
const [worthOfTrait, worthOfManner, worthAdding] = [0.25, 0.3, 0.2]
/** Characters of the longest text with what leans on it. */
export const longest = 320

type IsDated = (text: string) => boolean

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
  const { text, quote, partOf, answers, after } = statement
  // What puts right is said of what stood before the wrong word.
  const [before, unsaid] = last?.statement.withdrawn ? [null, last.read[0]] : [last, context]
  const whole = before && wholeOf(before, statement)
  return {
    statement,
    read: whole ?? [unsaid, partOf ?? (after === null ? text : askedAfter(text, after))],
    said: whole !== null || isOfOneself(statement) ? [context, quote] : null,
    goesOn: whole !== null,
    isAnswer: answers || last?.isAnswer === true,
    before: last && last.statement
  }
}

function wholeOf (last: Spoken, { text, leans, tokens }: Statement): Pair | null {
  const { read: [context, before], isAnswer, statement } = last
  const whole = `${before} ${text}`
  return leans && (isAnswer || mayMean(tokens, statement.tokens)) && whole.length <= longest ? [context, whole] : null
}

/** Words without a subject that lean on those before are kept for their own sake, a date, or what leans on them. */
export async function keptOf (spoken: Spoken[], keeps: Classifier['keeps'], isDated: IsDated): Promise<Spoken[]> {
  const probabilities = await keeps(spoken.flatMap(({ read, said }) => said === null ? [read] : [read, said]))
  const kept: Spoken[] = []
  for (const one of spoken.toReversed()) {
    const { statement, said } = one
    const [own, whole] = [said === null ? 0 : probabilities.pop()!, probabilities.pop()!]
    const bears = kept.at(-1)?.goesOn === true && kept.at(-1)!.before === statement
    if (isKept(one, own, whole, bears || isDated(statement.quote))) kept.push(one)
  }
  return kept.toReversed()
}

function isKept (one: Spoken, own: number, whole: number, adds: boolean): boolean {
  const { statement: { text, quote, tokens, withdrawn }, goesOn, said } = one
  const least = isAwaited(one) ? worthAnswering : isManner(text) || isOfPeople(quote) ? worthOfManner : worthKeeping
  if (withdrawn || isGiven(one)) return !withdrawn
  if (goesOn) return (adds || hasSubject(tokens) || own >= worthAdding) && whole >= least
  return whole >= least || (said !== null && own >= worthOfTrait)
}

const isAwaited = ({ statement: { answers, change }, goesOn, isAnswer }: Spoken) =>
  answers || change.kind === 'correction' || (goesOn && isAnswer)

/** What the classifier does not judge; "Ihr Mann ist Koch" alone may pass for English. */
const isGiven = ({ statement: { text, language, change, leans, tokens, quote }, goesOn, before }: Spoken) =>
  language !== 'english' || (goesOn && before!.language !== 'english') || change.kind === 'forget' ||
  isLastingRequest(quote) || callsOff(text) || (leans && isLeftOpen(tokens))
