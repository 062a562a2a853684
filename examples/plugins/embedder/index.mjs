// An external embedder. Use it: {"Embedding": {"Provider": "./examples/plugins/embedder"}}
// It counts letter pairs, which is no good embedder; what matters is the shape.

export default async function (app, { Dimensions: dimensions, Name: model }) {
  app.decorate('embedder', {
    interfaceVersion: 1,
    provider: 'letter-pairs',
    model,
    configured: true,
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
}
