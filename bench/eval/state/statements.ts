/**
 * Two statements of one user, a month apart, read by the rules: does the second end what the first said, and nothing
 * else?
 */
import type { Client } from './client.ts'
import type { Change, Pair } from './data.ts'
import { matches } from './dialogues.ts'

export interface Figures {
  rows: Array<[label: string, figure: string]>
  detail: string[]
}

const [firstDate, laterDate] = ['2026-01-10', '2026-02-10']

export async function measurePairs (client: Client, pairs: Pair[]): Promise<Figures> {
  const detail: string[] = []
  const counts = { right: 0, wronglyRetired: 0, dropped: 0, missed: 0 }
  for (const [place, { first, later, must_stay: stay, must_end: end }] of pairs.entries()) {
    const userId = `pair-${place}`
    await tellBoth(client, userId, first, later)
    const current = (await client.list(userId)).map(({ content }) => content)
    const ended = (await client.list(userId, {}, true)).filter(({ is_current: is }) => !is).map(({ content }) =>
      content
    )
    const gone = stay.filter(pattern => !matches(pattern, current))
    const missed = end.filter(pattern => matches(pattern, current))
    if (gone.length + missed.length === 0) counts.right++
    else {
      detail.push(
        `pair "${first}" / "${later}": gone ${JSON.stringify(gone)}, still there ${JSON.stringify(missed)}; current: ${
          JSON.stringify(current)
        }`
      )
    }
    if (missed.length > 0) counts.missed++
    else if (gone.some(pattern => matches(pattern, ended))) counts.wronglyRetired++
    else if (gone.length > 0) counts.dropped++
  }
  return {
    rows: [
      ['pairs right', `${counts.right} of ${pairs.length}`],
      [
        'pairs: wrongly retired / dropped / ending missed',
        `${counts.wronglyRetired} / ${counts.dropped} / ${counts.missed}`
      ]
    ],
    detail
  }
}

const answering = (asked: string | undefined, content: string) => [
  ...asked === undefined ? [] : [{ role: 'assistant', content: asked }],
  { role: 'user', content }
]

export async function measureChanges (client: Client, changes: Change[]): Promise<Figures> {
  const detail: string[] = []
  let [resolved, retired] = [0, 0]
  for (const { id, firstAsked, first, laterAsked, later, ends } of changes) {
    const userId = `change-${id}`
    await client.tell(userId, 's0', firstDate, answering(firstAsked, first))
    const before = await client.list(userId)
    await client.tell(userId, 's1', laterDate, answering(laterAsked, later))
    const current = new Set((await client.list(userId)).map(({ id }) => id))
    const ended = before.filter(({ id }) => !current.has(id))
    if (ends && ended.length > 0) resolved++
    if (!ends && ended.length > 0) retired++
    if (ends !== (ended.length > 0)) {
      detail.push(
        `change ${id} "${first}" / "${later}": ${
          ends ? 'nothing ended' : `ended ${JSON.stringify(ended.map(({ content }) => content))}`
        }`
      )
    }
  }
  const ending = changes.filter(({ ends }) => ends).length
  return {
    rows: [['changes: endings resolved', `${resolved} of ${ending}`], [
      'changes: wrongly retired',
      `${retired} of ${changes.length - ending}`
    ]],
    detail
  }
}

async function tellBoth (client: Client, userId: string, first: string, later: string): Promise<void> {
  await client.tell(userId, 's0', firstDate, [{ role: 'user', content: first }])
  await client.tell(userId, 's1', laterDate, [{ role: 'user', content: later }])
}
