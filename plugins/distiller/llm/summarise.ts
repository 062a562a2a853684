/** Summaries by the LLM, several of a kind in one call. */
import type { Summary } from '../../../domain/capabilities/distiller.ts'
import type { Llm } from '../../../domain/capabilities/llm.ts'
import { community } from './prompts/community.ts'
import { entity } from './prompts/entity.ts'
import { session } from './prompts/session.ts'
import { schema } from './prompts/summary.ts'
import { withoutSecrets } from '../../_shared/secrets.ts'

const prompts = { entity, community, session }
const mostAtOnce = 10
const mostFacts = 30
const longestFact = 400
const longestSummary = 600

/** In the order asked; null for what the LLM left out. */
export async function summarise (llm: Llm, userId: string, requests: Summary[]): Promise<Array<string | null>> {
  const texts = new Array<string | null>(requests.length).fill(null)
  for (const kind of ['entity', 'community', 'session'] as const) {
    const places = requests.flatMap((request, place) =>
      request.kind === kind && request.facts.length > 0 ? [place] : []
    )
    for (let at = 0; at < places.length; at += mostAtOnce) {
      const some = places.slice(at, at + mostAtOnce)
      const { summaries } = await llm.generate({
        ...prompts[kind],
        user: some.map((place, number) => written(requests[place] as Summary, number + 1)).join('\n\n'),
        schema,
        userId,
        isSummary: true,
        uncached: true
      })
      for (const { number, text } of summaries) {
        const place = some[number - 1]
        if (place !== undefined && text.trim() !== '') texts[place] = brief(text)
      }
    }
  }
  return texts
}

function written ({ title, facts }: Summary, number: number): string {
  return `${number}. ${title}\n${
    facts.slice(0, mostFacts).map(fact => `- ${withoutSecrets(fact).slice(0, longestFact)}`).join('\n')
  }`
}

function brief (text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longestSummary ? `${line.slice(0, longestSummary - 1)}…` : line
}
