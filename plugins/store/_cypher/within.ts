/** The timeout of a statement: a database that hangs keeps its sockets and answers nothing. */
import createError from '@fastify/error'

/** The longest statements take seconds, apart from those that make indexes. */
export const statementTimeoutMs = 60_000

export const NoAnswer = createError('no_answer', 'it gave no answer within %s s', 503)

export async function within<T> (ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(ms / 1000)), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
