/** The tools that find: by a question, or as a ready text. */
import Type from 'typebox'
import type { Hit, PromptContext, Recall } from '../../domain/capabilities/memory.ts'
import { given } from '../../http/fields.ts'
import { filterFrom } from '../../http/filters.ts'
import { costOf, details, within, type Detail } from './bounds.ts'
import { shortIds } from './ids.ts'
import { asOf, filled, linesOf, memoryList, memoryType, optionalText, showInList } from './shapes.ts'
import { tool, type ToolAnswer } from './tool.ts'
import { defaultBudget, rounded, tokensOf } from './words.ts'

/** Tokens kept for what an answer says beside its memories. */
const frame = 60

export const searchMemory = tool({
  name: 'search_memory',
  title: 'Recall',
  description:
    'Look up what is remembered before answering what may depend on the user, their past, people, projects or ' +
    'preferences. Plain words, one topic at a time.',
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S' }),
    top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    mode: Type.Optional(
      Type.Unsafe<'hybrid' | 'text' | 'vector'>({
        type: 'string',
        enum: ['hybrid', 'text', 'vector'],
        default: 'hybrid'
      })
    ),
    rerank: Type.Optional(Type.Boolean({ description: 'slower, more exact' })),
    token_budget: Type.Optional(Type.Integer({ minimum: 0, maximum: 200_000, default: defaultBudget })),
    memory_type: memoryType,
    session_id: optionalText(),
    tags: Type.Optional(Type.Array(Type.String())),
    as_of: asOf
  }),
  unlisted: ['mode', 'session_id'],
  output: Type.Object({ results: memoryList, total: Type.Integer() }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  async run ({ memory, userId, caller: { app, project }, signal }, input) {
    const filter = filterFrom({ ...input, project })
    const recall = await memory.recall({
      userId,
      query: input.query,
      topK: input.top_k ?? 10,
      mode: input.mode ?? 'hybrid',
      rerank: input.rerank ?? false,
      sessionArm: false,
      // The budget is of this answer, where long texts are clipped; the pipeline would count them whole.
      tokenBudget: 0,
      expandQuery: false,
      filter,
      app,
      explain: false,
      signal
    })
    const { hits, degraded, noRelevantMemory } = recall
    const budget = input.token_budget ?? defaultBudget
    const { lines, results, fitting } = fit(hits, budget)
    const notes = notesOn(recall, fitting, Object.keys(filter).length > 0)
    return {
      structured: {
        results: results.slice(0, fitting),
        total: hits.length,
        ...filled({
          left_out: hits.length > fitting ? hits.length - fitting : null,
          degraded,
          no_relevant_memory: noRelevantMemory ? true : null
        })
      },
      text: [...notes.before, ...lines.slice(0, fitting), ...notes.after].join('\n')
    }
  }
})

export const getContext = tool({
  name: 'get_context',
  title: 'Context',
  description: 'What is remembered about a topic, or the newest, as one dated text.',
  input: Type.Object({
    query: optionalText({ maxLength: 5_000 }),
    max_tokens: Type.Optional(Type.Integer({ minimum: 100, maximum: 200_000, default: 1_000 }))
  }),
  output: Type.Object({ context: Type.String(), memory_ids: Type.Array(Type.String()), tokens: Type.Integer() }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  async run ({ memory, userId, caller: { app, project }, signal }, input) {
    const budget = input.max_tokens ?? 1_000
    const show = async (maxTokens: number) =>
      showContext(
        await memory.context({
          userId,
          query: given(input.query),
          maxTokens,
          filter: filterFrom({ project }),
          app,
          signal
        }),
        budget
      )
    // The rest is for the ids and what stands around them.
    const asked = Math.ceil(budget * 0.85)
    const answer = await show(asked)
    // Some scripts cost more here than the service estimates.
    return costOf(answer) <= budget ? answer : await show(Math.floor(asked * budget / costOf(answer) * 0.95))
  }
})

function showContext ({ text, memoryIds, tokens, degraded }: PromptContext, budget: number): ToolAnswer {
  const short = shortIds(memoryIds)
  const ids = memoryIds.map(id => short.get(id) ?? id)
  return within(budget, [...ids.keys(), ids.length].reverse(), count => ({
    structured: {
      context: text,
      memory_ids: ids.slice(0, count),
      tokens,
      ...filled({ left_out: count < ids.length ? ids.length - count : null, degraded })
    },
    text: text === '' ? 'Nothing is remembered about this.' : text
  }))
}

/** No hit hides the others: in less detail there is room for as many. */
const fewest = 3

function fit (hits: Hit[], budget: number) {
  let best = shown(details[0] as Detail)
  for (const detail of details.slice(1)) {
    if (best.fitting >= Math.min(fewest, hits.length)) break
    best = shown(detail)
  }
  return best

  function shown (detail: Detail) {
    const lines = linesOf(hits.map(hit => hit.memory), detail.chars)
    const results = hits.map(({ memory, score, relevance }) => ({
      ...showInList(memory, detail),
      ...filled({ score: rounded(score), relevance: rounded(relevance) })
    }))
    return { lines, results, fitting: budget === 0 ? hits.length : fitting(lines, results, budget - frame) }
  }
}

/** How many of the best fit, in tokens of text or of structured content, whichever is more. */
function fitting (lines: string[], results: object[], budget: number): number {
  let [inText, inStructured] = [0, 0]
  for (const [index, line] of lines.entries()) {
    inText += tokensOf(`${line}\n`)
    inStructured += tokensOf(`${JSON.stringify(results[index])},`)
    if (Math.max(inText, inStructured) > budget) return index
  }
  return lines.length
}

function notesOn ({ hits, degraded, noRelevantMemory }: Recall, fitting: number, filtered: boolean) {
  const before: string[] = []
  const after: string[] = []
  if (hits.length === 0 && degraded.length === 0) {
    before.push(
      filtered ?
        'Nothing is remembered about this that the filters let through.'
        : 'Nothing is remembered about this.'
    )
  } else if (hits.length === 0) before.push('Nothing was found.')
  else if (noRelevantMemory) before.push('Probably none of these is about the query:')
  if (hits.length > fitting) {
    after.push(`${hits.length - fitting} of ${hits.length} found did not fit: ask for a larger token_budget.`)
  }
  if (degraded.length > 0) after.push(`Incomplete: ${degraded.join(', ')} did not answer, so more may be remembered.`)
  return { before, after }
}
