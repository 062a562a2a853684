/**
 * One question for all new facts that have close neighbours. The model cites old facts by number, so that it cannot
 * invent one.
 */
import { factEvents, type Comparison, type FactEvent, type Verdict } from '../../../domain/capabilities/distiller.ts'
import type { Llm } from '../../../domain/capabilities/llm.ts'
import { prompt, schema, system, type Decision } from './prompts/reconcile.ts'
import { withoutSecrets } from '../../_shared/secrets.ts'

/** More than these at once are asked about in several calls. */
const mostFacts = 30
const mostNeighbours = 10
/** Characters shown of one text. */
const longestShown = 600

export async function reconcile (llm: Llm, userId: string, comparisons: Comparison[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (let at = 0; at < comparisons.length; at += mostFacts) {
    const some = comparisons.slice(at, at + mostFacts)
    const numbers = numbered(some)
    const { decisions } = await llm.generate({ prompt, system, user: written(some, numbers), schema, userId })
    const decisionOf = new Map(decisions.map(decision => [decision.fact, decision]))
    verdicts.push(...some.map((comparison, place) => verdictOf(decisionOf.get(place + 1), comparison, numbers)))
  }
  return verdicts
}

/** One number for one memory, however many facts are compared with it. */
function numbered (comparisons: Comparison[]): Map<string, number> {
  const ids = comparisons.flatMap(({ neighbours }) =>
    neighbours.slice(0, mostNeighbours).map(({ memory }) => memory.id)
  )
  return new Map([...new Set(ids)].map((id, place) => [id, place + 1]))
}

function written (comparisons: Comparison[], numbers: Map<string, number>): string {
  return comparisons.map(({ candidate, neighbours }, place) => {
    const { text, quote, change, validAt } = candidate
    const said = [
      `said: "${shown(quote)}"`,
      ...validAt === null ? [] : [`since ${day(validAt)}`],
      ...change.kind === 'none'
        ? []
        : [`the words are ${kinds[change.kind]}${change.previous === null ? '' : ` of "${shown(change.previous)}"`}`]
    ]
    const old = neighbours.slice(0, mostNeighbours).map(({ memory }) =>
      `  old ${numbers.get(memory.id)} (${day(memory.validAt)}): ${shown(memory.text)}`
    )
    return `New fact ${place + 1}: ${shown(text)} (${said.join('; ')})\n${old.join('\n')}`
  }).join('\n\n')
}

const kinds = { correction: 'a correction', ending: 'an ending', forget: 'a wish to forget' }

/**
 * The model's decision as far as it holds: a neighbour it was shown, an event that exists. Anything else ends
 * nothing.
 */
function verdictOf (
  decision: Decision | undefined,
  { candidate, neighbours }: Comparison,
  numbers: Map<string, number>
): Verdict {
  const stay: FactEvent = candidate.change.kind === 'forget' ? 'NONE' : 'ADD'
  if (decision === undefined) return { event: stay, targetIds: [], reason: 'The LLM did not decide on it.' }
  const event = factEvents.find(event => event === decision.event.trim().toUpperCase())
  const targetIds = neighbours.map(({ memory }) => memory.id).filter(id => decision.old.includes(numbers.get(id) ?? 0))
  const reason = shown(decision.reason) || 'The LLM gave no reason.'
  if (event === undefined || event === 'ADD' || event === 'NONE') {
    return { event: event === 'NONE' ? stay : event ?? stay, targetIds: [], reason }
  }
  return targetIds.length > 0
    ? { event, targetIds, reason }
    : { event: stay, targetIds: [], reason: 'The LLM cited no memory that it was shown.' }
}

function shown (text: string): string {
  const line = withoutSecrets(text).replace(/\s+/g, ' ').trim()
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line
}

function day (at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
