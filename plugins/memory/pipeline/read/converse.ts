/** Step 5: what the words of the candidates say about who answers whom, and their dates about when. Small shares, measured like those of `lend.ts`. */
import { nameKey } from '../../../../kernel/text/identity.ts'
import type { Scores } from './arms.ts'
import { alone } from './lend.ts'
import type { Candidate } from './rerank.ts'
import { timeNamed, type Nearness } from './time.ts'

/** What a question lends, beyond what any turn lends, to the turn that follows it: its words are found, the answer is wanted. */
const toTheAnswer = 0.3
/** A question tells less than it asks. */
const offAQuestion = 0.2
/** Who is asked about mostly spoke of it. The best hit's own score is about 1 to 3. */
const toTheOneNamed = 0.3
/** A memory of the time that the question names. */
const toTheTimeNamed = 0.3

const asks = (text: string): boolean => /[?？؟][\s"'”’)\]]*$/u.test(text)

/** What the session arm knows of the memories: their own scores, those with what is lent, and how much of it. */
export interface Told { own: Scores, session: Scores, weight: number }

/** What a question says of whom and when it asks. */
export interface Question { words: string, nearness: Nearness | null }

export function questionOf (query: string, now: number): Question {
  return { words: ` ${nameKey(query)} `, nearness: timeNamed(query, now) }
}

/** Candidates the session arm scored, put in their order anew; the others stay behind them as they were fused. */
export function converse ({ words, nearness }: Question, candidates: Candidate[], { own, session, weight }: Told): Candidate[] {
  const scored = candidates.map(candidate => {
    const { id, memory, previous } = candidate
    const lent = session.get(id)
    if (lent === undefined) return candidate
    const answering = previous !== null && asks(previous.text) ? weight * toTheAnswer * (own.get(previous.id) ?? 0) : 0
    // A distilled fact says all it means; only what is stored word for word leans on its neighbours.
    const score = memory.source === 'verbatim' ? lent + answering : alone(own.get(id) ?? 0, weight)
    const named = speakerOf(candidate)
    const spoken = named !== null && words.includes(` ${nameKey(named)} `) ? toTheOneNamed : 0
    const timely = nearness === null ? 0 : toTheTimeNamed * nearness(memory.validAt)
    return { ...candidate, prior: (score + spoken + timely) * (asks(memory.text) ? 1 - offAQuestion : 1) }
  })
  return scored.sort((a, b) => b.prior - a.prior)
}

/** The recorded speaker, or the name that a turn stored word for word begins with ("Ana: …"). */
function speakerOf ({ memory: { speaker, text } }: Candidate): string | null {
  return speaker ?? /^(\p{Lu}[\p{L}\p{M} .'-]{0,40}):\s/u.exec(text)?.[1] ?? null
}
