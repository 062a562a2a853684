/** Options that every embedder has. */
import { Type } from '../../../domain/type.ts'

export const dimensionOptions = {
  Dimensions: Type.Integer({
    default: 1024,
    minimum: 1,
    maximum: 65536,
    description: 'Must equal the model output dimension and the vector index dimension.'
  })
}

export const requestOptions = {
  ...dimensionOptions,
  TimeoutMs: Type.Integer({
    default: 30_000,
    minimum: 100,
    maximum: 600_000,
    description: 'Longest wait for one embedding request, its retries included, in milliseconds.'
  })
}
