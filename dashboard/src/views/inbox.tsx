/** What waits to be read, or could not be: kept word for word, and found by its words meanwhile. */
import { useQueries } from '@tanstack/react-query'
import { api, data } from '../api/client.ts'
import { Problem } from '../parts/problem.tsx'
import { Words } from '../parts/words.tsx'
import { useSession } from '../session.tsx'
import { formatInstant } from '../time/format.ts'
import { OpenLink } from './detail.tsx'

const shown = 20
/** What waits is read without a further word from here. */
const everyMs = 15_000

function useInbox () {
  const { userId } = useSession()
  const answers = useQueries({
    queries: (['pending', 'failed'] as const).map(status => ({
      queryKey: ['memories', userId, 'inbox', status],
      refetchInterval: everyMs,
      queryFn: () =>
        data(api.GET('/api/v1/memories', {
          params: { query: { user_id: userId, extraction_status: status, size: shown } }
        }))
    }))
  })
  return {
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    items: answers.flatMap(({ data }) => data?.items ?? []),
    waiting: answers[0]?.data?.total ?? 0
  }
}

export function Inbox () {
  const { error, items, waiting } = useInbox()
  if (error === null && items.length === 0) return null
  return (
    <section className="inbox" aria-label="Waiting to be read">
      <h2>Waiting to be read</h2>
      {error !== null && <Problem error={error} />}
      {waiting > 0 && (
        <p className="quiet">
          {waiting.toLocaleString()} kept word for word, found by their words, and read when the model is back.
        </p>
      )}
      <ul>
        {items.map(({ id, content, created_at: at, extraction_error: why }) => (
          <li key={id}>
            <OpenLink id={id}>
              <Words text={content} />
            </OpenLink>{' '}
            <small className="quiet">{formatInstant(at)}</small>
            {why !== null && (
              <p className="problem">
                Not read: <Words text={String(why)} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
