import { useQuery } from '@tanstack/react-query'
import { api, data } from '../../api/client.ts'
import { Problem } from '../../parts/problem.tsx'
import { Words } from '../../parts/words.tsx'
import { useSession } from '../../session.tsx'
import { useView } from '../../view-state.ts'

/** Who or what was clicked: its other names, its summary, and whom it is joined to. */
export function EntityCard ({ id }: { id: string }) {
  const { userId } = useSession()
  const { set } = useView()
  const entity = useQuery({
    queryKey: ['entity', userId, id],
    queryFn: () => data(api.GET('/api/v1/entities/{id}', { params: { path: { id }, query: { user_id: userId } } }))
  })
  if (entity.error !== null) {
    return (
      <Problem
        error={entity.error}
        onRetry={() => {
          void entity.refetch()
        }}
      />
    )
  }
  if (entity.data === undefined) return null
  const { name, type, aliases, summary, summary_stale: stale, neighbours } = entity.data
  return (
    <article className="entity-card">
      <h2>
        <Words text={name} /> <small className="quiet">{type}</small>
      </h2>
      {aliases.length > 0 && (
        <p className="quiet">
          Also <Words text={aliases.join(', ')} />
        </p>
      )}
      {summary !== null && (
        <p>
          <Words text={String(summary)} />
          {stale && <span className="quiet">{' '}(older than its facts)</span>}
        </p>
      )}
      {neighbours.length > 0 && (
        <p>
          Joined to {neighbours.slice(0, 20).map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <button type="button" className="link" onClick={() => set({ center: id })}>
                <bdi>{name}</bdi>
              </button>
            </span>
          ))}
        </p>
      )}
      <button type="button" className="link" onClick={() => set({ center: null })}>Close</button>
    </article>
  )
}
