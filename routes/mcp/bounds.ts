/** Answers within a number of tokens: what is shown in less and less detail until it fits. */
import { estimateTokens } from '../../domain/text/tokens.ts'
import type { ToolAnswer } from './tool.ts'

/** Tokens of text or of structured content, whichever is more: a client shows a model one of them. */
export function costOf ({ structured, text }: ToolAnswer): number {
  return Math.max(estimateTokens(text), estimateTokens(JSON.stringify(structured)))
}

/** How much is shown of one memory among others. */
export interface Detail {
  /** Of its text. */
  chars: number
  /** Also tags, metadata, scope and dates. */
  fields: boolean
}

/** From the most to the least that still says something: the text is worth more than what stands beside it. */
export const details: readonly Detail[] = [
  ...[1_000, 500, 300, 200].map(chars => ({ chars, fields: true })),
  ...[300, 200, 150, 100, 70, 50, 35, 16].map(chars => ({ chars, fields: false }))
]

/**
 * The first of `levels` (of most detail first) whose answer costs at most `budget` tokens, else that of the last:
 * `show` must make that one fit whatever is stored.
 */
export function within<Level> (
  budget: number,
  levels: readonly Level[],
  show: (level: Level) => ToolAnswer
): ToolAnswer {
  const [first, ...rest] = levels
  let answer = show(first as Level)
  for (const level of rest) {
    if (costOf(answer) <= budget) break
    answer = show(level)
  }
  return answer
}
