/** Why was a memory not found? The service replays the search and names the first stage that dropped it. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError, data, json } from '../api/client.ts'
import type { Miss } from '../api/shapes.ts'
import { Problem } from '../parts/problem.tsx'
import { withControls } from '../parts/words.tsx'
import { useSession } from '../session.tsx'

export function WhyNot ({ request, found }: { request: object, found: string[] }) {
  const { userId } = useSession()
  const [text, setText] = useState('')
  const candidates = useQuery({
    queryKey: ['memories', userId, 'why-not', text],
    enabled: text.trim().length > 1,
    queryFn: () =>
      data(api.GET('/api/v1/memories', {
        params: { query: { user_id: userId, search_query: text, size: 6, include_superseded: true } }
      }))
  })
  const explain = useMutation({
    mutationFn: (id: string) => json<Miss>('POST', `/memories/${encodeURIComponent(id)}/explain-miss`, request)
  })
  const missing = (candidates.data?.items ?? []).filter(({ id }) => !found.includes(id))
  return (
    <details className="why-not">
      <summary>Why was something not found?</summary>
      <label className="wide">
        Words of the memory you expected
        <input
          type="search"
          dir="auto"
          maxLength={500}
          value={text}
          onChange={event => {
            setText(event.target.value)
            explain.reset()
          }}
        />
      </label>
      {candidates.error !== null && <Problem error={candidates.error} />}
      {candidates.data !== undefined && missing.length === 0 && (
        <p className="quiet">
          {candidates.data.total === 0 ? 'No memory holds all of these words.' : 'It is among the results above.'}
        </p>
      )}
      <ul>
        {missing.map(({ id, content }) => (
          <li key={id}>
            <button type="button" className="link sentence" onClick={() => explain.mutate(id)}>
              <bdi>{withControls(content.slice(0, 200))}</bdi>
            </button>
            {explain.variables === id && explain.data !== undefined && <Answer miss={explain.data} />}
          </li>
        ))}
      </ul>
      {explain.error !== null && (explain.error instanceof ApiError && explain.error.status === 404
        ? <p className="quiet">This service cannot say.</p>
        : <Problem error={explain.error} />)}
    </details>
  )
}

function Answer ({ miss: { stage, reason, ranks } }: { miss: Miss }) {
  const given = Object.entries(ranks ?? {}).filter(([, rank]) => rank !== null)
  return (
    <p role="status">
      <strong>{stage.replaceAll('_', ' ')}</strong>: {reason}
      {given.length > 0 && <>{' '}({given.map(([arm, rank]) => `${arm} ${String(rank)}.`).join(', ')})</>}
    </p>
  )
}
