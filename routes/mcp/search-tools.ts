/** The tools that find: by a question, or as a ready text. */
import type { PromptContext, Recall } from '../../domain/capabilities/memory.ts'
import { estimateTokens } from '../../domain/text/tokens.ts'
import { Type } from '../../domain/type.ts'
import { given } from '../../http/fields.ts'
import { filterFrom } from '../../http/filters.ts'
import { costOf, details, within, type Detail } from './bounds.ts'
import { shortIds } from './ids.ts'
import { nothingFound, nothingListed } from './nothing.ts'
import { asOf, filled, linesOf, memoryList, memoryType, optionalText, showInList } from './shapes.ts'
import { tool, type ToolAnswer } from './tool.ts'
import { defaultBudget, rounded } from './words.ts'

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
  async run ({ memory, userId, caller, signal }, input) {
    const { app, project } = caller
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
    const { project: _own, ...narrowed } = filter
    const none = nothingFound(caller, { words: input.mode === 'text', filtered: Object.keys(narrowed).length > 0 })
    const { lines, results, fitting } = fit(recall, none, input.token_budget ?? defaultBudget)
    return framed(recall, none, { lines: lines.slice(0, fitting), results: results.slice(0, fitting) })
  }
})

interface Shown {
  /** A line and an object for each of the best hits. */
  lines: string[]
  results: object[]
}

/** The hits that are shown, and what is said of them and of the others; `none` where there is no hit. */
function framed (recall: Recall, none: string, { lines, results }: Shown): ToolAnswer {
  const { hits, degraded, noRelevantMemory } = recall
  const notes = notesOn(recall, lines.length, none)
  return {
    structured: {
      results,
      total: hits.length,
      ...filled({
        left_out: hits.length > lines.length ? hits.length - lines.length : null,
        degraded,
        no_relevant_memory: noRelevantMemory ? true : null
      })
    },
    text: [...notes.before, ...lines, ...notes.after].join('\n')
  }
}

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
  async run (context, input) {
    const { memory, userId, caller: { app, project }, signal } = context
    const budget = input.max_tokens ?? 1_000
    const query = given(input.query)
    const show = async (maxTokens: number) => {
      const block = await memory.context({ userId, query, maxTokens, filter: filterFrom({ project }), app, signal })
      const none = query === null
        ? nothingListed(context)
        : nothingFound(context.caller, { words: false, filtered: false })
      return showContext(block, block.text === '' ? await none : '', budget)
    }
    // The rest is for the ids and what stands around them.
    const asked = Math.ceil(budget * 0.85)
    const answer = await show(asked)
    // Quoted as JSON some texts cost more.
    return costOf(answer) <= budget ? answer : await show(Math.floor(asked * budget / costOf(answer) * 0.95))
  }
})

/** `none` where there was nothing to show. */
function showContext (
  { text, memoryIds, tokens, leftOut, degraded }: PromptContext,
  none: string,
  budget: number
): ToolAnswer {
  const short = shortIds(memoryIds)
  const ids = memoryIds.map(id => short.get(id) ?? id)
  const found = text !== ''
    ? text
    : leftOut > 0
    ? `${leftOut} found, and none fits: ask for larger max_tokens.`
    : degraded.length > 0
    ? 'Nothing was found.'
    : none
  return within(budget, [...ids.keys(), ids.length].reverse(), count => ({
    structured: {
      context: text,
      memory_ids: ids.slice(0, count),
      tokens,
      ...filled({
        left_out: text === '' && leftOut > 0 ? leftOut : count < ids.length ? ids.length - count : null,
        degraded
      })
    },
    text: [found, ...(degraded.length > 0 ? [incomplete(degraded)] : [])].join('\n')
  }))
}

/** No hit hides the others: in less detail there is room for as many. */
const fewest = 3

function fit (recall: Recall, none: string, budget: number): Shown & { fitting: number } {
  const { hits } = recall
  const frame = framed(recall, none, { lines: [], results: [] })
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
    return { lines, results, fitting: budget === 0 ? hits.length : fitting({ lines, results }, budget, frame) }
  }
}

/** How many of the best fit, in tokens of text or of structured content, whichever is more. */
function fitting ({ lines, results }: Shown, budget: number, { text, structured }: ToolAnswer): number {
  let inText = estimateTokens(text)
  let inStructured = estimateTokens(JSON.stringify(structured))
  for (const [index, line] of lines.entries()) {
    inText += estimateTokens(`${line}\n`)
    inStructured += estimateTokens(`${JSON.stringify(results[index])},`)
    if (Math.max(inText, inStructured) > budget) return index
  }
  return lines.length
}

function notesOn ({ hits, degraded, noRelevantMemory }: Recall, fitting: number, none: string) {
  const before: string[] = []
  const after: string[] = []
  if (hits.length === 0) before.push(degraded.length === 0 ? none : 'Nothing was found.')
  else if (noRelevantMemory) before.push('Probably none of these is about the query:')
  if (hits.length > fitting) {
    after.push(`${hits.length - fitting} of ${hits.length} found did not fit: ask for a larger token_budget.`)
  }
  if (degraded.length > 0) after.push(incomplete(degraded))
  return { before, after }
}

function incomplete (degraded: string[]): string {
  return `Incomplete: ${degraded.join(', ')} did not answer, so more may be remembered.`
}
