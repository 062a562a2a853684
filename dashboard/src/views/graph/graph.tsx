/** Entities and how they hang together: a page of them at first, more by asking; beside it the same as a list. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, data } from '../../api/client.ts'
import { Loading, Problem } from '../../parts/problem.tsx'
import { Words } from '../../parts/words.tsx'
import { useSession } from '../../session.tsx'
import { useView } from '../../view-state.ts'
import { OpenLink } from '../detail.tsx'
import { GraphCanvas } from './canvas.tsx'
import { EntityCard } from './entity.tsx'
import '../../styles/graph.css'

const pageSize = 100
const shownInList = 200

export function GraphView () {
  const { userId } = useSession()
  const { view, set } = useView()
  const graph = useInfiniteQuery({
    queryKey: ['graph', userId],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam: page }) => data(api.GET('/api/v1/graph', { params: { query: { user_id: userId, page, size: pageSize } } })),
    getNextPageParam: ({ page, pages }) => page < pages ? page + 1 : undefined
  })
  const pages = useMemo(() => graph.data?.pages ?? [], [graph.data])
  const nodes = useMemo(() => [...new Map(pages.flatMap(page => page.nodes).map(node => [node.id, node])).values()], [pages])
  if (graph.error !== null) return <Problem error={graph.error} onRetry={() => { void graph.refetch() }} />
  if (graph.data === undefined) return <Loading what="the graph" />
  const entities = nodes.filter(({ kind }) => kind === 'entity')
  const memories = nodes.filter(({ kind }) => kind === 'memory')
  const total = pages[0]?.total ?? 0
  return (
    <div className="graph">
      <h1>Graph</h1>
      <p className="count">
        Showing {memories.length.toLocaleString()} of {total.toLocaleString()} memories and the{' '}
        {entities.length.toLocaleString()} entities they mention.{' '}
        {graph.hasNextPage && (
          <button type="button" className="link" disabled={graph.isFetchingNextPage} onClick={() => { void graph.fetchNextPage() }}>Show more</button>
        )}
      </p>
      {total === 0 && <p className="quiet">Nothing is mentioned yet.</p>}
      {total > 0 && (
        <div className="graph-halves">
          <GraphCanvas pages={pages} onNode={(id, kind) => set(kind === 'memory' ? { open: id } : kind === 'entity' ? { center: id } : {})} />
          <section aria-label="The same as a list">
            {view.center !== undefined && <EntityCard id={view.center} />}
            <h2>Entities</h2>
            <ul>
              {entities.slice(0, shownInList).map(({ id, label, type }) => (
                <li key={id}>
                  <button type="button" className="link" aria-pressed={view.center === id} onClick={() => set({ center: id })}><Words text={label} /></button>{' '}
                  <small className="quiet">{type === null ? '' : String(type)}</small>
                </li>
              ))}
            </ul>
            <h2>Memories between them</h2>
            <ul>
              {memories.slice(0, shownInList).map(({ id, label, state }) => (
                <li key={id}>
                  <OpenLink id={id}><Words text={label.slice(0, 200)} /></OpenLink>
                  {' '}{state !== 'active' && <span className="state ended">ended</span>}
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
      <p className="legend quiet">Large: entities. Small: memories. Pale: memories that ended. Arrows: relations, and what took the place of what.</p>
    </div>
  )
}
