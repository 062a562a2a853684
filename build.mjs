/** `npm run build`: TypeScript into dist/; nothing when no source and no dependency changed since. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const stamp = join(here, 'dist', '.built-from')
const written = join(here, 'dist', '.tsbuildinfo')
// The image is built without tests and benches.
const folders = ['kernel', 'domain', 'http', 'cli', 'plugins', 'routes', 'bench', 'docs', 'test']
  .filter(folder => existsSync(join(here, folder)))

const sources = ['tsconfig.json', 'package-lock.json', ...folders.flatMap(typescriptIn).sort()]
if (read(stamp) !== builtFrom()) build()

function build () {
  const { status } = spawnSync(process.execPath, [join(here, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', here], {
    stdio: 'inherit'
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, builtFrom())
}

/** The sources, and when the compiler last wrote: it may have been run without this. */
function builtFrom () {
  const hash = createHash('sha256')
  for (const file of sources) hash.update(file).update('\0').update(readFileSync(join(here, file))).update('\0')
  return `${hash.digest('hex')} ${statSync(written, { throwIfNoEntry: false })?.mtimeMs}`
}

function typescriptIn (folder) {
  return readdirSync(join(here, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map(entry => join(entry.parentPath, entry.name).slice(here.length + 1))
}

function read (file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
