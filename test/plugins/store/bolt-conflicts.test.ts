/**
 * What Memgraph says of two writers that met, and of its version, from a scripted server: the words are those of its
 * source, the server is not.
 */
import t, { type Test } from 'tap'
import { connect } from '../../../plugins/store/bolt/connection.ts'
import { createBoltStore } from '../../../plugins/store/bolt/index.ts'
import { startScriptedBolt, type Scripted } from '../../services/scripted-bolt.ts'

const code = 'Memgraph.ClientError.MemgraphError.MemgraphError'
const done: Scripted = { column: 'one', values: ['1'] }

/** A connection to a server that answers every statement so. */
async function opened (t: Test, answer: (statement: string) => Scripted) {
  const server = await startScriptedBolt(answer)
  const { graph: of } = await connect({ url: server.url, username: '', password: '', maxPoolSize: 2 }, 10_000)
  const graph = of('')
  t.teardown(async () => {
    await graph.close()
    await server.close()
  })
  return graph
}

for (
  const message of [
    'Unable to commit due to unique constraint violation on :User(uid)',
    'Cannot resolve conflicting transactions. You can retry this transaction when the conflicting transaction is ' +
    'finished. (serialization error)'
  ]
) {
  t.test(`written again: ${message.slice(0, 40)}`, async t => {
    let asked = 0
    const graph = await opened(t, () => ++asked <= 2 ? { code, message } : done)
    t.strictSame(await graph.write([{ body: 'RETURN "1" AS one', parameters: {} }]), [{ one: '1' }])
    t.equal(asked, 3)
  })
}

t.test('any other failure is said at once', async t => {
  let asked = 0
  const graph = await opened(t, () => {
    asked++
    return { code, message: 'Unbound variable: x.' }
  })
  await t.rejects(graph.read('RETURN x'), { message: /Unbound variable/ })
  t.equal(asked, 1)
})

t.test('a Memgraph that is too old is refused before anything else is asked', async t => {
  const asked: string[] = []
  const server = await startScriptedBolt(statement => {
    asked.push(statement)
    return { column: 'version', values: ['3.1.0'] }
  })
  t.teardown(server.close)
  await t.rejects(createBoltStore({ Url: server.url }), {
    code: 'setting_invalid',
    message: 'GraphDbB:Url (SVC_GraphDbB__Url): Memgraph 3.1.0 is too old; 3.1.1 or newer is needed.'
  })
  t.strictSame(asked, ['SHOW VERSION'])
})
