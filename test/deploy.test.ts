/** What the image and the manifests promise, as far as it can be seen without a container engine; deploy/rehearse runs the rest. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../kernel/package-root.ts'
import { temporaryFolder } from './services/embedded.ts'
import { runCommand, startService } from './services/running.ts'
import { freePort } from './services/service.ts'

const at = (...path: string[]) => join(packageRoot, ...path)
const read = async (...path: string[]) => await readFile(at(...path), 'utf8')

t.test('the image: Node 24, two stages, not root, probed, its volumes apart, and the commands on the PATH are there', async t => {
  const dockerfile = (await read('Dockerfile')).replaceAll('\\\n', ' ')
  const stages = dockerfile.split(/^FROM /m).slice(1)
  t.equal(stages.length, 2)
  for (const stage of stages) t.match(stage, /^node:24-slim/)
  const image = stages[1] ?? ''
  t.notMatch(image, /\b(npm|apt|apt-get|curl)\b/, 'nothing is built or installed in it')
  t.equal(/^USER (\S+)/m.exec(image)?.[1], 'node')
  t.match(image, /^HEALTHCHECK .*deploy\/healthcheck\.mjs/m)
  t.match(image, /^VOLUME \["\/app\/cache", "\/data"\]/m)
  for (const [, command = ''] of (/ln -s (.*) \/usr\/local\/bin/.exec(image)?.[1] ?? '').matchAll(/\/app\/(\S+)/g)) await access(at(command), constants.X_OK)
  t.match(image, /bin\/palimpsest .*bin\/mint-key .*\/usr\/local\/bin/)
})

t.test('every command of palimpsest can be the container\'s command', async t => {
  const { out } = await runCommand(['help'], await temporaryFolder(t))
  const commands = [...out.matchAll(/^ {2}([\w-]+)/gm)].map(([, name]) => name)
  const passed = /^\s*(serve\|.*?)\)/m.exec(await read('deploy', 'bin', 'entrypoint'))?.[1]?.split('|')
  t.same(passed?.filter(name => !name.includes('help')).sort(), commands.sort())
})

t.test('the probe of the container tells a service that is well from one that is not there', async t => {
  const probe = async (port: string) => {
    const child = spawn(process.execPath, [at('deploy', 'healthcheck.mjs')], { env: { SVC_Server__Port: port }, stdio: 'ignore' })
    const [code] = await once(child, 'exit') as [number]
    return code
  }
  const { url } = await startService(t, await temporaryFolder(t))
  t.equal(await probe(new URL(url).port), 0)
  t.equal(await probe(String(await freePort())), 1)
})

t.test('every manifest runs the service on a root that cannot be written', async t => {
  const manifests = [at('compose.yaml'), ...(await readdir(at('deploy'))).filter(name => name.endsWith('.yaml')).map(name => at('deploy', name))]
  t.equal(manifests.length, 4)
  for (const manifest of manifests) t.match(await readFile(manifest, 'utf8'), /read_only: true|readOnlyRootFilesystem: true/, manifest)
  const kubernetes = await read('deploy', 'kubernetes.yaml')
  for (const path of ['/livez', '/readyz']) t.match(kubernetes, `path: ${path}`)
})
