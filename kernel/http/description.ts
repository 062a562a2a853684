/** What the OpenAPI document says of the service as a whole. */
import { createRequire } from 'node:module'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

const { version } = createRequire(import.meta.url)('palimpsest/package.json') as { version: string }

const description: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Palimpsest',
      description: 'Long-term memory for AI agents. A new fact is written over the old one, and nothing that was true is lost: every memory keeps when it was true and when it was believed. Reading never asks an LLM.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      version
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: [
      { name: 'memories', description: 'Store, find, read and remove memories.' },
      { name: 'graph', description: 'Entities, communities and how memories hang together.' },
      { name: 'users', description: 'One user as a whole.' },
      { name: 'operations', description: 'For those who run the service.' }
    ],
    security: [{}, { bearer: [] }, { header: [] }, { query: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A key from `palimpsest mint-key <user_id>`, when auth is on.' },
        header: { type: 'apiKey', in: 'header', name: 'API_KEY', description: 'The same key.' },
        query: { type: 'apiKey', in: 'query', name: 'api_key', description: 'The same key, for clients that can set no header.' }
      }
    }
  }
}

/** Before the first route, because the document is gathered as routes are registered; a stranger's are in it too. */
export async function describeInterface (app: FastifyInstance): Promise<void> {
  await app.register(swagger, description)
}
