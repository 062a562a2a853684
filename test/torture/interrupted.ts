/**
 * SIGKILL at a random moment of work that takes several steps: an import of many batches, a backup, a migration, a
 * re-embedding. Done again it is whole, and nothing is there twice.
 */
import { writeFile } from 'node:fs/promises'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../conformance/store/suite.ts'
import { embeddedSettings, environmentIn } from '../services/embedded.ts'
import { call, runCommand, startService, until, type Running } from '../services/running.ts'
import { modelsFrom, startScriptedServer } from '../services/scripted-openai.ts'
import { startStore } from '../services/stores.ts'
import type { Torture } from './run.ts'

const many = 600
const notes = Array.from({ length: many }, (_, place) => `Numbered note ${place} in the blue folder.`)
/** What a command needs to load before it works. */
const startMs = 700

/** `rounds`: how often each of the four is interrupted. */
export const interrupted: Torture = async ({ t, folder, seed, rounds, store }) => {
  const next = random(seed)
  const { variables } = await startStore(t, store, { durable: true })
  const models = await startScriptedServer()
  t.teardown(models.close)
  const usual = { SVC_Cache__Enabled: 'false', ...variables }
  const figures = { kills: 0, halfDone: 0, lost: 0, twice: 0, faults: 0 }
  const fault = (what: string): void => {
    figures.faults++
    console.error(what)
  }
  const start = async (more: Record<string, string> = {}) => await startService(t, folder, { ...usual, ...more })

  /** Each note once. */
  const check = async (service: Running, user: string, what: string): Promise<void> => {
    const texts = await textsOf(service, user)
    const missing = notes.filter(note => !texts.includes(note)).length
    const repeated = texts.length - new Set(texts).size
    figures.lost += missing
    figures.twice += repeated
    if (missing > 0 || repeated > 0) fault(`${what} of ${user}: ${missing} are missing, ${repeated} are there twice`)
  }

  let service = await start()
  await call(`${service.url}/api/v1/memories/batch`, 'POST', { user_id: 'origin', texts: notes })
  await check(service, 'origin', 'filling')
  const exported = await (await fetch(`${service.url}/api/v1/export?user_id=origin`)).text()

  for (let round = 0; round < rounds; round++) {
    const user = `copy ${round}`
    const send = async () =>
      await fetch(`${service.url}/api/v1/import?user_id=${encodeURIComponent(user)}&mode=skip`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: exported
      }).then(({ status }) => status, () => 0)
    const sending = send()
    await pause(next() * 600)
    await service.stop('SIGKILL')
    killed(await sending !== 200)
    service = await start()
    if (await send() !== 200) fault(`the import of ${user} is not taken again`)
    await check(service, user, 'import')
  }

  for (let round = 0; round < rounds; round++) {
    await runCommand(['backup', '--settings', embeddedSettings], folder, usual)
    const { code } = await runCommand(
      ['backup', '--settings', embeddedSettings],
      folder,
      usual,
      startMs + Math.round(next() * 2_000)
    )
    killed(code !== 0)
    const home = join(folder, `restored-${round}`)
    const fresh = { SVC_Sqlite__Path: `${home}.db` }
    const restored = await runCommand(['restore', '--settings', embeddedSettings], folder, fresh)
    if (restored.code !== 0) fault(`restore: ${restored.err}`)
    const there = await startService(t, folder, { SVC_Cache__Enabled: 'false', ...fresh })
    await check(there, 'origin', 'backup and restore')
    await there.stop()
  }

  await service.stop()
  for (let round = 0; round < rounds; round++) {
    const home = join(folder, `migrated-${round}`)
    mkdirSync(home)
    const from = await settingsFile(join(home, 'from.json'), { ...environmentIn(folder), ...usual })
    const to = await settingsFile(join(home, 'to.json'), environmentIn(home))
    const work = ['migrate', '--from', from, '--to', to]
    const { code } = await runCommand(work, home, {}, startMs + Math.round(next() * 3_000))
    killed(code !== 0)
    const again = await runCommand(work, home)
    if (again.code !== 0) fault(`migrate: ${again.err.slice(-500)}`)
    const there = await startService(t, home)
    await check(there, 'origin', 'migration')
    await there.stop()
  }

  for (let round = 0; round < rounds; round++) {
    const model = modelsFrom(models.url)
    const settings = {
      ...Object.fromEntries(Object.entries(model).filter(([name]) => name.startsWith('SVC_Embedding'))),
      SVC_Embedding__HostedA__Model: `model-${round}`,
      SVC_Embedding__SkipDimensionGuard: 'true'
    }
    service = await start(settings)
    await fetch(`${service.url}/api/v1/debug/reindex-vectors?wait=false`, { method: 'POST' })
    await pause(next() * 1_000)
    const progress = async () =>
      (await call<{ state: string, model: string }>(`${service.url}/api/v1/debug/reindex-vectors`, 'GET')).body
    killed((await progress()).state === 'running')
    await service.stop('SIGKILL')
    service = await start(settings)
    const health = async () => (await call<Health>(`${service.url}/api/health`, 'GET')).body.checks.indexes
    const done = await until(health, ({ ok, model }) => ok && model === `model-${round}`, 90_000).catch(String)
    if (typeof done === 'string') fault(`re-embedding: ${done}`)
    for (const note of [notes[3], notes[many - 1]]) {
      const { body } = await call<{ results: Array<{ content: string }> }>(
        `${service.url}/api/v1/memories/search`,
        'POST',
        {
          user_id: 'origin',
          query: note,
          mode: 'vector'
        }
      )
      if (!body.results?.some(({ content }) => content === note)) fault(`${note} is not found by its vector`)
    }
    await check(service, 'origin', 're-embedding')
    await service.stop()
  }
  return figures

  function killed (halfDone: boolean): void {
    figures.kills++
    if (halfDone) figures.halfDone++
  }
}

interface Health {
  checks: { indexes: { ok: boolean, model: string } }
}

async function textsOf ({ url }: Running, user: string): Promise<string[]> {
  const texts: string[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = `user_id=${encodeURIComponent(user)}&size=100&page=${page}`
    const { body } = await call<{ items: Array<{ content: string }>, pages: number }>(
      `${url}/api/v1/memories?${query}`,
      'GET'
    )
    pages = body.pages
    texts.push(...body.items.map(({ content }) => content))
  }
  return texts
}

/** What the variables say, as a file. */
async function settingsFile (path: string, variables: Record<string, string>): Promise<string> {
  const settings: Record<string, unknown> = {
    Database: { Provider: 'embedded' },
    Embedding: { Provider: 'builtin', Dimensions: 256 },
    Distill: { Provider: 'rules' }
  }
  for (const [name, value] of Object.entries(variables)) {
    const [section = '', key = ''] = name.replace('SVC_', '').split('__')
    const given = value === 'true' ? true : value === 'false' ? false : value
    settings[section] = { ...settings[section] as object, [key]: key === 'Port' ? Number(given) : given }
  }
  await writeFile(path, JSON.stringify(settings))
  return path
}
