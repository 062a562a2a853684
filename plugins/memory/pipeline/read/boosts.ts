/**
 * Boosts, once the candidates' texts are known: the answer to a question that was found, the speaker whom the query
 * names, the time it names. Their sizes were measured like the shares of `propagate.ts`.
 */
import { nameKey } from '../../../../domain/text/identity.ts'
import type { Scores } from './arms.ts'
import { asOwnSession } from './propagate.ts'
import type { ScoredMemory } from './rerank.ts'
import { speakerOf, speakerWeight } from './speaker.ts'
import { timeNamed, type Nearness } from './time.ts'

/**
 * The share of a question's own score that the turn after it gets, beside what any neighbour gets: a search finds the
 * question by its words and wants the answer.
 */
const answerShare = 0.3
/** Taken off a memory that is itself a question: it holds no answer. */
const questionPenalty = 0.2
/**
 * Characters of a turn that is nothing but a question. In a longer one people tell something and then ask, as
 * people do with assistants; 160 to 250 measure alike.
 */
const longestQuestion = 200
/** Added to what the person named in the query said. The best hit's own score is about 1 to 3. */
const speakerBoost = 0.3
/** Added to a memory of the time that the query names. */
const timeBoost = 0.3

const isQuestion = (text: string): boolean => text.length <= longestQuestion && /[?？؟][\s"'”’)\]]*$/u.test(text)

/** The memories' own scores, the propagated ones, and the weight of propagation. */
export interface SessionScores {
  own: Scores
  session: Scores
  weight: number
}

/** What a query says of whom and when it asks. */
export interface QueryCues {
  /** Normalised, between spaces, so that a name is found as a whole word. */
  words: string
  nearness: Nearness | null
  /** What counts of a memory for who said it. */
  weightOf: ReturnType<typeof speakerWeight>
}

/** `period` is the time of a fact that the query names. */
export function cuesOf (query: string, now: number, period: Nearness | null = null): QueryCues {
  return {
    words: ` ${nameKey(query)} `,
    nearness: timeNamed(query, now) ?? period,
    weightOf: speakerWeight(query)
  }
}

/** Candidates that the session arm scored, boosted and in order; the others stay behind them as they were fused. */
export function boost (
  { words, nearness, weightOf }: QueryCues,
  candidates: ScoredMemory[],
  { own, session, weight }: SessionScores
): ScoredMemory[] {
  // Without sessions memories are notes: who said one and whether it ends in a question says nothing.
  const conversational = weight > 0
  const scored = candidates.map(candidate => {
    const { id, memory, previous } = candidate
    const propagated = session.get(id)
    if (propagated === undefined) return candidate
    const answerBoost = previous !== null && isQuestion(previous.text)
      ? weight * answerShare * (own.get(previous.id) ?? 0)
      : 0
    // A distilled fact is complete in itself; only a turn stored word for word is scored with its neighbours.
    const score = memory.source === 'verbatim' ? propagated + answerBoost : asOwnSession(own.get(id) ?? 0, weight)
    const named = speakerOf(memory)
    const spoken = conversational && named !== null && words.includes(` ${nameKey(named)} `) ? speakerBoost : 0
    const dated = nearness === null ? 0 : timeBoost * nearness(memory.validAt)
    const less = conversational ? weightOf(memory) * (isQuestion(memory.text) ? 1 - questionPenalty : 1) : 1
    return { ...candidate, prior: (score + spoken + dated) * less }
  })
  return scored.sort((a, b) => b.prior - a.prior)
}
