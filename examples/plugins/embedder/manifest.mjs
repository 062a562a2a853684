/** Options are a JSON schema (TypeBox makes one too); they stand under `Embedding:Options`. */
export default {
  capability: 'embedder',
  provider: 'letter-pairs',
  title: 'letter pairs',
  options: {
    type: 'object',
    properties: {
      Dimensions: { type: 'integer', default: 64, minimum: 8, maximum: 4096, description: 'Length of a vector.' },
      Name: { type: 'string', default: 'letter pairs', minLength: 1, description: 'Name of the model.' }
    }
  }
}
