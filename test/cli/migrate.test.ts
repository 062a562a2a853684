/** Migration between two kinds of database, on a real FalkorDB, stopped half way by a real SIGKILL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { NewMemory } from '../../domain/nouns.ts'
import { newMemory } from '../conformance/store/suite.ts'
import { openEmbedded, settingsFile, temporaryFolder, type Embedded } from '../services/embedded.ts'
import { falkordbMissing, startFalkordb } from '../services/falkordb.ts'
import { runCommand, until } from '../services/running.ts'

const cli = fileURLToPath(new URL('../../cli/cli.js', import.meta.url))
const many = 3_000

async function fill ({ app: { store, embedder }, call, app }: Embedded): Promise<void> {
  await call('POST', '/api/v1/memories/from-conversation', {
    user_id: 'ada',
    session_id: 's',
    messages: [{ role: 'user', content: 'I live in Berlin. My sister Eva works at Acme.' }, {
      role: 'user',
      content: 'I moved from Berlin to Lisbon.'
    }]
  })
  await app.memory.settled('ada')
  for (let start = 0; start < many; start += 500) {
    const texts = Array.from({ length: 500 }, (_, place) => `Numbered note ${start + place} in the blue folder`)
    const vectors = await embedder.embed(texts)
    await store.commit({ userId: 'ada', add: texts.map((text, place) => memory(text, vectors[place] as Float32Array)) })
  }
}

const memory = (text: string, embedding: Float32Array): NewMemory =>
  newMemory('ada', text, {
    app: 'desk',
    tags: ['t'],
    metadata: { n: 1.5 },
    createdAt: Date.now(),
    validAt: Date.now() - 1_000,
    embedding
  })

t.test(
  'from the embedded store to FalkorDB and back: killed half way, completed by running it again, the same at the end',
  { skip: falkordbMissing() ?? false },
  async t => {
    const falkordb = await startFalkordb()
    t.teardown(falkordb.stop)
    const folder = await temporaryFolder(t)
    const service = await openEmbedded(t, {}, folder)
    await fill(service)
    const digest = await service.app.backup.digest('ada', { vectors: true })
    await service.app.close()

    const settings = async (name: string, store: object) => {
      const path = join(folder, name)
      await writeFile(
        path,
        JSON.stringify({
          ...store,
          Embedding: { Provider: 'builtin', Dimensions: 256 },
          Distill: { Provider: 'rules' },
          Rerank: { Provider: 'none' },
          Cache: { Enabled: false }
        })
      )
      return path
    }
    const embedded = await settings('embedded.json', {
      Database: { Provider: 'embedded' },
      Sqlite: { Path: join(folder, 'palimpsest.db') }
    })
    const graph = await settings('graph.json', {
      Database: { Provider: 'graphdb_a' },
      GraphDbA: { Host: `127.0.0.1:${falkordb.port}` }
    })
    const target = await openEmbedded(t, {
      SVC_Database__Provider: 'graphdb_a',
      SVC_GraphDbA__Host: `127.0.0.1:${falkordb.port}`
    }, await temporaryFolder(t))
    const moved = async (): Promise<number> => (await target.app.store.stats('ada')).memories.active

    const child = spawn(process.execPath, [cli, 'migrate', '--from', embedded, '--to', graph], {
      cwd: folder,
      stdio: 'ignore'
    })
    await until(moved, count => count > 0, 60_000)
    child.kill('SIGKILL')
    await once(child, 'close')
    const half = await moved()
    t.ok(half > 0 && half < many, `${half} of ${many} were there when it was killed`)

    const { code, out, err } = await runCommand(['migrate', '--from', embedded, '--to', graph], folder)
    t.equal(code, 0, err)
    t.match(out, /counts and checksums agree/)
    t.match(await target.app.backup.digest('ada', { vectors: true }), { counts: digest.counts, sums: digest.sums })
    const found = await target.call<{ results: Array<{ content: string }> }>('POST', '/api/v1/memories/search', {
      user_id: 'ada',
      query: 'Where do I live? Lisbon',
      top_k: 3
    })
    t.match(found.body.results[0]?.content, /Lisbon/)

    const back = await settings('back.json', {
      Database: { Provider: 'embedded' },
      Sqlite: { Path: join(folder, 'back.db') }
    })
    const again = await runCommand(['migrate', '--from', graph, '--to', back], folder)
    t.equal(again.code, 0, again.err)
    const home = await openEmbedded(t, { SVC_Sqlite__Path: join(folder, 'back.db') }, folder)
    t.same(await home.app.backup.digest('ada', { vectors: true }), digest)
  }
)

t.test('what was deleted in the first store after a migration is removed from the second with --prune', async t => {
  const folder = await temporaryFolder(t)
  const migrate = async (...more: string[]) =>
    await runCommand([
      'migrate',
      '--from',
      await settingsFile(folder, 'old'),
      '--to',
      await settingsFile(folder, 'new'),
      ...more
    ], folder)
  const old = await openEmbedded(t, { SVC_Sqlite__Path: join(folder, 'old.db') }, folder)
  const ids: string[] = []
  for (const content of ['I live in Berlin. My sister Eva works at Acme.', 'I moved from Berlin to Lisbon.']) {
    const { body } = await old.call<{ results: Array<{ id: string }> }>('POST', '/api/v1/memories/from-conversation', {
      user_id: 'ada',
      session_id: 's',
      messages: [{ role: 'user', content }]
    })
    ids.push(...body.results.map(({ id }) => id))
  }
  await old.app.memory.settled('ada')
  t.match(await migrate(), { code: 0 })

  await old.call('DELETE', '/api/v1/memories', { user_id: 'ada', memory_ids: [ids.at(-1)] })
  await old.app.memory.settled('ada')
  const stays = await migrate()
  t.equal(stays.code, 1, 'nothing is removed unasked')
  t.match(stays.err, /memory \d+ here, \d+ there.*--prune/s)
  const pruned = await migrate('--prune')
  t.equal(pruned.code, 0, pruned.err)
  t.match(pruned.out, /1 memories that were only there are removed/)
  t.match(await migrate(), { code: 0, out: /is there already/ })
})
