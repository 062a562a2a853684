/** Packages that are bundled for a quick start are the packages, to whoever imports them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { packageRoot } from '../domain/package-root.ts'
import { temporaryFolder } from './services/embedded.ts'

const { bundle, packages } = await import(pathToFileURL(join(packageRoot, 'bundle.mjs')).href) as {
  bundle: (folder: string) => Promise<void>
  packages: Record<string, string[]>
}
const served = ['kernel', 'domain', 'http', 'cli', 'plugins', 'routes']

/** The exports of a module as `import` sees them. */
const exportsOf = async (module: string): Promise<string[]> =>
  Object.keys(await import(module) as object).filter(name => name !== 'module.exports').sort()

t.test('a bundled package exports what the package does, under every path that the service imports', async t => {
  const folder = await temporaryFolder(t)
  await bundle(folder)
  for (const [name, paths] of Object.entries(packages)) {
    t.same(paths.toSorted(), await pathsImported(name), `the paths of ${name}`)
    for (const path of ['', ...paths]) {
      const bundled = pathToFileURL(join(folder, name, path, 'index.js')).href
      t.same(await exportsOf(bundled), await exportsOf(join(name, path)), join(name, path))
    }
  }
})

async function pathsImported (name: string): Promise<string[]> {
  const paths = new Set<string>()
  for (const folder of served) {
    for (const file of await readdir(join(packageRoot, folder), { recursive: true })) {
      if (!file.endsWith('.ts')) continue
      const text = await readFile(join(packageRoot, folder, file), 'utf8')
      for (const [, path] of text.matchAll(new RegExp(`'${name}/([^']+)'`, 'g'))) paths.add(path as string)
    }
  }
  return [...paths].sort()
}
