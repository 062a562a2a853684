/**
 * A cross-encoder on the CPU, inside the process but off its event loop. Any model in the usual Hugging Face layout
 * will do.
 */
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import type { CheckResult } from '../../../domain/capabilities/health.ts'
import {
  rerankerInterfaceVersion,
  type Reranker,
  type RerankOptions,
  type Reranking
} from '../../../domain/capabilities/reranker.ts'
import { RerankUnavailable, SettingInvalid } from '../../../domain/errors.ts'
import { packageRoot } from '../../../domain/package-root.ts'
import type { Options } from './manifest.ts'
import { readModelFolder } from './model.ts'
import { createThread } from './thread.ts'

/** More cores than this hardly shorten a search, and the rest of the service wants some. */
const mostThreads = 4

/**
 * The model in the box is opened by the first question, because a service that never reranks shall not pay for it. An
 * operator's is opened once before that, tried and closed: throws `SettingInvalid` with the reason when it is no
 * reranker.
 */
export async function createOnnxReranker (
  { ModelPath, Threads }: Static<typeof Options>,
  log?: Pick<FastifyBaseLogger, 'warn'>
) {
  const folder = ModelPath === '' ? join(packageRoot, 'models', 'reranker') : resolve(ModelPath)
  const refuse = (error: unknown) => {
    throw new SettingInvalid(
      `The reranker in ${folder} (Rerank:ModelPath, SVC_Rerank__ModelPath) cannot be used: ${(error as Error).message}.`
    )
  }
  const model = await Promise.resolve(folder).then(readModelFolder).catch(refuse) as ReturnType<typeof readModelFolder>
  const thread = createThread({ model, threads: Threads || Math.min(mostThreads, availableParallelism()) })
  if (ModelPath !== '') {
    await thread.open().catch(refuse)
    await thread.close()
  }

  const longest = model.longestPair * 12
  let failure: string | null = null

  const reranker: Reranker = {
    interfaceVersion: rerankerInterfaceVersion,
    provider: 'onnx',
    model: model.name,
    calibration: model.calibration,
    rerank: async (query, documents, options) => await score(query, documents, false, options),
    rerankKnown: async (query, documents, options) => await score(query, documents, true, options)
  }

  async function score (
    query: string,
    documents: string[],
    known: boolean,
    { budgetMs, signal }: RerankOptions
  ): Promise<Reranking> {
    if (documents.length === 0) return { scores: [] }
    try {
      const cut = documents.map(text => text.slice(0, longest))
      const scores = await thread.ask({ query, documents: cut, budgetMs, known }, signal)
      failure = null
      return { scores }
    } catch (error) {
      if (signal?.aborted) throw error
      // Searches go on without it, so the log is where an operator sees it: once, until it answers again.
      if (failure === null) log?.warn({ model: folder }, `the reranker cannot be used: ${(error as Error).message}`)
      failure = (error as Error).message
      throw new RerankUnavailable(model.name, failure)
    }
  }

  /** A probe does not open the model; only one that failed is tried again. */
  async function check (): Promise<CheckResult> {
    if (failure !== null) failure = await thread.open().then(() => null, error => (error as Error).message)
    return { ok: failure === null, provider: 'onnx', model: model.name, open: thread.isOpen(), error: failure }
  }

  return { reranker: { ...reranker, check }, close: thread.close }
}

export default fp(async (fastify, options) => {
  const { reranker, close } = await createOnnxReranker(options as Static<typeof Options>, fastify.log)
  fastify.decorate('reranker', reranker)
  fastify.addHook('onClose', close)
}, { name: 'reranker-onnx', fastify: '5.x' })
