/**
 * A scripted server that speaks OpenAI's HTTP API over a real socket: chat completions, embeddings, `/reranking`,
 * `/models`. It is no model and does not pretend to be one: it plays the answers a test wrote down, misbehaves when
 * scripted to, and records every request. Its vectors and scores are arithmetic on the words, the same on every run.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Route = 'chat' | 'embeddings' | 'reranking' | 'models'

export interface Asked {
  route: Route
  method: string
  /** With the query. */
  path: string
  headers: IncomingMessage['headers']
  // Tests look into it as they please; what is in it is what they assert.
  body: Record<string, any>
}

/**
 * One answer. For chat `json` and `text` are the message's content; elsewhere `json` is the whole body. Nothing at
 * all is the route's usual answer.
 */
export interface Step {
  json?: unknown
  text?: string
  /** Anything but 200 answers an error body with `error` as its code. */
  status?: number
  error?: string
  headers?: Record<string, string>
  /** The whole body, sent as it is. */
  raw?: string
  contentType?: string
  /** Milliseconds before the first byte; `Infinity` never answers. */
  afterMs?: number
  /** Waits for this before the first byte. */
  after?: Promise<unknown>
  /** Sends this many bytes of the body and cuts the connection. */
  cutAfter?: number
  /** Sends this many bytes of the body and falls silent. */
  stallAfter?: number
  /** Answers the JSON schema it was given instead of an object that fits it, as some local servers do. */
  echoSchema?: boolean
  finishReason?: string
  /** False leaves the token counts out, as some local servers do. */
  usage?: boolean
}

export type Play = Step | ((asked: Asked) => Step)

export interface ScriptedServer {
  /** Base URL ending in `/v1`. */
  url: string
  /** The base URL as a managed deployment has it. */
  cloudUrl: string
  /** All requests so far, oldest first. */
  asked: Asked[]
  of(route: Route): Asked[]
  /** Plays these once, in order, before anything else on that route. */
  next(route: Route, ...plays: Play[]): void
  /** Plays this whenever nothing is left of `next`. */
  always(route: Route, play: Play): void
  /** What is played on a route whenever nothing is left of `next`. */
  usual(route: Route): Play
  /** Response formats that are refused with 400; empty at first. */
  refusedFormats: Set<'json_schema' | 'json_object'>
  dimensions: number
  /** Forgets requests and scripts. */
  reset(): void
  close(): Promise<void>
}

const routes: Array<[suffix: string, route: Route]> = [
  ['/chat/completions', 'chat'],
  ['/embeddings', 'embeddings'],
  ['/reranking', 'reranking'],
  ['/rerank', 'reranking'],
  ['/models', 'models']
]

export async function startScriptedServer ({ dimensions = 32 } = {}): Promise<ScriptedServer> {
  const queues = new Map<Route, Play[]>()
  const standing = new Map<Route, Play>()
  const timers = new Set<NodeJS.Timeout>()
  const http = createServer((request, response) => {
    answer(request, response).catch(error => response.destroy(error as Error))
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  const server: ScriptedServer = {
    url: `${origin}/v1`,
    cloudUrl: origin,
    asked: [],
    of: route => server.asked.filter(asked => asked.route === route),
    next: (route, ...plays) => {
      queues.set(route, [...queues.get(route) ?? [], ...plays])
    },
    always: (route, play) => {
      standing.set(route, play)
    },
    usual: route => standing.get(route) ?? {},
    refusedFormats: new Set(),
    dimensions,
    reset () {
      server.asked.length = 0
      server.refusedFormats.clear()
      server.dimensions = dimensions
      queues.clear()
      standing.clear()
    },
    async close () {
      for (const timer of timers) clearTimeout(timer)
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
    }
  }

  async function answer (request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const route = routes.find(([suffix]) => path.split('?')[0]?.endsWith(suffix))?.[1]
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (route === undefined) {
      return send(response, 404, {}, 'application/json', '{"error":{"message":"no such path","code":"not_found"}}', {})
    }
    const asked: Asked = {
      route,
      method: request.method ?? '',
      path,
      headers: request.headers,
      body: chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown> : {}
    }
    server.asked.push(asked)

    const format = formatOf(asked)
    const play = format !== null && server.refusedFormats.has(format)
      ? { status: 400, error: 'unsupported_response_format' }
      : queues.get(route)?.shift() ?? standing.get(route) ?? {}
    const step = typeof play === 'function' ? play(asked) : play
    if (step.afterMs === Number.POSITIVE_INFINITY) return
    if (step.afterMs !== undefined) await later(step.afterMs)
    await step.after
    const status = step.status ?? 200
    const body = step.raw ??
      JSON.stringify(
        status === 200
          ? bodies[route](asked, step, server.dimensions)
          : { error: { message: 'as the script says', code: step.error ?? 'scripted' } }
      )
    send(response, status, step.headers ?? {}, step.contentType ?? 'application/json', body, step)
  }

  function later (ms: number): Promise<void> {
    return new Promise(resolve => {
      timers.add(setTimeout(resolve, ms))
    })
  }

  return server
}

function send (
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  contentType: string,
  body: string,
  { cutAfter, stallAfter }: Step
): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body), ...headers })
  const part = cutAfter ?? stallAfter
  if (part === undefined) response.end(body)
  else {
    response.write(Buffer.from(body).subarray(0, part), () => {
      if (cutAfter !== undefined) response.destroy()
    })
  }
}

