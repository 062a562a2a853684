/** The embedder in the box behind `/v1/embeddings`, so that peers in Python ask the same encoder as everybody else. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encoderFor } from './lines.ts'

export interface Endpoint {
  address: string
  dimensions: number
  stop(): void
}

export async function serveOwnEncoder (): Promise<Endpoint> {
  const encode = await encoderFor('own')
  async function answer (request: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { input, encoding_format: format } = JSON.parse(Buffer.concat(chunks).toString()) as {
      input: string | string[]
      encoding_format?: string
    }
    const vectors = await Promise.all([input].flat().map(encode))
    return JSON.stringify({
      object: 'list',
      model: 'own',
      data: vectors.map((vector, index) => ({
        object: 'embedding',
        index,
        embedding: format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : [...vector]
      })),
      usage: { prompt_tokens: 0, total_tokens: 0 }
    })
  }
  const server = createServer((request, response) => {
    answer(request).then(
      text => response.setHeader('content-type', 'application/json').end(text),
      (error: unknown) => {
        response.statusCode = 400
        response.end(String(error))
      }
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/v1`,
    dimensions: (await encode('a')).length,
    stop () {
      server.close()
      server.closeAllConnections()
    }
  }
}
