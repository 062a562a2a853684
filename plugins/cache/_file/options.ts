/** Where the disk cache keeps its answers; the provider that keeps none names them too, to erase what is left there. */
import { Type } from '../../../domain/type.ts'

export const folderOptions = {
  EmbeddingPath: Type.String({
    default: 'cache/embedding',
    minLength: 1,
    description: 'Folder of cached embeddings, relative to the working directory.'
  }),
  LlmPath: Type.String({
    default: 'cache/llm',
    minLength: 1,
    description: 'Folder of cached LLM answers, relative to the working directory.'
  })
}
