/** What may be shipped, and the list of it: the scripts of CI refuse what they are there to refuse. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { packageRoot } from '../domain/package-root.ts'
import { temporaryFolder } from './services/embedded.ts'

interface Locked {
  license?: string
  version?: string
  name?: string
  resolved?: string
  integrity?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  link?: boolean
}
interface Lock {
  packages: Record<string, Locked>
}
interface Component {
  name: string
  version: string
  purl: string
  'bom-ref': string
  licenses: object[]
  hashes: Array<{ alg: string, content: string }>
}

const script = async (name: string): Promise<unknown> => await import(pathToFileURL(join(packageRoot, name)).href)
const { faultsOf, shippedFrom } = await script('licences.mjs') as {
  faultsOf: (lock: Lock) => string[]
  shippedFrom: (lock: Lock) => Array<[string, Locked]>
}
const { billOf } = await script('sbom.mjs') as {
  billOf: (about: object, lock: Lock) => { bomFormat: string, components: Component[] }
}
const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(packageRoot, name), 'utf8'))

const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`
const good: Locked = { version: '1.0.0', license: 'MIT', integrity }
const faults = (one: Locked) => faultsOf({ packages: { '': {}, 'node_modules/one': { ...good, ...one } } })

t.test('a licence is read as an expression: any of an OR, all of an AND, brackets first', async t => {
  const allowed = [
    'MIT',
    '(WTFPL OR MIT)',
    'MIT AND Zlib',
    'GPL-3.0 OR (MIT AND ISC)',
    'GPL-2.0 AND MIT OR Apache-2.0',
    'Apache-2.0 WITH LLVM-exception'
  ]
  const refused = [
    'GPL-3.0',
    'MIT AND GPL-3.0',
    '(MIT OR GPL-3.0) AND SSPL-1.0',
    'GPL-2.0 WITH Classpath-exception-2.0',
    'mit or anything',
    '(MIT',
    'MIT)',
    'SEE LICENSE IN LICENSE.txt',
    'UNLICENSED',
    ''
  ]
  for (const license of allowed) t.same(faults({ license }), [], license)
  for (const license of refused) t.match(faults({ license }), [/^node_modules\/one: licence /], license)
})

t.test('what has no licence, no checksum or another source is refused by name', async t => {
  const { license: _, ...unlicensed } = good
  t.same(faultsOf({ packages: { 'node_modules/one': unlicensed } }), ['node_modules/one: licence unknown'])
  const { integrity: __, ...unchecked } = good
  t.same(faultsOf({ packages: { 'node_modules/one': unchecked } }), ['node_modules/one: no checksum'])
  t.same(faults({ integrity: 'sha1-AAAA' }), ['node_modules/one: no checksum'])
  const urls = [
    'git+ssh://git@github.com/a/b.git#0',
    'http://registry.npmjs.org/one.tgz',
    'https://example.org/one.tgz',
    'file:../one'
  ]
  for (const resolved of urls) t.same(faults({ resolved }), [`node_modules/one: from ${resolved}`])
  t.same(faults({ resolved: 'https://registry.npmjs.org/one/-/one-1.0.0.tgz' }), [])
})

t.test('what is shipped: production and optional packages, at any depth; tools and own packages are not', async t => {
  const gpl: Locked = { ...good, license: 'GPL-3.0' }
  const lock: Lock = {
    packages: {
      '': gpl,
      dashboard: gpl,
      'node_modules/dashboard': { link: true },
      'node_modules/tool': { ...gpl, dev: true },
      'node_modules/both': { ...gpl, devOptional: true },
      'node_modules/native': { ...gpl, optional: true },
      'node_modules/a/node_modules/deep': gpl
    }
  }
  const names = ['node_modules/both', 'node_modules/native', 'node_modules/a/node_modules/deep']
  t.same(shippedFrom(lock).map(([path]) => path), names)
  t.same(faultsOf(lock), names.map(name => `${name}: licence GPL-3.0`))
})

t.test('our own lockfile has nothing that may not be shipped', async t => {
  t.same(faultsOf(await read('package-lock.json') as Lock), [])
})

t.test('the bill of materials names each package once, with its purl, licence and checksum', async t => {
  const about = await read('package.json') as { dependencies: Record<string, string> }
  const { bomFormat, components } = billOf(about, await read('package-lock.json') as Lock)
  t.equal(bomFormat, 'CycloneDX')
  t.equal(new Set(components.map(one => one['bom-ref'])).size, components.length)
  for (const { purl, version, licenses, hashes } of components) {
    t.ok(
      /^pkg:npm\/(?:%40[^/@]+\/)?[^/@]+@[^@]+$/.test(purl) && version !== '' && licenses.length === 1 &&
        hashes[0]?.alg === 'SHA-512' && /^[\da-f]{128}$/.test(hashes[0].content),
      purl
    )
  }
  const named = new Set(components.map(({ name }) => name))
  t.same(Object.keys(about.dependencies).filter(name => !named.has(name)), [], 'every dependency is in it')
})

t.test('aliases, twins, scopes, builds and words for a licence are written as the format wants them', async t => {
  const { components } = billOf({ name: 'x', version: '1.0.0', license: 'MIT' }, {
    packages: {
      'node_modules/@scope/one': { ...good, version: '1.0.0+build', license: '(MIT OR ISC)' },
      'node_modules/a/node_modules/two': { ...good, license: 'SEE LICENSE IN LICENSE' },
      'node_modules/two': { ...good, license: 'SEE LICENSE IN LICENSE' },
      'node_modules/alias': { ...good, name: 'real', license: 'Apache-2.0 WITH LLVM-exception' }
    }
  })
  t.same(components.map(({ purl, licenses }) => [purl, licenses]), [
    ['pkg:npm/%40scope/one@1.0.0%2Bbuild', [{ expression: '(MIT OR ISC)' }]],
    ['pkg:npm/two@1.0.0', [{ license: { name: 'SEE LICENSE IN LICENSE' } }]],
    ['pkg:npm/real@1.0.0', [{ expression: 'Apache-2.0 WITH LLVM-exception' }]]
  ])
  t.equal(components[0]?.hashes[0]?.content, '01'.repeat(64))
})

t.test('as commands: a fault ends the one with 1 and its line, the other prints JSON', async t => {
  const folder = join(await temporaryFolder(t), 'project')
  await mkdir(folder)
  for (const name of ['licences.mjs', 'sbom.mjs', 'package.json']) await cp(join(packageRoot, name), join(folder, name))
  const run = async (name: string) =>
    await new Promise<{ code: number, out: string, err: string }>(resolve =>
      execFile(
        process.execPath,
        [join(folder, name)],
        (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err })
      )
    )
  const write = async (one: Locked) =>
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/one': one } }))
  await write(good)
  t.match(await run('licences.mjs'), { code: 0 })
  t.match(JSON.parse((await run('sbom.mjs')).out), { specVersion: '1.5', components: [{ name: 'one' }] })
  await write({ ...good, license: 'GPL-3.0' })
  t.match(await run('licences.mjs'), { code: 1, err: 'node_modules/one: licence GPL-3.0' })
})
