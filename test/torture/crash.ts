/** SIGKILL at random moments under writers of several kinds: what was acknowledged is there afterwards, once. */
import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../conformance/store/suite.ts'
import { call, startService, type Running } from '../services/running.ts'
import type { Torture } from './run.ts'

const users = ['ada', 'bob', 'eve']
const writersAUser = 2

export const crash: Torture = async ({ t, folder, seed, rounds }) => {
  const next = random(seed)
  const acknowledged = new Map<string, string>()
  let sent = 0
  let lost = 0
  let twice = 0
  for (let kill = 0; kill < rounds; kill++) {
    const service = await startService(t, folder, { SVC_Server__LogLevel: 'info', SVC_Cache__Enabled: 'false' })
    let killed = false
    const writing = users.flatMap(user =>
      Array.from({ length: writersAUser }, () => write(service, user, () => killed))
    )
    // A kill before anything was acknowledged proves nothing.
    const before = acknowledged.size
    for (let waited = 0; acknowledged.size < before + 5 && waited < 10_000; waited += 10) await pause(10)
    await pause(next() * 400)
    killed = true
    await service.stop('SIGKILL')
    await Promise.all(writing)
  }
  const service = await startService(t, folder)
  for (const user of users) {
    const stored = new Map<string, number>()
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await call<{ items: Array<{ content: string }>, pages: number }>(
        `${service.url}/api/v1/memories?user_id=${user}&size=100&page=${page}`,
        'GET'
      )
      pages = body.pages
      for (const { content } of body.items) stored.set(content, (stored.get(content) ?? 0) + 1)
    }
    for (const [text, owner] of acknowledged) if (owner === user && !stored.has(text)) lost++
    for (const count of stored.values()) if (count > 1) twice++
  }
  await service.stop()
  return { kills: rounds, sent, acknowledged: acknowledged.size, lost, twice }

  async function write ({ url }: Running, user: string, ended: () => boolean): Promise<void> {
    while (!ended()) {
      const text = `Note ${++sent} of ${user} about the harbour.`
      const infer = next() < 0.3
      const answer = await call(`${url}/api/v1/memories`, 'POST', { user_id: user, text, infer }).catch(() => null)
      if (answer?.status === 200 && !infer) acknowledged.set(text, user)
    }
  }
}
