/** Orders in, answers out, a JSON line each, as lines.py does it: how bench/peers.ts speaks to a peer written here. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../../domain/package-root.ts'
import { loadStaticModel } from '../../plugins/embedder/static/embed.ts'

export type Encode = (text: string) => Promise<Float32Array>

export interface Answering {
  add(user: string, id: string, text: string): Promise<void>
  /** Everything of the user is there: time to make indexes, before anybody asks. */
  settle?(user: string): Promise<void>
  search(user: string, query: string, limit: number): Promise<string[]>
}

interface Order {
  user: string
  id: string
  add?: string
  settle?: true
  search: string
  limit: number
}

export async function serve (peer: Answering): Promise<void> {
  const say = (body: object) => process.stdout.write(`${JSON.stringify(body)}\n`)
  say({ ready: true })
  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line) as Order
    let found: string[] = []
    if (order.add !== undefined) await peer.add(order.user, order.id, order.add)
    else if (order.settle) await peer.settle?.(order.user)
    else found = await peer.search(order.user, order.search, order.limit)
    say({ found })
  }
}

/** `own`, the embedder in the box inside the process, or the address of an OpenAI-compatible endpoint. */
export async function encoderFor (encoder: string): Promise<Encode> {
  if (encoder === 'own') {
    const model = await loadStaticModel(join(packageRoot, 'models', 'embedder'))
    return async text => model.embed(text)
  }
  return async input => {
    const response = await fetch(`${encoder}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'all-minilm-l6-v2', input })
    })
    if (!response.ok) throw new Error(`${encoder} answered ${response.status}`)
    const { data: [first] } = await response.json() as { data: Array<{ embedding: number[] }> }
    return Float32Array.from(first?.embedding ?? [])
  }
}

/** Where the folder's packages lie: none of them is a dependency of the product. Throws when one is missing. */
export const locate = (folder: string, name: string): string =>
  createRequire(join(folder, 'package.json')).resolve(name)

export const load = async <Module>(folder: string, name: string): Promise<Module> =>
  await import(pathToFileURL(locate(folder, name)).href) as Module
