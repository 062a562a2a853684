/** The leaf: what is true in full ink, and beneath it the older writings of the same line. */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { useStats, useTimeline } from '../api/queries.ts'
import { Loading, Problem } from '../parts/problem.tsx'
import { Words } from '../parts/words.tsx'
import { useSession } from '../session.tsx'
import { formatInstant } from '../time/format.ts'
import { leavesOf, type Leaf, type Line, type Predicate } from '../time/model.ts'
import { useMoment } from '../time/moment.ts'
import { useView } from '../view-state.ts'
import { FirstRun } from './first-run.tsx'
import { useLifted } from './lifted.ts'
import { Writing } from './writing.tsx'

const depths = ['0', '1', '2', '3', 'all']
/** Above this many lines only those in sight are in the page; below, all can be printed and searched. */
const virtualFrom = 400

export function LeafView () {
  const timeline = useTimeline()
  const stats = useStats()
  const moment = useMoment()
  const { view, set } = useView()
  const lifted = useLifted()
  const leaves = useMemo(
    () =>
      leavesOf(timeline.data?.items ?? [], moment)
        .filter(({ subject }) => view.subject === undefined || (subject ?? '') === view.subject),
    [timeline.data, moment, view.subject]
  )
  const memories = stats.data?.memories
  if (memories !== undefined && memories.active + memories.superseded + memories.invalidated === 0) return <FirstRun />
  if (timeline.data === undefined) {
    return timeline.error === null
      ? <Loading what="the leaf" />
      : (
        <Problem
          error={timeline.error}
          onRetry={() => {
            void timeline.refetch()
          }}
        />
      )
  }
  const depth = view.depth ?? 'all'
  return (
    <div className={lifted ? 'leaves lifted' : 'leaves'}>
      <h1 className="visually-hidden">The leaf</h1>
      <div className="leaf-tools">
        <label>
          Older writings
          <select
            value={depth}
            onChange={event => set({ depth: event.target.value === 'all' ? null : event.target.value })}
          >
            {depths.map(value => <option key={value} value={value}>{value === '0' ? 'none' : value}</option>)}
          </select>
        </label>
        {view.subject !== undefined && (
          <button type="button" className="link" onClick={() => set({ subject: null })}>Show every sheet</button>
        )}
        <p className="quiet for-keys">
          Hold <kbd>L</kbd> to lift the top layer.
        </p>
        <p className="quiet for-fingers">Press and hold the sheet to lift the top layer.</p>
      </div>
      {leaves.length === 0 && (
        <p className="quiet">
          Nothing was known at that time.{' '}
          {stats.data?.first_at && `The first memory was stored ${formatInstant(String(stats.data.first_at))}.`}
        </p>
      )}
      <Sheets leaves={leaves} depth={depth === 'all' ? Infinity : Number(depth)} />
      {timeline.data.total > timeline.data.items.length && (
        <p className="quiet">
          Showing {timeline.data.items.length.toLocaleString()} of {timeline.data.total.toLocaleString()} writings.
        </p>
      )}
    </div>
  )
}

function Sheets ({ leaves, depth }: { leaves: Leaf[], depth: number }) {
  // What is said of the person who speaks has `user` for a subject.
  const { userId } = useSession()
  // What has no predicate is many lines of one.
  const lines = leaves.flatMap(({ predicates }) => predicates).reduce((sum, { lines }) => sum + lines.length, 0)
  return leaves.map(leaf => (
    <section key={leaf.subject ?? ''} className="sheet-of-one" aria-label={leaf.subject ?? 'Other memories'}>
      <h2>
        {leaf.subject === null ? 'Other memories' : <Words text={leaf.subject === 'user' ? userId : leaf.subject} />}
      </h2>
      {lines > virtualFrom
        ? <VirtualRows leaf={leaf} depth={depth} />
        : leaf.predicates.map(predicate => <Row key={predicate.name ?? ''} predicate={predicate} depth={depth} />)}
    </section>
  ))
}

/** A predicate without a name holds everything else, so it is dealt out line by line. */
function VirtualRows ({ leaf, depth }: { leaf: Leaf, depth: number }) {
  const rows = useMemo(
    () => leaf.predicates.flatMap(({ name, lines }) => lines.map(line => ({ name, lines: [line] }))),
    [leaf]
  )
  const list = useRef<HTMLDivElement>(null)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 90,
    overscan: 12,
    scrollMargin: list.current?.offsetTop ?? 0
  })
  return (
    <div ref={list} className="virtual" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          data-index={index}
          ref={virtual.measureElement}
          className="virtual-row"
          style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
        >
          <Row predicate={rows[index] as Predicate} depth={depth} />
        </div>
      ))}
    </div>
  )
}

function Row ({ predicate, depth }: { predicate: Predicate, depth: number }) {
  return (
    <div className="predicate">
      <h3>{predicate.name === null ? '' : <bdi>{predicate.name.replaceAll('_', ' ')}</bdi>}</h3>
      <ol className="lines">
        {predicate.lines.map(line => <LineOfOne key={line.top.id} line={line} depth={depth} />)}
      </ol>
    </div>
  )
}

function LineOfOne ({ line: { top, below }, depth }: { line: Line, depth: number }) {
  const [all, setAll] = useState(false)
  const shown = all ? below : below.slice(0, depth)
  return (
    <li className="line">
      <Writing interval={top} before={below[0]?.memory} layer="top" />
      {shown.map(older => <Writing key={older.id} interval={older} before={undefined} layer="under" />)}
      {shown.length < below.length && (
        <button type="button" className="link deeper" onClick={() => setAll(true)}>
          {below.length - shown.length} older {below.length - shown.length === 1 ? 'writing' : 'writings'} beneath
        </button>
      )}
    </li>
  )
}
