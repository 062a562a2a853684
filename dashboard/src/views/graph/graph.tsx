/** Entities and memories that join them: the most connected or what is searched for; a click shows what is around. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { api, data, json, query } from '../../api/client.ts'
import { useTimeline } from '../../api/queries.ts'
import { Loading, Problem } from '../../parts/problem.tsx'
import { Words } from '../../parts/words.tsx'
import { useSession } from '../../session.tsx'
import { fateOf } from '../../time/model.ts'
import { useMoment } from '../../time/moment.ts'
import { useView } from '../../view-state.ts'
import { OpenLink } from '../detail.tsx'
import type { Answer } from './answer.ts'
import { GraphCanvas } from './canvas.tsx'
import { EntityCard } from './entity.tsx'
import { Communities } from './communities.tsx'
import { communitiesOf } from './marks.ts'
import { MergeSuggestions, useInQuestion } from './merges.tsx'
import { found, mostConnected, partOf, wholeOf } from './whole.ts'
import '../../styles/graph.css'

const pageSize = 500
/** Of memories, which bring their entities. */
const mostPages = 10
const shownAtFirst = 300
const shownInList = 200

/** All of it in pages, and what is around the entity in the middle, however old. */
function useGraph (center: string | undefined) {
  const { userId } = useSession()
  const graph = useInfiniteQuery({
    queryKey: ['graph', userId],
    initialPageParam: 1,
    queryFn: ({ pageParam: page }) =>
      data(api.GET('/api/v1/graph', { params: { query: { user_id: userId, page, size: pageSize } } })),
    getNextPageParam: ({ page, pages }) => page < pages && page < mostPages ? page + 1 : undefined
  })
  const { hasNextPage, isFetching, fetchNextPage } = graph
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const around = useQuery({
    queryKey: ['graph-around', userId, center],
    enabled: center !== undefined,
    queryFn: () => json<Answer>('GET', `/graph${query({ user_id: userId, center, depth: 1, size: pageSize })}`)
  })
  const whole = useMemo(
    () => wholeOf([...graph.data?.pages ?? [], ...around.data === undefined ? [] : [around.data]]),
    [
      graph.data,
      around.data
    ]
  )
  return { graph, whole, missing: around.error }
}

export function GraphView () {
  const { view, set } = useView()
  const { graph, whole, missing } = useGraph(view.center)
  const [grown, setGrown] = useState<ReadonlySet<string>>(new Set())
  const isPast = usePast()
  const inQuestion = useInQuestion()
  const communities = useMemo(() => communitiesOf(whole), [whole])
  const marks = useMemo(
    () => ({ isPast, inQuestion, communityOf: communities.communityOf }),
    [isPast, inQuestion, communities]
  )
  const words = view.q?.trim() ?? ''
  const part = useMemo(() => {
    const first = words === '' ? mostConnected(whole, shownAtFirst) : found(whole, words, shownAtFirst)
    const around = [...grown, view.center ?? '', view.open ?? ''].flatMap(id => [id, ...whole.neighbours.get(id) ?? []])
    return partOf(whole, new Set([...first, ...around]))
  }, [whole, words, grown, view.center, view.open])
  if (graph.error !== null) {
    return (
      <Problem
        error={graph.error}
        onRetry={() => {
          void graph.refetch()
        }}
      />
    )
  }
  if (graph.data === undefined) return <Loading what="the graph" />
  const { nodes } = part
  const entities = nodes.filter(({ kind }) => kind === 'entity')
  const memories = nodes.filter(({ kind }) => kind === 'memory')
  const total = whole.nodes.size
  const read = graph.data.pages.reduce((sum, page) => sum + page.size, 0)
  const stored = graph.data.pages[0]?.total ?? 0
  return (
    <div className="graph">
      <h1>Graph</h1>
      <form className="facets" role="search" onSubmit={event => event.preventDefault()}>
        <label className="wide">
          Open on
          <input
            type="search"
            placeholder="a name or words; empty: the most connected"
            dir="auto"
            value={view.q ?? ''}
            onChange={event => set({ q: event.target.value }, true)}
          />
        </label>
      </form>
      <p className="count" aria-live="polite">
        Showing {nodes.length.toLocaleString()} of {total.toLocaleString()}. A click shows what is around.{' '}
        {stored > read && `Of the ${stored.toLocaleString()} memories the newest ${read.toLocaleString()} were read.`}
        {grown.size > 0 && (
          <button type="button" className="link" onClick={() => setGrown(new Set())}>As it opened</button>
        )}
      </p>
      {missing !== null && <Problem error={missing} />}
      {total === 0 && <p className="quiet">Nothing is mentioned yet.</p>}
      {total > 0 && (
        <div className="graph-halves">
          <GraphCanvas
            part={part}
            marks={marks}
            onNode={(id, kind) => {
              setGrown(before => new Set([...before, id]))
              set(kind === 'memory' ? { open: id } : kind === 'entity' ? { center: id } : {})
            }}
          />
          <section aria-label="The same as a list">
            {view.center !== undefined && <EntityCard id={view.center} />}
            <MergeSuggestions />
            <Communities
              communities={communities.list}
              onOpen={id => setGrown(before => new Set([...before, id]))}
            />
            <h2>Entities</h2>
            <ul>
              {entities.slice(0, shownInList).map(({ id, label, type }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="link"
                    aria-pressed={view.center === id}
                    onClick={() => {
                      setGrown(before => new Set([...before, id]))
                      set({ center: id })
                    }}
                  >
                    <Words text={label} />
                  </button>{' '}
                  <small className="quiet">{type === null ? '' : String(type)}</small>
                  {inQuestion.has(id) && (
                    <small className="in-question">
                      {' '}the same as <Words text={inQuestion.get(id) ?? ''} />?
                    </small>
                  )}
                </li>
              ))}
            </ul>
            <h2>Memories between them</h2>
            <ul>
              {memories.slice(0, shownInList).map(({ id, label }) => (
                <li key={id}>
                  <OpenLink id={id}>
                    <Words text={label.slice(0, 200)} />
                  </OpenLink>{' '}
                  {isPast(id) && <span className="state ended">not held</span>}
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
      <p className="legend quiet">
        Large: entities, in the colour of their community. Small: memories. Pale: what does not hold at the time looked
        at. Arrows: relations, and what took the place of what.
      </p>
    </div>
  )
}

/** Whether a memory does not hold at the time looked at: of what is not in the timeline, nothing is known. */
function usePast (): (memory: string) => boolean {
  const timeline = useTimeline()
  const { asOf, knownAt } = useMoment()
  const past = useMemo(() => {
    const items = timeline.data?.items ?? []
    return new Set(items.filter(one => fateOf(one, { asOf, knownAt }) !== 'held').map(({ id }) => id))
  }, [timeline.data, asOf, knownAt])
  return useCallback((memory: string) => past.has(memory), [past])
}
