/**
 * SIGKILL of the service, of the database or of both at random moments, under writers of every kind: what was
 * acknowledged is there afterwards, once, and what was deleted stays deleted.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../conformance/store/suite.ts'
import { call, startService, until, type Running } from '../services/running.ts'
import { startStore } from '../services/stores.ts'
import type { Torture } from './run.ts'

const users = ['ada', 'bob', 'eve']
const writersAUser = 2
/** A database that was killed is back, and the service with it, within this time. */
const recoveryMs = 120_000

/** What became of one memory, by its id. */
type Fate = 'kept' | 'deleted' | 'unknown'

interface Listed {
  items: Array<{ id: string, content: string, is_current: boolean }>
  pages: number
}

export const crash: Torture = async ({ t, folder, seed, rounds, store }) => {
  const next = random(seed)
  const { variables, server } = await startStore(t, store, { durable: true })
  const victims = server === null ? ['service'] : ['service', 'database', 'both']
  const fates = new Map<string, { owner: string, fate: Fate }>()
  const figures = { kills: 0, ofDatabase: 0, sent: 0, acknowledged: 0, lost: 0, returned: 0, twice: 0 }
  const start = async () => await startService(t, folder, { SVC_Cache__Enabled: 'false', ...variables })
  let service = await start()
  for (let round = 0; round < rounds; round++) {
    const victim = victims[Math.floor(next() * victims.length)]
    let ended = false
    const writing = users.flatMap(user =>
      Array.from({ length: writersAUser }, async () => await write(service, user, () => ended))
    )
    // A kill before anything was acknowledged proves nothing.
    const before = figures.acknowledged
    for (let waited = 0; figures.acknowledged < before + 5 && waited < recoveryMs; waited += 10) await pause(10)
    await pause(next() * 400)
    if (victim !== 'database') await service.stop('SIGKILL')
    if (victim !== 'service') {
      await server?.kill()
      figures.ofDatabase++
      // The writers meet the missing database.
      await pause(next() * 200)
      await server?.start()
    }
    figures.kills++
    ended = true
    await Promise.all(writing)
    if (victim !== 'database') service = await start()
    const { url } = service
    await until(async () => (await fetch(`${url}/api/health`)).status, status => status === 200, recoveryMs)
  }
  for (const user of users) await check(service, user)
  await service.stop()
  return { ...figures, faults: figures.lost + figures.returned + figures.twice }

  async function write ({ url }: Running, user: string, ended: () => boolean): Promise<void> {
    const own: string[] = []
    const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object) => {
      figures.sent++
      const given = { user_id: user, ...body }
      const answer = await call<Answer>(`${url}/api/v1/memories${path}`, method, given).catch(() => null)
      if (answer?.status !== 200) {
        // While the database is away there is no point in asking as fast as it can refuse.
        await pause(100)
        return null
      }
      figures.acknowledged++
      return answer.body
    }
    const keep = (ids: string[]): void => {
      own.push(...ids)
      for (const id of ids) fates.set(id, { owner: user, fate: 'kept' })
    }
    while (!ended()) {
      const text = `Note ${figures.sent} of ${user} about the harbour.`
      const kind = next()
      if (kind < 0.4) keep(idsOf(await send('POST', '', { text, infer: kind < 0.1 })))
      else if (kind < 0.6) {
        const texts = [1, 2, 3].map(place => `${text} Part ${place}.`)
        keep(idsOf(await send('POST', '/batch', { texts })))
      } else if (kind < 0.75) {
        const messages = [{ role: 'user', content: `I bought boat ${figures.sent} in Porto. ${text}` }]
        keep(idsOf(await send('POST', '/from-conversation', { messages, session_id: `s${figures.sent}` })))
      } else if (own.length > 0) {
        const id = own.splice(Math.floor(next() * own.length), 1)[0] as string
        if (kind < 0.85) keep(idsOf(await send('PATCH', `/${id}`, { text: `${text} Edited.` })))
        else {
          fates.set(id, { owner: user, fate: 'unknown' })
          const answer = await send('DELETE', '', { memory_ids: [id] })
          if (answer !== null) fates.set(id, { owner: user, fate: 'deleted' })
        }
      }
    }
  }

  async function check ({ url }: Running, user: string): Promise<void> {
    const found = new Set<string>()
    const current = new Map<string, number>()
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = `user_id=${user}&size=100&page=${page}&include_superseded=true`
      const { body } = await call<Listed>(`${url}/api/v1/memories?${query}`, 'GET')
      pages = body.pages
      for (const { id, content, is_current: isCurrent } of body.items) {
        found.add(id)
        if (isCurrent) current.set(content, (current.get(content) ?? 0) + 1)
      }
    }
    for (const [id, { owner, fate }] of fates) {
      if (owner !== user) continue
      if (fate === 'kept' && !found.has(id)) figures.lost++
      if (fate === 'deleted' && found.has(id)) figures.returned++
    }
    for (const count of current.values()) if (count > 1) figures.twice++
  }
}

interface Answer {
  id?: string
  event?: string
  results?: Array<{ id: string | null, event: string }>
}

/** Ids that the answer says are new. A duplicate is another writer's, who may delete it. */
function idsOf (answer: Answer | null): string[] {
  const facts = answer === null ? [] : answer.results ?? [{ id: answer.id ?? null, event: answer.event ?? 'ADD' }]
  return facts.flatMap(({ id, event }) => id !== null && ['ADD', 'UPDATE', 'SUPERSEDE'].includes(event) ? [id] : [])
}
