/**
 * The plate is the truth: for scripted histories, what its rectangles hold at each cell of (true on × known on) is what
 * the service answers there, by listing and by search.
 */
import t from 'tap'
import { holds, rectanglesOf } from '../../dashboard/src/views/plate/rectangles.ts'
import type { Interval } from '../../dashboard/src/api/shapes.ts'
import type { Embedded } from '../services/embedded.ts'
import { databases } from './service.ts'

interface Person {
  add: (text: string, body?: object) => Promise<string>
  tell: (session: string, content: string, at: string) => Promise<string>
  post: (path: string, body?: object) => Promise<void>
  patch: (id: string, body: object) => Promise<string>
  remove: (id: string) => Promise<void>
}

/** What happens to one person; the next event begins a millisecond later at least. */
const histories: Record<string, (person: Person) => Promise<unknown>> = {
  async 'told' ({ add }) {
    await add('The harbour opens at nine.', { valid_at: '2026-01-05' })
  },
  async 'learned late' ({ add }) {
    await add('The harbour was dredged.', { valid_at: '2019-06-01', invalid_at: '2021-02-03' })
  },
  async 'ended by what took its place' ({ tell }) {
    await tell('s1', 'I live in Berlin.', '2026-01-01T09:00:00Z')
    await tell('s2', 'I moved to Hamburg.', '2026-02-01T09:00:00Z')
    await tell('s3', 'I moved to Bremen.', '2026-03-01T09:00:00Z')
  },
  async 'told in the wrong order' ({ tell }) {
    await tell('s1', 'I live in Hamburg.', '2026-03-01T09:00:00Z')
    await tell('s2', 'I live in Berlin.', '2026-01-01T09:00:00Z')
  },
  async 'corrected' ({ add, patch }) {
    const id = await add('The meeting is in room 3.', { valid_at: '2026-01-01' })
    await patch(await patch(id, { text: 'The meeting is in room 5.' }), { valid_at: '2026-02-01' })
  },
  async 'retired and restored' ({ add, post }) {
    const id = await add('The lease of the flat.', { valid_at: '2025-01-01', invalid_at: '2199-03-01' })
    await post(`${id}/retire`, { reason: 'The tenant moved out.' })
    await post(`${id}/restore`)
  },
  async 'restored twice' ({ add, post }) {
    const id = await add('The kiln is in the yard.', { valid_at: '2025-01-01' })
    for (let round = 0; round < 2; round++) {
      await post(`${id}/retire`, { reason: 'It is gone.' })
      await post(`${id}/restore`)
    }
  },
  async 'restored in place of what had replaced it' ({ tell, post }) {
    const id = await tell('s1', 'I live in Berlin.', '2026-01-01T09:00:00Z')
    await tell('s2', 'I moved to Hamburg.', '2026-02-01T09:00:00Z')
    await post(`${id}/restore`, { replace: true })
  },
  async 'yet to begin, then called off' ({ add, post }) {
    const id = await add('The bridge is closed.', { valid_at: '2199-01-01', invalid_at: '2199-02-01' })
    await post(`${id}/retire`, { reason: 'It stays open.' })
  },
  async 'an end that was moved' ({ add, patch }) {
    const id = await add('The pass is valid.', { valid_at: '2025-01-01', invalid_at: '2026-01-01' })
    await patch(id, { invalid_at: '2027-01-01' })
    await patch(id, { invalid_at: null })
  },
  async 'its successor deleted' ({ tell, remove }) {
    await tell('s1', 'I live in Berlin.', '2026-01-01T09:00:00Z')
    await remove(await tell('s2', 'I moved to Hamburg.', '2026-02-01T09:00:00Z'))
  },
  async 'forgotten' ({ add, remove }) {
    await add('The shop sells rope.', { valid_at: '2025-01-01' })
    await remove(await add('The shop sells tar.', { valid_at: '2025-01-01' }))
  },
  async 'pinned' ({ tell, post }) {
    await post(`${await tell('s1', 'I live in Berlin.', '2026-01-01T09:00:00Z')}/pin`)
    await tell('s2', 'I moved to Hamburg.', '2026-02-01T09:00:00Z')
  },
  async 'a conversation taken back' ({ tell, post }) {
    await tell('s1', 'I live in Berlin.', '2026-01-01T09:00:00Z')
    await tell('s2', 'I moved to Hamburg.', '2026-02-01T09:00:00Z')
    await post('../changes/undo', { session_id: 's2' })
  }
}

