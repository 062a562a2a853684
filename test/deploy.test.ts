/**
 * What the image and the manifests promise, as far as it can be seen without a container engine; deploy/rehearse runs
 * the rest.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Fastify from 'fastify'
import t from 'tap'
import { parseAllDocuments } from 'yaml'
import { packageRoot } from '../domain/package-root.ts'
import { registerSettings } from '../kernel/settings/index.ts'
import { valueAt } from '../domain/manifest.ts'
import { loadSettings } from '../kernel/settings/load.ts'
import { temporaryFolder } from './services/embedded.ts'
import { runCommand, startService } from './services/running.ts'
import { freePort, missing } from './services/service.ts'

const at = (...path: string[]) => join(packageRoot, ...path)
const read = async (...path: string[]) => await readFile(at(...path), 'utf8')

t.test('the image: Node 24, two stages, not root, probed, its volumes apart, commands on the PATH', async t => {
  const dockerfile = (await read('Dockerfile')).replaceAll('\\\n', ' ')
  const stages = dockerfile.split(/^FROM /m).slice(1)
  t.equal(stages.length, 2)
  for (const stage of stages) t.match(stage, /^node:24-slim/)
  const image = stages[1] ?? ''
  t.notMatch(image, /\b(npm|apt|apt-get|curl)\b/, 'nothing is built or installed in it')
  t.equal(/^USER (\S+)/m.exec(image)?.[1], '1000:1000')
  t.match(image, /^HEALTHCHECK .*deploy\/healthcheck\.mjs/m)
  t.match(image, /^VOLUME \["\/app\/cache", "\/data"\]/m)
  for (const [, command = ''] of (/ln -s (.*) \/usr\/local\/bin/.exec(image)?.[1] ?? '').matchAll(/\/app\/(\S+)/g)) {
    await access(at(command), constants.X_OK)
  }
  t.match(image, /bin\/palimpsest .*bin\/mint-key .*\/usr\/local\/bin/)
})

t.test("every command of palimpsest can be the container's command", async t => {
  const { out } = await runCommand(['help'], await temporaryFolder(t))
  const commands = [...out.matchAll(/^ {2}([\w-]+)/gm)].map(([, name]) => name)
  const passed = /^\s*(serve\|.*?)\)/m.exec(await read('deploy', 'bin', 'entrypoint'))?.[1]?.split('|')
  t.same(passed?.filter(name => !name.includes('help')).sort(), commands.sort())
})

t.test('the probe of the container tells a service that is well from one that is not there', async t => {
  const probe = async (port: string) => {
    const child = spawn(process.execPath, [at('deploy', 'healthcheck.mjs')], {
      env: { SVC_Server__Port: port },
      stdio: 'ignore'
    })
    const [code] = await once(child, 'exit') as [number]
    return code
  }
  const { url } = await startService(t, await temporaryFolder(t))
  t.equal(await probe(new URL(url).port), 0)
  t.equal(await probe(String(await freePort())), 1)
})

t.test('the image holds nothing for other systems, for developers, or for a Node that is older', async t => {
  const kept = ['onnxruntime-node/bin/napi-v6/linux/x64/lib.so', 'fastify/index.js', '@libsql/linux-x64-gnu/index.node']
  const ofLibsql = ['libsql/index.js', '@neon-rs/load/index.js']
  const left = [
    'onnxruntime-node/bin/napi-v6/linux/arm64/lib.so',
    'onnxruntime-node/bin/napi-v6/win32/x64/lib.dll',
    '@libsql/linux-x64-musl/index.node',
    'fastify/index.d.ts',
    'fastify/index.js.map'
  ]
  const trimmed = async (sqlite: boolean) => {
    const folder = await temporaryFolder(t)
    for (const file of [...kept, ...ofLibsql, ...left]) {
      await mkdir(join(folder, 'node_modules', dirname(file)), { recursive: true })
      await writeFile(join(folder, 'node_modules', file), '')
    }
    const path = join(folder, 'path')
    await mkdir(path)
    const script = (name: string, lines: string) =>
      writeFile(join(path, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
    await script('node', `case $2 in *platform) echo linux;; *arch) echo x64;; *) exit ${sqlite ? 0 : 1};; esac`)
    await script('ldd', 'echo ldd GLIBC 2.36')
    const { status, stderr } = spawnSync(at('deploy', 'trim'), [folder], {
      env: { PATH: `${path}:${process.env['PATH']}` },
      encoding: 'utf8'
    })
    t.equal(status, 0, stderr)
    const there = [...kept, ...ofLibsql, ...left].filter(file => existsSync(join(folder, 'node_modules', file)))
    return there.sort()
  }
  t.same(await trimmed(true), kept.filter(file => !file.includes('libsql')).sort())
  t.same(await trimmed(false), [...kept, ...ofLibsql].sort(), 'the one driver of an older Node stays')
  t.match(await read('deploy', 'assemble'), 'deploy/trim "$out"')
})

const lint = at('.services', 'lint', 'bin', 'hadolint')
const unlinted = existsSync(lint) ? null : missing('hadolint is not installed in .services/lint.')
t.test('the Dockerfile has no faults that a linter knows', { skip: unlinted ?? false }, async t => {
  const { status, stdout } = spawnSync(lint, ['--no-color', at('Dockerfile')], { encoding: 'utf8' })
  t.equal(status, 0, stdout)
})

interface Container {
  command?: string[]
  environment?: Record<string, string>
  env?: Array<{ name: string, value?: string }>
  volumes?: string[]
  volumeMounts?: Array<{ mountPath: string }>
  read_only?: boolean
  securityContext?: Record<string, unknown>
  stop_grace_period?: string
  [field: string]: unknown
}
interface Manifest {
  services?: Record<string, Container>
  spec?: { template?: { spec: { terminationGracePeriodSeconds: number, containers: Container[] } } }
}

const manifests = (await readdir(at('deploy'))).filter(name => name.endsWith('.yaml'))
const documents = async (name: string): Promise<Manifest[]> =>
  parseAllDocuments(await read('deploy', name)).map(document => document.toJS({ merge: true }) as Manifest)

t.test('there is a manifest for every way to run it', async t => {
  t.same(manifests.sort(), [
    'compose.embedded.yaml',
    'compose.falkordb.yaml',
    'compose.memgraph.yaml',
    'kubernetes.yaml'
  ])
  t.same(parseAllDocuments(await read('compose.yaml'))[0]?.toJS(), { include: ['deploy/compose.embedded.yaml'] })
})

for (const name of manifests) {
  t.test(`${name}: known settings, a root that cannot be written, no rights, and time to stop`, async t => {
    const [container, seconds] = (await documents(name)).flatMap(({ services, spec }): Array<[Container, number]> =>
      services?.['palimpsest']
        ? [[services['palimpsest'], Number.parseInt(services['palimpsest'].stop_grace_period ?? '0')]]
        : (spec?.template?.spec.containers ?? []).map(
          one => [one, spec?.template?.spec.terminationGracePeriodSeconds ?? 0]
        )
    )[0] ?? [{}, 0]
    const named = container.environment ??
      Object.fromEntries((container.env ?? []).map(({ name, value = 'from a secret' }) => [name, value]))
    const settings = await loadSettings(
      at(container.command?.[0] === 'embedded' ? 'settings.embedded.json' : 'settings.json'),
      Object.fromEntries(Object.entries(named).map(([key, value]) => [key, value.replace(/\$\{.*\}/, 'given')]))
    )
    const app = Fastify()
    await registerSettings(app, settings)
    t.equal(valueAt(app.settings, 'Auth:Secret') === '', false, 'a key can be asked for')
    t.match(container.read_only ?? container.securityContext?.['readOnlyRootFilesystem'], true)
    t.match(container['cap_drop'] ?? (container.securityContext?.['capabilities'] as { drop: string[] }).drop, ['ALL'])
    t.ok(
      [
        ...container.volumes ?? [],
        ...(container.volumeMounts ?? []).map(({ mountPath }) =>
          mountPath
        )
      ].some(volume => volume.endsWith('/app/cache')),
      'a volume for the cache and the backups'
    )
    t.ok(seconds >= 12, 'a stop takes ten seconds at most')
  })
}

t.test('Kubernetes asks the probes that are meant for it', async t => {
  const { livenessProbe, readinessProbe, startupProbe } = (await documents('kubernetes.yaml'))[0]?.spec?.template?.spec
    .containers[0] as Record<string, { httpGet: { path: string, port: number } }>
  t.same(
    [livenessProbe, readinessProbe, startupProbe].map(probe => probe?.httpGet),
    ['/livez', '/readyz', '/livez'].map(path => ({ path, port: 3001 }))
  )
})
