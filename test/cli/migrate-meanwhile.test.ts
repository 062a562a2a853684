/** A migration ends, whatever the first store holds and whoever deletes in it meanwhile. */
import { join } from 'node:path'
import t from 'tap'
import { move } from '../../cli/migrate.ts'
import type { Backup } from '../../domain/capabilities/backup.ts'
import { openEmbedded, settingsFile, temporaryFolder, type Embedded } from '../services/embedded.ts'
import { runCommand } from '../services/running.ts'

async function told ({ call }: Embedded, text: string): Promise<string> {
  const { body } = await call<{ results: Array<{ id: string }> }>('POST', '/api/v1/memories', {
    user_id: 'ada',
    text,
    infer: false
  })
  return String(body.results[0]?.id)
}

const activeOf = async ({ app }: Embedded) => (await app.store.stats('ada')).memories.active

t.test('what is deleted in the first store while it is read does not keep the migration from ending', async t => {
  const [source, target] = [await openEmbedded(t), await openEmbedded(t)]
  const other = await told(target, 'Ada had a note of her own there.')
  const ids = [await told(source, 'Ada lives in Rome.'), await told(source, 'Ada sings in a choir.')]
  await source.app.memory.settled('ada')
  await target.app.memory.settled('ada')

  // The first reading is whole before its first memory goes; the second finds one fewer, and so on.
  const deleting = {
    ...source.app.backup,
    async *export (userId: string) {
      const lines: string[] = []
      for await (const line of source.app.backup.export(userId)) lines.push(line)
      const id = ids.pop()
      if (id !== undefined) await source.call('DELETE', '/api/v1/memories', { user_id: userId, memory_ids: [id] })
      await source.app.memory.settled(userId)
      yield* lines
    }
  } satisfies Backup
  const here = { store: source.app.store, backup: deleting }
  const left = await move('ada', here, target.app, false)
  t.match(left, /memory 0 here, 1 there/, 'what was there before is not removed unasked')
  t.equal((await target.app.store.get('ada', [other])).length, 1)
  t.equal(await move('ada', here, target.app, true), null, 'and with --prune both agree')
  t.equal(await activeOf(target), 0)
})

t.test('texts that held NUL are moved once, and the migration ends', async t => {
  const folder = await temporaryFolder(t)
  const source = await openEmbedded(t, { SVC_Sqlite__Path: join(folder, 'old.db') }, folder)
  for (const text of ['The code is a\u0000b.', 'the code is a\ufffdb', 'The code is a\u0000b']) await told(source, text)
  await source.app.memory.settled('ada')
  t.equal(await activeOf(source), 1, 'one text')
  const command = ['migrate', '--from', await settingsFile(folder, 'old'), '--to', await settingsFile(folder, 'new')]
  const first = await runCommand(command, folder)
  t.match(first, { code: 0, out: /counts and checksums agree/ }, first.err)
  t.match(await runCommand(command, folder), { code: 0, out: /is there already/ })

  const target = await openEmbedded(t, { SVC_Sqlite__Path: join(folder, 'new.db') }, folder)
  await told(target, 'The code is a\u0000b.')
  t.equal(await activeOf(target), 1, 'and told again it is known')
})