async function tick (): Promise<void> {
  const now = Date.now()
  while (Date.now() === now) await new Promise(setImmediate)
}

function personOf ({ app }: Embedded, user: string): Person {
  const base = '/api/v1/memories'
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, body: object) => {
    await tick()
    const answer = await app.inject({ method, url, payload: { user_id: user, ...body } })
    if (answer.statusCode !== 200) throw new Error(`${method} ${url}: ${answer.body}`)
    await tick()
    return answer.json<{ id: string, results: Array<{ id: string }> }>()
  }
  return {
    add: async (text, body = {}) => (await send('POST', base, { text, infer: false, ...body })).id,
    tell: async (session, content, at) =>
      (await send('POST', `${base}/from-conversation`, {
        session_id: session,
        messages: [{ role: 'user', content, created_at: at }]
      })).results[0]?.id ?? '',
    post: async (path, body = {}) => {
      await send('POST', new URL(`${base}/${path}`, 'http://any').pathname, body)
    },
    patch: async (id, body) => (await send('PATCH', `${base}/${id}`, body)).id,
    remove: async id => {
      await send('DELETE', base, { memory_ids: [id] })
    }
  }
}

const iso = (time: number): string => new Date(time).toISOString()

/** Each edge, and the last moment before it. */
function pointsOf (edges: number[]): number[] {
  return [...new Set(edges.filter(Number.isFinite).flatMap(edge => [edge - 1, edge]))].sort((a, b) => a - b)
}

async function listed ({ call }: Embedded, user: string, asOf: number, knownAt: number): Promise<string[]> {
  const { body } = await call<{ items: Array<{ id: string }> }>(
    'GET',
    `/api/v1/memories?user_id=${user}&size=100&as_of=${iso(asOf)}&known_at=${iso(knownAt)}`
  )
  return body.items.map(({ id }) => id).sort()
}

async function found (service: Embedded, user: string, query: string, asOf: number, knownAt: number) {
  const { body } = await service.call<{ results: Array<{ id: string, similar_ids: string[] }> }>(
    'POST',
    '/api/v1/memories/search',
    { user_id: user, query, mode: 'text', top_k: 50, as_of: iso(asOf), known_at: iso(knownAt) }
  )
  return body.results.flatMap(({ id, similar_ids: similar }) => [id, ...similar]).sort()
}

for (const { name, missing, open } of databases) {
  t.test(`the plate on ${name}`, { skip: missing() ?? false }, async t => {
    const service = await open(t)
    for (const [index, [history, happens]] of Object.entries(histories).entries()) {
      const user = `person-${index}`
      await happens(personOf(service, user))
      const { body } = await service.call<{ items: Interval[] }>('GET', `/api/v1/timeline?user_id=${user}&size=1000`)
      const rectangles = rectanglesOf(body.items)
      const words = body.items.map(({ memory }) => memory).join(' ')
      const across = pointsOf(rectangles.flatMap(({ validFrom, validTo }) => [validFrom, validTo]))
      const upwards = pointsOf(rectangles.flatMap(({ from, to }) => [from, to]))
      t.ok(across.length > 0, `${history}: there is something on the plate`)
      const wrong: string[] = []
      let cells = 0
      for (const asOf of across) {
        for (const knownAt of upwards) {
          const held = rectangles.filter(one => holds(one, { asOf, knownAt })).map(({ interval }) => interval.id).sort()
          const cell = `true on ${iso(asOf)}, known on ${iso(knownAt)}`
          const inList = await listed(service, user, asOf, knownAt)
          if (String(inList) !== String(held)) wrong.push(`${cell}: the list has ${inList}, the plate ${held}`)
          const hits = await found(service, user, words, asOf, knownAt)
          if (String(hits) !== String(held)) wrong.push(`${cell}: the search has ${hits}, the plate ${held}`)
          cells++
        }
      }
      t.same(wrong.slice(0, 5), [], `${history}: ${cells} cells`)
    }
  })
}
