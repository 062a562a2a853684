/** A search as an agent would ask it, with what each arm found, what was boosted, and where the time went. */
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api, data } from '../api/client.ts'
import { supports } from '../api/supports.ts'
import { Loading, Problem } from '../parts/problem.tsx'
import { useSession } from '../session.tsx'
import { useMoment } from '../time/moment.ts'
import { useView } from '../view-state.ts'
import { HitRow } from './hit.tsx'
import { WhyNot } from './why-not.tsx'

export function SearchView () {
  const { view, set } = useView()
  const [text, setText] = useState(view.q ?? '')
  function onSubmit (event: FormEvent): void {
    event.preventDefault()
    set({ q: text.trim() === '' ? null : text })
  }
  return (
    <div className="search">
      <h1>Search</h1>
      <form role="search" onSubmit={onSubmit}>
        <label className="wide">
          What an agent would ask
          <input
            type="search"
            dir="auto"
            maxLength={5_000}
            autoFocus
            value={text}
            onChange={event => setText(event.target.value)}
          />
        </label>
        <label>
          Arms
          <select
            value={view.mode ?? 'hybrid'}
            onChange={event => set({ mode: event.target.value === 'hybrid' ? null : event.target.value })}
          >
            <option value="hybrid">words and meaning</option>
            <option value="text">words</option>
            <option value="vector">meaning</option>
          </select>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={view.rerank !== 'none'}
            onChange={event => set({ rerank: event.target.checked ? null : 'none' })}
          />
          Cross-encoder, graph and sessions
        </label>
        {view.rerank === 'none' && (
          <label className="check">
            <input
              type="checkbox"
              checked={view.arm === 'sessions'}
              onChange={event => set({ arm: event.target.checked ? 'sessions' : null })}
            />
            Sessions alone
          </label>
        )}
        <button className="primary" disabled={text.trim() === ''}>Search</button>
      </form>
      {view.q !== undefined && <Results />}
    </div>
  )
}

export function useSearchRequest () {
  const { userId } = useSession()
  const { view } = useView()
  const { asOfParameter, knownAtParameter } = useMoment()
  return {
    user_id: userId,
    query: view.q ?? '',
    top_k: 20,
    mode: (view.mode ?? 'hybrid') as 'hybrid',
    rerank: view.rerank === 'none' ? null : 'cross_encoder' as const,
    include_session_arm: view.rerank === 'none' && view.arm === 'sessions',
    explain: true,
    app_name: 'dashboard',
    ...(asOfParameter && { as_of: asOfParameter }),
    ...(knownAtParameter && { known_at: knownAtParameter })
  }
}

function Results () {
  const body = useSearchRequest()
  const found = useQuery({
    queryKey: ['search', body],
    queryFn: () => data(api.POST('/api/v1/memories/search', { body })),
    staleTime: Infinity
  })
  if (found.error !== null) {
    return (
      <Problem
        error={found.error}
        onRetry={() => {
          void found.refetch()
        }}
      />
    )
  }
  if (found.data === undefined) return <Loading what="what is remembered" />
  const byFusing = [...found.data.results].sort((a, b) => b.rrf_score - a.rrf_score)
  const { results, degraded, no_relevant_memory: nothing, took_ms: took, timings } = found.data
  return (
    <>
      {degraded.length > 0 && (
        <p className="problem" role="alert">Not whole: {degraded.join(', ')} did not do their part.</p>
      )}
      <p className="count" aria-live="polite">
        {results.length === 0 ? 'Nothing found' : `${results.length} found`} in {took.toFixed(1)} ms
      </p>
      {nothing && results.length > 0 && (
        <p className="quiet">Even the best of these is probably not what was asked for.</p>
      )}
      <ol className="hits">
        {results.map((hit, index) => (
          <HitRow key={hit.id} hit={hit} place={index + 1} fused={byFusing.indexOf(hit) + 1} />
        ))}
      </ol>
      {timings && <Timings timings={timings} />}
      {supports.explainMiss && (
        <WhyNot
          request={body}
          found={results.map(({ id }) => id)}
        />
      )}
    </>
  )
}

/** Stages that run at the same time overlap, so each has its own bar from the same start. */
function Timings ({ timings }: { timings: Record<string, number> }) {
  const rows = Object.entries(timings)
  const longest = Math.max(...rows.map(([, ms]) => ms), 0.001)
  return (
    <section className="timings">
      <h2>Where the time went</h2>
      <table>
        <tbody>
          {rows.map(([stage, ms]) => (
            <tr key={stage}>
              <th scope="row">{stage.replace(/_ms$/, '').replaceAll('_', ' ')}</th>
              <td className="number">{ms.toFixed(1)} ms</td>
              <td className="bar-cell">
                <svg className="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={Math.max(0.5, ms / longest * 100)} height="4" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
