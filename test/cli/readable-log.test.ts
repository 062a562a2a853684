/** What a person at a terminal sees of the log. */
import { prettyFactory } from 'pino-pretty'
import t from 'tap'
import { readableLog } from '../../cli/readable-log.ts'

t.test('a re-embedding is one line that moves, and goes before the next event', async t => {
  const shown: string[] = []
  const log = readableLog({ write: text => shown.push(text) }, prettyFactory({ colorize: false, ignore: 'time' }))
  log.write('{"level":30,"time":1,"done":0,"total":20000,"msg":"re-embedding"}\n')
  log.write('{"level":30,"time":2,"done":5000,"total":20000,"msg":"re-embedding"}\n')
  log.write('{"level":30,"time":3,"msg":"re-embedding is done"}\n')
  log.write('{"level":30,"time":4,"msg":"stopping"}\n')
  t.same(shown, [
    're-embedding [........................] 0 %, 0 of 20,000 memories',
    '\r\x1b[K',
    're-embedding [######..................] 25 %, 5,000 of 20,000 memories',
    '\r\x1b[K',
    'INFO: re-embedding is done\n',
    'INFO: stopping\n'
  ])
})

t.test('an empty store is done at once', async t => {
  const shown: string[] = []
  readableLog({ write: text => shown.push(text) }, () => '').write('{"done":0,"total":0,"msg":"re-embedding"}\n')
  t.match(shown[0], /100 %/)
})
