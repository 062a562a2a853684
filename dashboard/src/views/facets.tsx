/** The filters of the list, with the service's own count beside each kind. */
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, data } from '../api/client.ts'
import { useSession } from '../session.tsx'
import { useMoment } from '../time/moment.ts'
import { useView } from '../view-state.ts'

const kinds = ['semantic', 'episodic', 'procedural'] as const

export function Facets () {
  const { view, set } = useView()
  const counts = useKindCounts()
  const { past } = useMoment()
  return (
    <form className="facets" role="search" aria-label="Filters" onSubmit={event => event.preventDefault()}>
      <TextFilter name="q" label="Words" wide />
      <fieldset>
        <legend>Kind</legend>
        {[undefined, ...kinds].map(kind => (
          <label key={kind ?? 'any'} className="pick">
            <input type="radio" name="kind" checked={view.type === kind} onChange={() => set({ type: kind ?? null })} />
            <span>
              {kind ?? 'any'}{' '}
              {kind !== undefined && counts[kind] !== undefined && <small>{counts[kind].toLocaleString()}</small>}
            </span>
          </label>
        ))}
      </fieldset>
      {!past && (
        <label className="check">
          <input
            type="checkbox"
            checked={view.state === 'all'}
            onChange={event => set({ state: event.target.checked ? 'all' : null })}
          />
          Also what ended
        </label>
      )}
      <div className="narrower">
        <TextFilter name="app" label="Application" />
        <TextFilter name="session" label="Conversation" />
        <TextFilter name="tag" label="Tag" />
        <TextFilter name="category" label="Category" />
      </div>
    </form>
  )
}

/** Into the address when the typing stops, without a step of history for each letter. */
function TextFilter (
  { name, label, wide = false }: { name: 'q' | 'app' | 'session' | 'tag' | 'category', label: string, wide?: boolean }
) {
  const { view, set } = useView()
  const [text, setText] = useState(view[name] ?? '')
  useEffect(() => setText(view[name] ?? ''), [view[name]])
  useEffect(() => {
    if (text === (view[name] ?? '')) return
    const timer = setTimeout(() => set({ [name]: text === '' ? null : text }, true), 250)
    return () => clearTimeout(timer)
  }, [text, name, view, set])
  return (
    <label className={wide ? 'wide' : ''}>
      {label}
      <input
        type={name === 'q' ? 'search' : 'text'}
        dir="auto"
        maxLength={500}
        value={text}
        onChange={event => setText(event.target.value)}
      />
    </label>
  )
}

function useKindCounts (): Partial<Record<typeof kinds[number], number>> {
  const { userId } = useSession()
  const { view } = useView()
  const { asOfParameter, knownAtParameter } = useMoment()
  const answers = useQueries({
    queries: kinds.map(kind => {
      const query = {
        user_id: userId,
        size: 1,
        memory_type: kind,
        include_superseded: view.state === 'all',
        ...(view.q && { search_query: view.q }),
        ...(view.app && { app_id: view.app }),
        ...(view.session && { session_id: view.session }),
        ...(view.tag && { tags: view.tag }),
        ...(view.category && { categories: view.category }),
        ...(asOfParameter && { as_of: asOfParameter }),
        ...(knownAtParameter && { known_at: knownAtParameter })
      }
      return {
        queryKey: ['memories', userId, 'count', query],
        queryFn: () => data(api.GET('/api/v1/memories', { params: { query } }))
      }
    })
  })
  return Object.fromEntries(kinds.flatMap((kind, index) => {
    const total = answers[index]?.data?.total
    return total === undefined ? [] : [[kind, total]]
  }))
}
