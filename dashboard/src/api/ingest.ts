/** Reads a conversation in, one decision at a time where the service streams them. */
import { ApiError, send, serviceUrl } from './client.ts'
import type { Decision } from './shapes.ts'

export interface IngestAnswer {
  results?: Decision[]
  no_facts_extracted?: boolean
  refused?: number
  degraded?: string[]
}

export async function ingest (
  body: object,
  onDecision: (decision: Decision) => void,
  signal: AbortSignal
): Promise<IngestAnswer> {
  const response = await send(`${serviceUrl}/api/v1/memories/from-conversation`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson, application/json' },
    signal
  })
  if (response.headers.get('content-type')?.includes('x-ndjson') !== true || response.body === null) {
    const answer = await response.json() as IngestAnswer
    for (const decision of answer.results ?? []) onDecision(decision)
    return answer
  }
  return await readLines(response.body, onDecision)
}

async function readLines (
  body: ReadableStream<Uint8Array>,
  onDecision: (decision: Decision) => void
): Promise<IngestAnswer> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  let answer: IngestAnswer | null = null
  const onLine = (line: string): void => {
    if (line.trim() === '') return
    const { type, ...event } = JSON.parse(line) as { type: string } & Record<string, unknown>
    if (type === 'fact') onDecision(event as unknown as Decision)
    else if (type === 'done') answer = event as IngestAnswer
    else if (type === 'error') {
      throw new ApiError(500, String(event['message'] ?? 'The conversation could not be read.'), null)
    }
  }
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + (value ?? '')).split('\n')
    rest = done ? '' : lines.pop() ?? ''
    for (const line of lines) onLine(line)
    if (done) break
  }
  if (answer === null) {
    throw new ApiError(0, 'The service broke off before it was done.', 'What was decided before may be stored.')
  }
  return answer
}
