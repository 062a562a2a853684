// A third-party embedder in one file. Use it: {"Embedding": {"Provider": "./examples/plugins/embedder.mjs", "Dimensions": 64}}
// It counts letter pairs, which is no good embedder; what matters is the shape.

export default async function (app, options) {
  const dimensions = app.settings.Embedding.Dimensions
  const { Greeting = 'letter pairs' } = options

  app.decorate('embedder', {
    interfaceVersion: 1,
    provider: 'letter-pairs',
    model: Greeting,
    dimensions,
    endpoint: null,
    async embed (texts, { signal } = {}) {
      signal?.throwIfAborted()
      return texts.map(text => {
        const vector = new Float32Array(dimensions).fill(1e-3)
        for (let place = 1; place < text.length; place++) {
          vector[(text.charCodeAt(place - 1) * 31 + text.charCodeAt(place)) % dimensions] += 1
        }
        return vector
      })
    }
  })

  app.health.register('embeddings', async () => ({ ok: true, provider: 'letter-pairs', model: Greeting, dim: dimensions, latency_ms: 0, error: null }))
}
