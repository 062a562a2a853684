/**
 * The OpenAPI document and the interactive page, as an app of its own that knows every route by its schema and does
 * nothing when it is called.
 */
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifySchema, type RouteOptions } from 'fastify'
import { marked, withComponents, type Document } from './components.ts'
import { answerErrors } from './errors.ts'
import { withExamples } from './examples.ts'
import { refusals } from './fields.ts'
import { httpOptions } from './options.ts'
import { release } from '../domain/package-root.ts'

const lines =
  '<g stroke-linecap="round" fill="none"><path d="M7 9h18M7 16h18M7 23h12" stroke="#c9bb9d" stroke-width="2.4"/>' +
  '<path d="M7 11.5h15M7 18.5h17M7 25.5h8" stroke="#2c2418" stroke-width="2.4"/></g>'
const page = '<rect width="32" height="32" rx="5" fill="#f7f1e3"/>'
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${page}${lines}</svg>`
const wordmark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190 32">' + page + lines +
  '<text x="44" y="23" font-family="Georgia, serif" font-size="22" fill="#f7f1e3">Palimpsest</text></svg>'

/**
 * Its own files and connections and nothing else, and the styles its library writes into the page; plain HTTP on a LAN
 * address works, so nothing is upgraded.
 */
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'; " +
  "font-src 'self' data:; img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'"

interface Sent {
  url: string
  headers: Record<string, string>
}

/** Of the page that asks, in the browser. */
declare const location: { href: string }

/**
 * Runs in the browser: asks under the path that a proxy put before `/docs`; and MCP wants both kinds of answer
 * accepted, where the page's own choice names one.
 */
function asAsked<Request> (request: Request): Request {
  const sent = request as Sent
  const [url, page] = [new URL(sent.url, location.href), new URL(location.href)]
  const prefix = page.pathname.replace(/\/docs(\/.*)?$/, '')
  if (url.origin === page.origin && !url.pathname.startsWith(`${prefix}/`)) url.pathname = prefix + url.pathname
  sent.url = url.href
  if (url.pathname.includes('/mcp/')) sent.headers['Accept'] = 'application/json, text/event-stream'
  return request
}

/** One document is served here, so there is no address to type. */
const ownStyle = '.swagger-ui .topbar { background: #2c2418; padding: 8px 0 } ' +
  '.swagger-ui .topbar .download-url-wrapper { display: none }'

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
      ...fileOf(schema),
      ...bodyRefusals(schema)
    }) as FastifySchema,
    url
  }),
  transformObject: document => {
    if (!('openapiObject' in document)) throw new Error('The document is OpenAPI.')
    return withExamples(withComponents(document.openapiObject as Document)) as typeof document.openapiObject
  },
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Palimpsest',
      description:
        'Long-term memory for AI agents. A new fact is written over the old one, and nothing that was true is ' +
        'lost: every memory keeps when it was true and when it was believed. Reading never asks an LLM.\n\n' +
        'Every operation can be tried here; after **POST /api/v1/memories/from-conversation** there is something ' +
        'to find. ' +
        'An error is `{status, code, message, detail}`; programs switch on `code`, which each status below names.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      version: release
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: [
      { name: 'memories', description: 'Store, read and remove memories.' },
      { name: 'recall', description: 'Find what helps to answer.' },
      { name: 'history', description: 'What was true, what was believed, and how to put it right.' },
      { name: 'graph', description: 'Entities, communities and how memories hang together.' },
      { name: 'users', description: 'One user as a whole.' },
      { name: 'mcp', description: 'The same for agents, over the Model Context Protocol.' },
      { name: 'operations', description: 'For those who run the service.' }
    ],
    security: [{}, { bearer: [] }, { header: [] }, { query: [] }],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key from `palimpsest mint-key <user_id>`, when auth is on; for what is of the service as a whole, ' +
            'one from `palimpsest mint-key --operator`.'
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

/** What any request with a body can be refused with, before its route sees it. */
function bodyRefusals (schema: FastifySchema | undefined): { response?: object } {
  if (schema?.body === undefined && schema?.consumes === undefined) return {}
  return { response: { 413: refusals[413], 415: refusals[415], 507: refusals[507], ...schema.response as object } }
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
  for (const { method, url, schema: own, config } of routes) {
    const schema = config?.described ?? own
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
    staticCSP: policy,
    logo: { type: 'image/svg+xml', content: Buffer.from(wordmark), href: '../', target: '_self' },
    theme: {
      title: 'Palimpsest: the API',
      favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
      css: [{ filename: 'own.css', content: ownStyle }]
    },
    uiConfig: {
      url: '/openapi.json',
      deepLinking: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      persistAuthorization: false,
      requestInterceptor: asAsked
    }
  })
  await app.ready()
  return app
}
