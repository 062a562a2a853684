/** The margin: what each conversation did to what was believed, and taking it back. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useWriteBar } from '../api/actions.ts'
import { json, query } from '../api/client.ts'
import type { Change } from '../api/shapes.ts'
import { lastLooked, looked } from '../looked.ts'
import { Loading, Problem } from '../parts/problem.tsx'
import { useSession } from '../session.tsx'
import { DateInput } from '../time/date-input.tsx'
import { endOfKnownDay, formatInstant, justBefore } from '../time/format.ts'
import { groupBy } from '../time/model.ts'
import { useMoment } from '../time/moment.ts'
import { useView } from '../view-state.ts'
import { ChangeRow } from './change.tsx'
import { Compare } from './compare.tsx'
import { UndoDialog } from './undo.tsx'

function useChanges () {
  const { userId } = useSession()
  const { view } = useView()
  const filter = { user_id: userId, session_id: view.session, since: view.since && endOfKnownDay(view.since), size: 50 }
  return useInfiniteQuery({
    queryKey: ['changes', userId, filter],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam: page }) =>
      json<{ items: Change[], total: number }>('GET', `/changes${query({ ...filter, page })}`),
    getNextPageParam: ({ total }, _all, page) => page * 50 < total ? page + 1 : undefined
  })
}

export function MarginView () {
  const changes = useChanges()
  const { view, set } = useView()
  const { userId } = useSession()
  const { knownAt } = useMoment()
  const last = lastLooked(userId)
  const since = view.since === undefined ? Number.NaN : Date.parse(endOfKnownDay(view.since))
  useEffect(() => looked(userId), [userId])
  const groups = useMemo(() => {
    const known = (changes.data?.pages ?? []).flatMap(({ items }) => items).filter(({ at }) =>
      Date.parse(at) <= knownAt
    )
    return [...groupBy(known, ({ session_id: session, id }) => session ?? `change ${id}`).values()]
  }, [changes.data, knownAt])
  return (
    <div className="margin">
      <h1>The margin</h1>
      <form className="facets" onSubmit={event => event.preventDefault()}>
        <label>
          Since
          <DateInput value={view.since} zone="here" unset="the beginning" onChange={day => set({ since: day })} />
        </label>
        {last !== null && view.since !== last && (
          <p>
            <button type="button" className="link" onClick={() => set({ since: last })}>
              Since I last looked, {formatInstant(last)}
            </button>
          </p>
        )}
        {view.since !== undefined && (
          <p>
            <button type="button" className="link" onClick={() => set({ since: null })}>From the beginning</button>
          </p>
        )}
        {view.session !== undefined && (
          <p>
            Only the conversation{' '}
            <strong>
              <bdi>{view.session}</bdi>
            </strong>{' '}
            <button type="button" className="link" onClick={() => set({ session: null })}>Show all</button>
          </p>
        )}
      </form>
      {!Number.isNaN(since) && <Compare since={since} />}
      {changes.error !== null && (
        <Problem
          error={changes.error}
          onRetry={() => {
            void changes.refetch()
          }}
        />
      )}
      {changes.data === undefined && changes.error === null && <Loading what="what changed" />}
      {changes.data !== undefined && groups.length === 0 && <p className="quiet">Nothing changed in that time.</p>}
      {groups.map(group => <Conversation key={group[0]?.id} changes={group} />)}
      {changes.hasNextPage && (
        <button
          type="button"
          disabled={changes.isFetchingNextPage}
          onClick={() => {
            void changes.fetchNextPage()
          }}
        >
          Earlier changes
        </button>
      )}
    </div>
  )
}

const sources: Record<Change['source'], string> = {
  conversation: 'a conversation',
  api: 'a memory that was added',
  import: 'an import',
  undo: 'an undo',
  edit: 'a correction'
}

function Conversation ({ changes }: { changes: Change[] }) {
  const [undoing, setUndoing] = useState(false)
  const { go } = useView()
  const barred = useWriteBar()
  const first = changes[0] as Change
  const sum = (count: (change: Change) => number): number => changes.reduce((total, change) => total + count(change), 0)
  const added = sum(change => change.added.length)
  const replaced = sum(change => change.ended.filter(({ by }) => by !== null).length)
  const ended = sum(change => change.ended.length) - replaced
  const restored = sum(change => change.restored.length)
  const undone = changes.every(({ undone_at: at }) => at !== null)
  const title = first.session_id ?? sources[first.source]
  return (
    <section className={undone ? 'conversation undone' : 'conversation'} aria-label={title}>
      <header>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <p className="tally">
          <span title="added" aria-label={`${added} added`}>+{added}</span>
          <span title="written over" aria-label={`${replaced} written over`}>~{replaced}</span>
          <span title="ended" aria-label={`${ended} ended`}>−{ended}</span>
          {restored > 0 && <span title="restored" aria-label={`${restored} restored`}>↑{restored}</span>}
        </p>
        <p className="quiet">
          {formatInstant(first.at)}
          {first.app !== null && (
            <>
              , by <bdi>{first.app}</bdi>
            </>
          )}
          {undone && <strong>{' '}Taken back.</strong>}{' '}
          <button type="button" className="link" onClick={() => go('/', { known_at: justBefore(first.at) })}>
            What was known before
          </button>
        </p>
        {!undone && barred === null && first.source !== 'undo' && added + ended + replaced + restored > 0 && (
          <button
            type="button"
            onClick={() => setUndoing(true)}
          >
            Undo these…
          </button>
        )}
      </header>
      {changes.map(change => <ChangeRow key={change.id} change={change} />)}
      {undoing && (
        <UndoDialog
          onClose={() => setUndoing(false)}
          target={first.session_id === null ? { change_id: first.id } : { session_id: first.session_id }}
        />
      )}
    </section>
  )
}
