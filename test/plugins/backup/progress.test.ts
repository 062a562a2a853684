/** How far a backup is: of how many users, from the beginning on. */
import t from 'tap'
import { backUp } from '../../../plugins/backup/ndjson/nightly.ts'
import { createBackupState } from '../../../plugins/backup/ndjson/state.ts'
import { openEmbedded, temporaryFolder } from '../../services/embedded.ts'

t.test('each user is counted towards all of them', async t => {
  const { call, app } = await openEmbedded(t)
  for (const user of ['ada', 'ben']) {
    await call('POST', '/api/v1/memories', { user_id: user, text: `${user} sings.`, infer: false })
  }
  const folder = await temporaryFolder(t)
  const { follow, state } = createBackupState(folder, true, 3)
  const seen: Array<[number, number | null] | null> = []
  const look = async () => {
    const { running } = await state()
    seen.push(running && [running.users, running.total])
  }
  await follow(async done => {
    await look()
    const steps: Array<[number, number]> = []
    await backUp(app.store, folder, 1, () => {}, (users, total) => steps.push([users, total]))
    t.same(steps, [[0, 2], [1, 2], [2, 2]])
    done(1, 2)
    await look()
  })
  await look()
  t.same(seen, [[0, null], [1, 2], null])
  t.match((await state()).last, { users: 2 })
})
