/** Cosine of texts under an embedder that speaks the OpenAI protocol; every text is embedded once. */
import type { Similarity } from './measure.ts'

const batch = 64

/** `url` is the base URL, for example `http://127.0.0.1:8080/v1`. */
export async function similarityOf (url: string, model: string, texts: string[]): Promise<Similarity> {
  const distinct = [...new Set(texts)]
  const vectors = new Map<string, number[]>()
  for (let start = 0; start < distinct.length; start += batch) {
    const input = distinct.slice(start, start + batch)
    const response = await fetch(`${url.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, input })
    })
    if (!response.ok) throw new Error(`The embedder at ${url} answered ${response.status}: ${await response.text()}`)
    const { data } = await response.json() as { data: Array<{ embedding: number[] }> }
    for (const [index, text] of input.entries()) vectors.set(text, unit(data[index]?.embedding ?? []))
  }
  return (one, other) => {
    const first = vectors.get(one) ?? []
    const second = vectors.get(other) ?? []
    return first.reduce((total, value, index) => total + value * (second[index] ?? 0), 0)
  }
}

function unit (vector: number[]): number[] {
  const length = Math.hypot(...vector) || 1
  return vector.map(value => value / length)
}
