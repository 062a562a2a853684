import t from 'tap'
import { connect as socketTo } from 'node:net'
import { connect } from '../../../plugins/store/falkordb/connection.ts'
import { mergeWhen } from '../../../plugins/store/falkordb/merge.ts'
import { cypher } from '../../../plugins/store/_cypher/cypher.ts'
import { falkordbMissing, startFalkordb } from '../../services/falkordb.ts'
import { until } from '../../services/running.ts'

t.setTimeout(120_000)

t.test('a merge is due after 2,000 nodes and edges without a deletion, once', async t => {
  const due = mergeWhen()
  t.notOk(due(['Nodes created: 1200', 'Properties set: 9000', 'Query internal execution time: 1.2 milliseconds']))
  t.notOk(due(['Nodes created: 300', 'Relationships created: 499']))
  t.ok(due(['Labels added: 7', 'Nodes created: 1']))
  t.notOk(due(['Nodes created: 1999']), 'counted anew')
  t.notOk(due(['Relationships deleted: 1']), 'a deletion has merged all before it')
  t.notOk(due(['Nodes created: 1999']))
  t.ok(due(['Nodes created: 1']))
})

const missing = falkordbMissing()
if (missing) t.pass('FalkorDB', { skip: missing })
else {
  await t.test('the server is asked to merge, which leaves nothing behind', async t => {
    const server = await startFalkordb()
    t.teardown(() => server.stop())
    const node = { host: '127.0.0.1', port: server.port }
    const connections = await connect({ nodes: [node], password: '' }, 5000)
    t.teardown(() => connections.close())
    const graph = connections.graph('merged')
    const monitor = socketTo(node)
    t.teardown(() => monitor.destroy())
    let seen = ''
    monitor.on('data', data => {
      seen += String(data)
    })
    monitor.write('MONITOR\r\n')
    await until(async () => seen, text => text.includes('+OK'))
    const add = async (count: number, mark: string): Promise<number> => {
      await graph.write([{
        body: cypher`
      UNWIND $rows AS x
      CREATE (:Thing {row: x, mark: $mark})`,
        parameters: { rows: Array.from({ length: count }, (_, row) => row), mark }
      }])
      // The server prints statements in their order: none of what came before is still to come.
      await until(async () => seen, text => text.includes(mark))
      return seen.split('DELETE nothing').length - 1
    }
    t.equal(await add(1500, 'first'), 0)
    await add(500, 'second')
    t.equal(await add(1500, 'third'), 1)
    await graph.write([{
      body: cypher`
      MATCH (x:Thing {row: 7, mark: $mark})
      DELETE x`,
      parameters: { mark: 'third' }
    }])
    await add(1500, 'fourth')
    t.equal(await add(1, 'fifth'), 1)
    const rows = await graph.read(cypher`
      MATCH (x)
      RETURN labels(x) AS label, count(x) AS many`)
    t.same(rows, [{ label: ['Thing'], many: 5000 }])
  })
}
