/** What starts every test tells of each that fails, also of one that ends before it has said anything. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const run = fileURLToPath(new URL('run.js', import.meta.url))
const passes = 'console.log("TAP version 14\\nok 1 - NODE_OPTIONS: " + process.env.NODE_OPTIONS + "\\n1..1")'

t.test('what passes, fails and crashes', async t => {
  const folder = t.testdir()
  const start = (...sources: string[]) => {
    const files = sources.map((source, place) => {
      const file = join(folder, `${place}.mjs`)
      writeFileSync(file, source)
      return file
    })
    // Not as a subtest of whatever runs this.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TAP')))
    const { status, stdout } = spawnSync(process.execPath, [run, ...files], { encoding: 'utf8', env })
    return { status, last: stdout.trim().split('\n').filter(line => line.includes('total'))[0], stdout }
  }
  const good = start(passes, passes)
  t.match(good, { status: 0, last: '# { total: 2, pass: 2 }' })
  t.match(good.stdout, 'NODE_OPTIONS: undefined', 'without the hooks of tap')
  t.match(start(passes, passes.replace('\\nok', '\\nnot ok')), { status: 1, last: /fail: 1/ })
  t.match(start(passes, 'process.exit(3)'), { status: 1, last: /fail: 1/ })
})
