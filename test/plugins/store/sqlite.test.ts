import { join } from 'node:path'
import t from 'tap'
import { storeSuite } from '../../conformance/store.ts'
import { open } from './sqlite-open.ts'

const path = join(t.testdir(), 'suite.db')
await storeSuite(t, { open: () => open(path), spawnWriter: { module: new URL('./sqlite-open.js', import.meta.url).href, argument: path } })
