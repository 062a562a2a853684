/**
 * What the documents say of the service is there: the topics an operator looks for, the files they point to, the
 * settings and commands they name.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../domain/package-root.ts'
import { discoverManifests } from '../kernel/discover.ts'
import { composeSchema } from '../kernel/settings/compose.ts'
import { describeSettings, type SchemaNode } from '../domain/settings-schema.ts'
import { temporaryFolder } from './services/embedded.ts'
import { runCommand } from './services/running.ts'

const names = [
  'README.md',
  'deploy/README.md',
  ...(await readdir(join(packageRoot, 'docs'), { recursive: true })).filter(name => name.endsWith('.md')).map(name =>
    join('docs', name)
  )
]
const documents = await Promise.all(
  names.map(async name => ({ name, text: await readFile(join(packageRoot, name), 'utf8') }))
)
const textOf = (wanted: string): string => documents.find(({ name }) => name === wanted)?.text ?? ''
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(/[^\w\s-]/g, '').replaceAll(' ', '-')
  )

t.test('docs/operations.md has every topic of running it', async t => {
  for (
    const topic of [
      'Installing',
      'Upgrading',
      'Starting and stopping',
      'Keys',
      'Health',
      'The log',
      'Numbers',
      'Traces',
      'Limits',
      'Backups',
      'From OpenMemory',
      'Moving to another database',
      'Another embedding model',
      'Sizes to expect'
    ]
  ) {
    t.match(textOf('docs/operations.md'), new RegExp(`^###? ${topic}$`, 'm'), topic)
  }
  t.match(textOf('docs/operations.md'), /Rotating the secret/)
  t.match(textOf('docs/operations.md'), /palimpsest restore/)
})

t.test('every link goes somewhere', async t => {
  for (const { name, text } of documents) {
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? name : join(dirname(name), path)
      t.ok(existsSync(join(packageRoot, target)), `${name}: ${link}`)
      if (anchor !== undefined) t.ok(anchorsOf(textOf(target)).includes(anchor), `${name}: ${link}`)
    }
  }
})

t.test('every setting that is named exists', async t => {
  const settings = describeSettings(composeSchema(await discoverManifests()) as unknown as SchemaNode)
  const sections = new Set(settings.map(({ path }) => path.split(':')[0]))
  for (const { name, text } of documents) {
    for (const [, path = ''] of text.matchAll(/`([A-Z]\w+(?::[A-Z]\w+)+)`/g)) {
      if (sections.has(path.split(':')[0])) {
        t.ok(settings.some(setting => setting.path === path || setting.path.startsWith(`${path}:`)), `${name}: ${path}`)
      }
    }
    for (const [, variable = ''] of text.matchAll(/(SVC_\w+__\w+?)(?:_FILE)?\b/g)) {
      t.ok(settings.some(setting => setting.variable === variable), `${name}: ${variable}`)
    }
  }
})

t.test('every command that is named exists', async t => {
  const { out } = await runCommand(['help'], await temporaryFolder(t))
  const commands = [...out.matchAll(/^ {2}([\w-]+)/gm)].map(([, command]) => command)
  for (const { name, text } of documents) {
    for (const [, command = ''] of text.matchAll(/(?:^ {4}|`)palimpsest ([a-z-]+)/gm)) {
      t.ok(command === 'help' || commands.includes(command), `${name}: palimpsest ${command}`)
    }
  }
})
