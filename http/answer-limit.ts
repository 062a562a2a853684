/** One answer must not fill the memory: what no client could want whole is refused before it is made into text. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AnswerTooLarge, Overloaded, withDetail } from '../domain/errors.ts'
import type { BytesInFlight } from './bytes-in-flight.ts'

const megabyte = 1024 * 1024
/** A page of a hundred memories of the greatest length fits, metadata included, unless most of them need escapes. */
export const answerLimitMb = 32
/** What is smaller does not count against what is in flight. */
const smallBytes = 256 * 1024
/** The name, quotes and commas of a field, or a number. */
const fieldBytes = 16

/** Streams are not answers in one piece: an export is bounded line by line. */
export function limitAnswers (app: FastifyInstance, inFlight: BytesInFlight): void {
  app.addHook('preSerialization', (_request, reply: FastifyReply, payload: unknown, done) => {
    const bytes = sizeOf(payload)
    if (bytes > answerLimitMb * megabyte) throw tooLarge(bytes)
    if (bytes > smallBytes && !inFlight.reserve(bytes, reply)) {
      throw withDetail(new Overloaded('Too much is being sent at the moment.'), 'Try again in a moment.')
    }
    done(null, payload)
  })
}

function tooLarge (bytes: number): Error {
  return withDetail(
    new AnswerTooLarge(Math.ceil(bytes / megabyte), answerLimitMb),
    'Ask for less at once: a smaller size (top_k for a search), or a filter. GET /api/v1/export gives all of it, ' +
      'line by line.'
  )
}

/** About as many bytes as the value has as JSON. */
export function sizeOf (value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2
  if (typeof value !== 'object' || value === null) return fieldBytes
  let bytes = fieldBytes
  for (const inner of Array.isArray(value) ? value : Object.values(value)) bytes += fieldBytes + sizeOf(inner)
  return bytes
}
