/** All memories: filters with the service's own counts, a list of any length, one open beside it. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api, data, type MemoryItem } from '../api/client.ts'
import { Loading, Problem } from '../parts/problem.tsx'
import { useSession } from '../session.tsx'
import { useMoment } from '../time/moment.ts'
import { useView } from '../view-state.ts'
import { BulkBar } from './bulk.tsx'
import { Facets } from './facets.tsx'
import { MemoryRow } from './memory-row.tsx'

const pageSize = 100

function useMemories () {
  const { userId } = useSession()
  const { view } = useView()
  const { asOfParameter, knownAtParameter } = useMoment()
  const query = {
    user_id: userId,
    size: pageSize,
    include_superseded: view.state === 'all',
    ...(view.q && { search_query: view.q }),
    ...(view.type && { memory_type: view.type as 'semantic' }),
    ...(view.app && { app_id: view.app }),
    ...(view.session && { session_id: view.session }),
    ...(view.tag && { tags: view.tag }),
    ...(view.category && { categories: view.category }),
    ...(asOfParameter && { as_of: asOfParameter }),
    ...(knownAtParameter && { known_at: knownAtParameter })
  }
  return useInfiniteQuery({
    queryKey: ['memories', userId, query],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam: page }) => data(api.GET('/api/v1/memories', { params: { query: { ...query, page } } })),
    getNextPageParam: ({ page, pages }) => page < pages ? page + 1 : undefined
  })
}

export function MemoriesView () {
  const memories = useMemories()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const items = useMemo(
    () => (memories.data?.pages ?? []).flatMap(page => page.items).filter(({ id }) => !hidden.has(id)),
    [memories.data, hidden]
  )
  const total = memories.data?.pages[0]?.total
  const selected = items.filter(({ id }) => chosen.has(id))
  return (
    <div className="memories">
      <h1>Memories</h1>
      <Facets />
      <p className="count" aria-live="polite">
        {total === undefined ? '' : `${total.toLocaleString()} ${total === 1 ? 'memory' : 'memories'}`}
      </p>
      {selected.length > 0 && (
        <BulkBar
          items={selected}
          onDone={() => setChosen(new Set())}
          onHide={(ids, away) =>
            setHidden(before =>
              away ? new Set([...before, ...ids]) : new Set([...before].filter(id => !ids.includes(id)))
            )}
        />
      )}
      {memories.error !== null && (
        <Problem
          error={memories.error}
          onRetry={() => {
            void memories.refetch()
          }}
        />
      )}
      {memories.data === undefined && memories.error === null && <Loading what="the memories" />}
      {total === 0 && <p className="quiet">No memory fits all of this.</p>}
      <List
        items={items}
        chosen={chosen}
        onChoose={setChosen}
        onEnd={() => {
          if (memories.hasNextPage && !memories.isFetchingNextPage) void memories.fetchNextPage()
        }}
      />
      {memories.isFetchingNextPage && <Loading what="more" />}
    </div>
  )
}

function List ({ items, chosen, onChoose, onEnd }: {
  items: MemoryItem[]
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  onEnd: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const { view, set } = useView()
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => 84,
    overscan: 10,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: index => items[index]?.id ?? index
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= items.length - 20) onEnd()
  })

  useEffect(() => {
    function onKey (event: KeyboardEvent): void {
      const step = { j: 1, k: -1 }[event.key]
      const writing = event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, dialog') !== null
      if (step === undefined || writing || event.metaKey || event.ctrlKey || items.length === 0) return
      const at = items.findIndex(({ id }) => id === view.open)
      const next = Math.max(0, Math.min(items.length - 1, at + step))
      virtual.scrollToIndex(next)
      set({ open: items[next]?.id ?? null }, true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [items, view.open, set, virtual])

  function onToggle (id: string): void {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }

  return (
    <div ref={list} className="virtual" role="list" aria-label="Memories" style={{ height: virtual.getTotalSize() }}>
      {rows.map(({ key, index, start }) => {
        const item = items[index]
        return item && (
          <div
            key={key}
            data-index={index}
            ref={virtual.measureElement}
            role="listitem"
            className="virtual-row"
            style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            <MemoryRow item={item} chosen={chosen.has(item.id)} onToggle={onToggle} />
          </div>
        )
      })}
    </div>
  )
}
