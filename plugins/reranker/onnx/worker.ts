/**
 * The thread of the reranker: tokenises and scores one request after the other, as far as each one's deadline allows.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { isLateInteraction, scoreLateInteraction } from './late-interaction.ts'
import { batches, sizeOf } from './batches.ts'
import type { ModelFolder } from '../../_shared/onnx/model.ts'
import { createRows } from '../../_shared/onnx/rows.ts'
import { createReadBehind } from './read-behind.ts'
import type { Scoring } from './scoring.ts'
import { openSession, type Session } from '../../_shared/onnx/session.ts'
import { scoreCrossEncoder } from './cross-encoder.ts'

export interface Opening {
  model: ModelFolder
  threads: number
}

export interface Question {
  id: number
  query: string
  documents: string[]
  budgetMs: number
  /** Whether only what is cached is scored. */
  known: boolean
  askedAt: number
}

export type ToWorker = Question | { cancel: number } | 'close'

export type FromWorker =
  | { opened: true }
  | { refused: string }
  | { id: number, scores: Array<number | null> }
  | { id: number, error: string }

const port = parentPort as MessagePort
const { model, threads } = workerData as Opening
const cancelled = new Set<number>()
const post = (message: FromWorker) => port.postMessage(message)

/** Milliseconds a padded token, a moving average over past batches; 0 until the first batch was run. */
let pace = 0

try {
  const rows = createRows(model)
  const session = await openSession(model, threads)
  const scoring = isLateInteraction(session) ? scoreLateInteraction(session, rows) : scoreCrossEncoder(session, rows)
  // Texts of different lengths, so that padding and output shapes are checked before the first request.
  const trial = await scoring.begin('who knows?', ['short', 'a longer text about a man whom I met at the harbour'])
  await trial.score([0, 1])
  listen(scoring, session)
  post({ opened: true })
} catch (error) {
  post({ refused: reason(error) })
}

function listen (scoring: Scoring, session: Session): void {
  const { readSome } = scoring
  let turn: Promise<unknown> = Promise.resolve()
  /** One run of the model after the other. */
  function inTurn<Result> (work: () => Promise<Result>): Promise<Result> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }
  const behind = readSome === undefined
    ? undefined
    : createReadBehind(async documents => await inTurn(async () => await readSome(documents)))
  port.on('message', (message: ToWorker) => {
    if (message === 'close') {
      behind?.close()
      inTurn(async () => {
        await session.close()
        port.close()
      })
    } else if ('cancel' in message) cancelled.add(message.cancel)
    else {
      behind?.asked()
      inTurn(async () => {
        const unread = await answer(scoring, message)
        behind?.answered(unread)
      })
    }
  })
}

/** Posts the answer and returns the documents that it left unread. */
async function answer (
  { begin, scoreCached }: Scoring,
  { id, query, documents, budgetMs, known, askedAt }: Question
): Promise<string[]> {
  let scores: Array<number | null> = documents.map(() => null)
  try {
    const deadline = askedAt + budgetMs
    // Its budget may have run out while it was queued.
    const isLate = Date.now() >= deadline || cancelled.has(id)
    if (known && !isLate) scores = await scoreCached?.(query, documents, deadline) ?? scores
    else if (!isLate) {
      const { lengths, score } = await begin(query, documents)
      for (const places of batches(lengths)) {
        const size = sizeOf(lengths, places)
        const start = performance.now()
        if (cancelled.has(id) || Date.now() + size * pace > deadline) break
        const found = await score(places)
        for (const [at, place] of places.entries()) scores[place] = found[at] as number
        if (size === 0) continue
        const seen = (performance.now() - start) / size
        pace = pace === 0 ? seen : 0.8 * pace + 0.2 * seen
      }
    }
    post({ id, scores })
    return cancelled.has(id) ? [] : documents.filter((_, place) => scores[place] === null)
  } catch (error) {
    post({ id, error: reason(error) })
    return []
  } finally {
    cancelled.delete(id)
  }
}

function reason (error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] as string
}
