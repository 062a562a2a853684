/** A cross-encoder on the CPU, inside the process but off its event loop. Any model in the usual Hugging Face layout will do. */
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import fp from 'fastify-plugin'
import Type from 'typebox'
import { rerankerInterfaceVersion, type Reranker } from '../../../kernel/capabilities/reranker.ts'
import { RerankUnavailable, SettingInvalid } from '../../../kernel/errors.ts'
import { checkOptions } from '../../../kernel/options.ts'
import { packageRoot } from '../../../kernel/package-root.ts'
import { readModelFolder } from './model.ts'
import { createThread } from './thread.ts'

const Options = Type.Object({
  ModelPath: Type.String({ default: '', description: 'Folder of a cross-encoder; empty takes the one in the box.' }),
  Threads: Type.Integer({ default: 0, minimum: 0, maximum: 64, description: '0 takes one a core, up to four.' })
})

/** More cores than this hardly shorten a search, and the rest of the service wants some. */
const mostThreads = 4

/** Opens the model and tries it. Throws `SettingInvalid` with the reason when it is no reranker. */
export async function createOnnxReranker (given: unknown): Promise<{ reranker: Reranker, close: () => Promise<void> }> {
  const { ModelPath, Threads } = checkOptions('Rerank', Options, given)
  const folder = ModelPath === '' ? join(packageRoot, 'models', 'reranker') : resolve(ModelPath)
  const refuse = (error: unknown) => {
    throw new SettingInvalid(`The reranker in ${folder} (Rerank:ModelPath, SVC_Rerank__ModelPath) cannot be used: ${(error as Error).message}.`)
  }
  const model = await Promise.resolve(folder).then(readModelFolder).catch(refuse) as ReturnType<typeof readModelFolder>
  const thread = createThread({ model, threads: Threads || Math.min(mostThreads, availableParallelism()) })
  await thread.open().catch(refuse)

  const longest = model.longestPair * 12
  const reranker: Reranker = {
    interfaceVersion: rerankerInterfaceVersion,
    provider: 'onnx',
    model: model.name,
    calibration: model.calibration,
    async rerank (query, documents, { budgetMs, signal }) {
      if (documents.length === 0) return { scores: [] }
      try {
        return { scores: await thread.ask({ query, documents: documents.map(text => text.slice(0, longest)), budgetMs }, signal) }
      } catch (error) {
        if (signal?.aborted) throw error
        throw new RerankUnavailable(model.name, (error as Error).message)
      }
    }
  }
  return { reranker, close: thread.close }
}

export default fp(async (fastify, options) => {
  const { reranker, close } = await createOnnxReranker(options)
  fastify.decorate('reranker', reranker)
  fastify.addHook('onClose', close)
}, { name: 'reranker-onnx', fastify: '5.x' })
