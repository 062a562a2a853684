/** What an operator sees: the command as it is run, one line on the error channel, and an exit code that is not 0. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../../../domain/package-root.ts'
import { falkordbMissing, startFalkordb } from '../../services/falkordb.ts'

async function serve (settings: Record<string, string>): Promise<{ code: number, lines: string[] }> {
  const child = spawn(process.execPath, [join(packageRoot, 'dist', 'cli', 'cli.js'), 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      SVC_Server__Port: '0',
      SVC_Server__LogLevel: 'silent',
      SVC_Rerank__Provider: 'none',
      ...settings
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  child.stderr.on('data', bytes => {
    said += bytes
  })
  child.stdout.resume()
  const [code] = await once(child, 'exit') as [number]
  return { code, lines: said.trim().split('\n') }
}

t.setTimeout(120_000)

const wrong: Array<[string, Record<string, string>, RegExp]> = [
  [
    'a host without a port',
    { SVC_Database__Provider: 'graphdb_a', SVC_GraphDbA__Host: 'localhost' },
    /GraphDbA:Host \(SVC_GraphDbA__Host\) is "localhost": the port is missing\. .*localhost:6379/
  ],
  [
    'http instead of bolt',
    { SVC_Database__Provider: 'graphdb_b', SVC_GraphDbB__Url: 'http://localhost:7687' },
    /GraphDbB:Url \(SVC_GraphDbB__Url\) is "http:\/\/localhost:7687": http:\/\/ is not a bolt URL\. .*bolt:\/\/localhost:7687/
  ],
  ['no such provider', { SVC_Database__Provider: 'graphdb_c' }, /Database:Provider/]
]
for (const [name, settings, said] of wrong) {
  t.test(name, async t => {
    const { code, lines } = await serve(settings)
    t.not(code, 0)
    t.equal(lines.length, 1, lines.join('\n'))
    t.match(lines[0], said)
  })
}

const missing = falkordbMissing()
t.test('a wrong password', missing ? { skip: missing } : {}, async t => {
  const server = await startFalkordb({ password: 'right' })
  t.teardown(() => server.stop())
  const { code, lines } = await serve({
    SVC_Database__Provider: 'graphdb_a',
    SVC_GraphDbA__Host: `127.0.0.1:${server.port}`,
    SVC_GraphDbA__Password: 'wrong'
  })
  t.not(code, 0)
  t.equal(lines.length, 1, lines.join('\n'))
  t.match(lines[0], /GraphDbA:Password \(SVC_GraphDbA__Password\).*refused the password/)
  t.notMatch(lines[0], /wrong/)
})
