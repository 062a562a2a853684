/**
 * Every test file, or those named, each in a process of its own, two at a time; prints TAP. Under the command `tap`
 * each would load its modules through the hooks of tap's coverage and mocks, which no test here uses: twice the
 * processor time.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const folder = fileURLToPath(new URL('.', import.meta.url))
const timeoutS = 900
/** The longest begin first, so that none of them runs alone at the end. */
const longest = ['plugins/store/bolt.test.js', 'torture/torture.test.js', 'plugins/store/falkordb.test.js']

function everyFile (): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.test.js'))
  return [...longest, ...files.filter(file => !longest.includes(file)).sort()].map(file => `dist/test/${file}`)
}

const named = process.argv.slice(2)
t.setTimeout(0)
t.jobs = 2
for (const file of named.length > 0 ? named : everyFile()) {
  // Through env(1): tap hands its hooks on to every Node that it starts.
  t.spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, file], {
    name: file,
    buffered: true,
    timeout: timeoutS * 1000,
    env: { ...process.env, TAP_TIMEOUT: String(timeoutS) }
  })
}
