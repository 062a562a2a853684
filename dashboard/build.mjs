/**
 * `npm run build`, as part of the root's: Vite, then each file compressed once, as well as can be. Does nothing when
 * nothing changed, and nothing where the dashboard's own dependencies are not installed; the service then shows its
 * documentation at `/`.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const here = dirname(fileURLToPath(import.meta.url))
const output = join(here, 'dist')
const stamp = join(output, '.built-from')

const sources = [
  'index.html',
  'package.json',
  'vite.config.mjs',
  'build.mjs',
  ...readdirSync(join(here, 'src'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(here.length + 1)).sort()
]
const hash = createHash('sha256')
for (const file of sources) hash.update(file).update('\0').update(readFileSync(join(here, file))).update('\0')
const builtFrom = hash.digest('hex')

const before = (() => {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return ''
  }
})()
if (before !== builtFrom) await build()

async function build () {
  const vite = await import('vite').catch(() => null)
  if (vite === null) return console.error('The dashboard is not built: run npm ci, which installs what builds it.')
  rmSync(output, { recursive: true, force: true })
  await vite.build({ root: here, configFile: join(here, 'vite.config.mjs'), logLevel: 'warn' })
  for (const name of readdirSync(join(output, 'assets'))) compress(join(output, 'assets', name))
  writeFileSync(stamp, builtFrom)
}

/** Fonts are compressed already. */
function compress (file) {
  if (file.endsWith('.woff2')) return
  const content = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}