function formatOf ({ body }: Asked): 'json_schema' | 'json_object' | null {
  const type = (body['response_format'] as { type?: unknown } | undefined)?.type
  return type === 'json_schema' || type === 'json_object' ? type : null
}

const bodies: Record<Route, (asked: Asked, step: Step, dimensions: number) => unknown> = {
  chat ({ body }, step) {
    const schema = (body['response_format'] as { json_schema?: { schema?: unknown } } | undefined)?.json_schema?.schema
    const content = step.echoSchema ? JSON.stringify(schema ?? {}) : step.text ?? JSON.stringify(step.json ?? {})
    const prompt = JSON.stringify(body['messages'] ?? '').length
    return {
      id: 'scripted',
      object: 'chat.completion',
      created: 0,
      model: body['model'],
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: step.finishReason ?? 'stop' }],
      ...step.usage !== false &&
        {
          usage: {
            prompt_tokens: Math.ceil(prompt / 4),
            completion_tokens: Math.ceil(content.length / 4),
            total_tokens: Math.ceil(prompt / 4) + Math.ceil(content.length / 4)
          }
        }
    }
  },
  embeddings ({ body }, step, dimensions) {
    if (step.json !== undefined) return step.json
    const texts = [body['input']].flat() as string[]
    return {
      object: 'list',
      model: body['model'],
      data: texts.map((text, index) => ({ object: 'embedding', index, embedding: wordVector(text, dimensions) })),
      usage: { prompt_tokens: 1, total_tokens: 1 }
    }
  },
  reranking ({ body }, step) {
    if (step.json !== undefined) return step.json
    const wanted = new Set(wordsOf(String(body['query'])))
    const documents = body['documents'] as string[]
    return {
      results: documents.map((document, index) => ({
        index,
        relevance_score: wordsOf(document).filter(word => wanted.has(word)).length
      }))
    }
  },
  models: (_asked, step) => step.json ?? { object: 'list', data: [{ id: 'scripted', object: 'model' }] }
}

function wordsOf (text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The sum of one fixed direction a word, of unit length: texts that share words are close. */
export function wordVector (text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  for (const word of ['', ...wordsOf(text)]) {
    for (let at = 0; at < dimensions; at += 32) {
      const bytes = createHash('sha256').update(`${at} ${word}`).digest()
      for (let place = 0; place < 32 && at + place < dimensions; place++) {
        vector[at + place]! += (bytes[place]! - 127.5) * (word === '' ? 0.1 : 1)
      }
    }
  }
  const length = Math.hypot(...vector)
  return vector.map(value => value / length)
}

/** The settings of a service that has all of its models from such a server. */
export function modelsFrom (url: string): Record<string, string> {
  return {
    SVC_Embedding__Provider: 'hosted_a',
    SVC_Embedding__HostedA__Endpoint: url,
    SVC_Embedding__HostedA__Model: 'm',
    SVC_Embedding__Dimensions: '32',
    SVC_Llm__Provider: 'hosted_b',
    SVC_Llm__HostedBEndpoint: url,
    SVC_Llm__HostedBModel: 'l',
    SVC_Distill__Provider: 'llm',
    SVC_Rerank__Provider: 'http',
    SVC_Rerank__HttpEndpoint: `${url}/reranking`
  }
}
