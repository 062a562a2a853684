/**
 * The definition of a store: every requirement has an id and a sentence, and a test in the file of its verb.
 * Third-party authors run it as `storeSuite(t, { open })` from a tap test of their own; the suite imports no test
 * runner, it gets `t`.
 *
 * Tests use fresh random user ids, so the database may be shared and needs no clean-up, but it must hold vectors of
 * `dimensions` (or none yet), and no other process may be using it: `modelSwitch` and `reembed` change the vectors of
 * all of it and put them back at the end.
 */
import type { Test } from 'tap'
import { openSuite, type StoreSuiteOptions } from './store/suite.ts'
import { getAndRecent } from './store/get.ts'
import { list } from './store/list.ts'
import { filter } from './store/filter.ts'
import { matchText } from './store/match-text.ts'
import { nearest } from './store/nearest.ts'
import { lookups } from './store/lookups.ts'
import { graph } from './store/graph.ts'
import { readings } from './store/readings.ts'
import { sessions } from './store/sessions.ts'
import { commit } from './store/commit.ts'
import { supersede } from './store/supersede.ts'
import { undone } from './store/undone.ts'
import { cleared } from './store/cleared.ts'
import { remove } from './store/delete.ts'
import { marks } from './store/marks.ts'
import { exported } from './store/export.ts'
import { isolation } from './store/isolation.ts'
import { hostile } from './store/hostile.ts'
import { vectors } from './store/vectors.ts'
import { administration } from './store/administration.ts'
import { modelSwitch } from './store/model-switch.ts'
import { reembed } from './store/reembed.ts'
import { killed } from './store/kill.ts'

export type { StoreSuiteOptions } from './store/suite.ts'

export async function storeSuite (t: Test, options: StoreSuiteOptions): Promise<void> {
  const suite = await openSuite(t, options)
  for (
    const chapter of [
      getAndRecent,
      modelSwitch,
      list,
      filter,
      matchText,
      nearest,
      lookups,
      graph,
      sessions,
      readings,
      commit,
      supersede,
      undone,
      cleared,
      remove,
      marks,
      exported,
      isolation,
      hostile,
      vectors,
      administration,
      killed,
      reembed
    ]
  ) chapter(suite)
}
