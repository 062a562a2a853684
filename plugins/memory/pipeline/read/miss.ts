/** Why a search did not find a memory: the first stage of the read path that left it out. */
import type { Miss, Recall, RecallRequest } from '../../../../domain/capabilities/memory.ts'
import type { Filter } from '../../../../domain/capabilities/store.ts'
import { isoTime } from '../../../../domain/instants.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import type { Fused } from './fuse.ts'
import type { ScoredMemory } from './rerank.ts'

interface Searched {
  answer: Recall
  fused: Fused[]
  considered: number
  ordered: ScoredMemory[]
}

export function missOf (memory: Memory, request: RecallRequest, searched: Searched): Miss {
  const ranks = searched.fused.find(({ id }) => id === memory.id)?.ranks ?? {}
  const [stage, reason] = foundAt(memory, searched) ??
    withheld('filter', filteredBy(memory, request.filter)) ??
    withheld('time', hiddenAt(memory, request.filter, Math.max(Date.now(), memory.createdAt))) ??
    leftOut(memory, request, searched)
  return {
    stage,
    reason,
    ranks: {
      text: ranks.text ?? null,
      vector: ranks.vector ?? null,
      graph: ranks.graph ?? null,
      session: ranks.session ?? null
    }
  }
}

type Finding = [stage: Miss['stage'], reason: string]

const withheld = (stage: Miss['stage'], reason: string | null): Finding | null =>
  reason === null ? null : [stage, reason]

function foundAt ({ id: wanted }: Memory, { answer: { hits } }: Searched): Finding | null {
  const place = hits.findIndex(({ memory: { id } }) => id === wanted)
  return place === -1 ? null : ['found', `It is hit ${place + 1} of ${hits.length}.`]
}

/** What the search might have answered and did not. */
function leftOut (memory: Memory, request: RecallRequest, { answer, fused, considered, ordered }: Searched): Finding {
  const place = fused.findIndex(({ id }) => id === memory.id)
  if (place === -1) return ['arms', unfound(memory, request)]
  if (place >= considered) {
    return ['fusion', `It was ${place + 1} of ${fused.length} candidates; the first ${considered} are looked at.`]
  }
  const standing = answer.hits.find(({ similarIds }) => similarIds.includes(memory.id))
  if (standing !== undefined) {
    return ['folded', `Its text is that of ${standing.memory.id}, which stands for it among the hits.`]
  }
  const last = ordered.findIndex(({ id }) => id === memory.id) + 1
  return answer.hits.length < request.topK && request.tokenBudget > 0
    ? ['token_budget', `It was number ${last}; ${answer.hits.length} fit in ${request.tokenBudget} tokens.`]
    : ['top_k', `It was number ${last} of ${ordered.length} in the end; ${request.topK} were asked for.`]
}

/** The first condition of the search that the memory does not meet. */
function filteredBy (memory: Memory, filter: Filter): string | null {
  const conditions: Array<[string, string | null | undefined, string | null]> = [
    ['memory_type', filter.memoryType, memory.memoryType],
    ['session_id', filter.sessionId, memory.sessionId],
    ['project', filter.project, memory.project],
    ['app', filter.app, memory.app]
  ]
  const unequal = conditions.find(([, wanted, held]) => wanted !== undefined && wanted !== held)
  if (unequal !== undefined) {
    const [name, wanted, held] = unequal
    return `The search asked for ${name} ${JSON.stringify(wanted)}; the memory has ${JSON.stringify(held)}.`
  }
  for (const name of ['tags', 'categories'] as const) {
    const wanted = filter[name]
    if (wanted !== undefined && !wanted.some(label => memory[name].includes(label))) {
      return `The search asked for ${name} ${JSON.stringify(wanted)}; the memory has ${JSON.stringify(memory[name])}.`
    }
  }
  return null
}

/** Why it is not among what was true and believed at the times asked for, which are now by default. */
function hiddenAt (memory: Memory, { asOf, knownAt, includeSuperseded }: Filter, now: number): string | null {
  const past = asOf !== undefined || knownAt !== undefined
  if (includeSuperseded === true && !past) return null
  const [known, valid] = [knownAt ?? Number.MAX_SAFE_INTEGER, asOf ?? now]
  const { createdAt, validAt } = memory
  if (createdAt > known) return `It was stored on ${isoTime(createdAt)}, after ${isoTime(known)}.`
  if (validAt > valid) return `It is true from ${isoTime(validAt)}, after ${isoTime(valid)}.`
  return endedBy(memory, known, valid, past)
}

function endedBy ({ invalidAt, expiredAt, supersededBy }: Memory, known: number, valid: number, past: boolean) {
  const expired = expiredAt !== null && expiredAt <= known
  if (expired && (!past || invalidAt === null)) {
    const by = supersededBy === null ? '' : ` by ${supersededBy}`
    return `It was ended${by} on ${isoTime(expiredAt)}. \`include_superseded\` of a list and \`known_at\` show it.`
  }
  if (invalidAt !== null && invalidAt <= valid && (expired || expiredAt === null)) {
    return `It was true until ${isoTime(invalidAt)}; \`as_of\` before that finds it.`
  }
  return null
}

function unfound (memory: Memory, { mode, query }: RecallRequest): string {
  const held = new Set(terms(memory.text))
  const shared = terms(query).filter(term => held.has(term))
  const words = shared.length === 0
    ? 'it holds none of the words of the query'
    : `of the words of the query it holds ${shared.length}, and others hold more or rarer ones`
  if (mode === 'text') return `The text arm did not find it: ${words}.`
  const meaning = 'its meaning is not among the nearest to the query'
  return mode === 'vector'
    ? `The vector arm did not find it: ${meaning}.`
    : `No arm found it: ${words}, and ${meaning}.`
}
