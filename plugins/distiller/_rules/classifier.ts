/**
 * The trained classifier of statements (models/statements): which a person would note down, which end what was said
 * before, and what each is about. It proposes; the words decide.
 */
import { join } from 'node:path'
import { packageRoot } from '../../../domain/package-root.ts'
import type { Doubter } from '../../_shared/english/made-up.ts'
import type { Judge } from '../../_shared/english/topic.ts'
import { openPairs, type Ask, type Pair } from '../../_shared/onnx/pairs.ts'

export interface Classifier extends Judge, Doubter {
  /** Probability, 0 to 1, that a statement is worth keeping; a pair is what was said before it, and the statement. */
  keeps: Ask
  /** Probability that the second of a pair ends the first, or puts it right. */
  ends: Ask
}

/** Tokens of a pair that are read. */
const longestPair = 96
let opening: Promise<Classifier> | undefined

/** Opened with the first conversation. */
export function openClassifier (): Promise<Classifier> {
  opening ??= open()
  return opening
}

const outputs = ['keeps', 'ends', 'lacks', 'explains', 'played', 'invented'] as const

async function open (): Promise<Classifier> {
  const read = await openPairs<keyof Classifier>(join(packageRoot, 'models', 'statements'), longestPair)
  const questions = outputs.map(output => [output, async (pairs: Pair[]) => await read(output, pairs)])
  return Object.fromEntries(questions) as Classifier
}
