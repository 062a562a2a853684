/**
 * The OpenAPI document and the interactive page, as an app of its own that knows every route by its schema and does
 * nothing when it is called.
 */
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifySchema, type RouteOptions } from 'fastify'
import { marked, withComponents, type Document } from './components.ts'
import { answerErrors } from './errors.ts'
import { httpOptions } from './options.ts'
import { release } from '../domain/package-root.ts'

/** What a service gathers about itself while it starts. */
export interface Gathered {
  routes: RouteOptions[]
  instances: FastifyInstance[]
}

const description: FastifyDynamicSwaggerOptions = {
  transform: ({ schema, url, route }) => ({
    schema: marked({
      operationId: operationId(String(route.method), url),
      ...schema,
      ...fileOf(schema)
    }) as FastifySchema,
    url
  }),
  transformObject: document => {
    if (!('openapiObject' in document)) throw new Error('The document is OpenAPI.')
    return withComponents(document.openapiObject as Document) as typeof document.openapiObject
  },
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Palimpsest',
      description:
        'Long-term memory for AI agents. A new fact is written over the old one, and nothing that was true is ' +
        'lost: every memory keeps when it was true and when it was believed. Reading never asks an LLM.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      version: release
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
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key from `palimpsest mint-key <user_id>`, when auth is on.'
        },
        header: { type: 'apiKey', in: 'header', name: 'API_KEY', description: 'The same key.' },
        query: {
          type: 'apiKey',
          in: 'query',
          name: 'api_key',
          description: 'The same key, for clients that can set no header.'
        }
      }
    }
  }
}

/** The body of a route that reads a stream: validation sees none, a client sends a file. */
function fileOf (schema: FastifySchema | undefined): { body?: object } {
  if (schema?.consumes === undefined || schema.body !== undefined) return {}
  const file = { schema: { type: 'string', format: 'binary' } }
  return { body: { content: Object.fromEntries(schema.consumes.map(type => [type, file])) } }
}

/** `POST /api/v1/memories/:id/restore` → `post_memories_by_id_restore`: what generated clients call it. */
function operationId (method: string, url: string): string {
  return [
    method.toLowerCase(),
    ...url.replace(/^\/api(\/v1)?/, '').split('/').filter(Boolean).map(part =>
      part.startsWith(':') ? `by_${part.slice(1)}` : part
    )
  ].join('_').replaceAll(/[^\w]/g, '_')
}

export async function describe ({ routes, instances }: Gathered): Promise<FastifyInstance> {
  const app = Fastify({ ...httpOptions, logger: false })
  answerErrors(app)
  await app.register(swagger, description)
  const shared = new Map(instances.flatMap(instance => Object.entries(instance.getSchemas())))
  for (const schema of shared.values()) app.addSchema(schema)
  for (const { method, url, schema } of routes) {
    // HEAD comes with GET.
    if (method !== 'HEAD' && schema?.hide !== true) {
      app.route({
        method,
        url,
        ...(schema && { schema }),
        handler: async () => null
      })
    }
  }
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { url: '/openapi.json', deepLinking: true, tryItOutEnabled: true, persistAuthorization: false }
  })
  await app.ready()
  return app
}
