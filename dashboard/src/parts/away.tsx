/** Said while the service is asked again and again: what is on the page may be old, and nothing else says so. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { ApiError } from '../api/client.ts'
import { isWaiting, onWaiting } from '../api/reach.ts'

/** The first failure of a question whose answer is awaited and that is still being asked. */
function reasonIn (client: QueryClient): Error | null {
  for (const query of client.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching' })) {
    if (query.state.fetchFailureReason instanceof ApiError) return query.state.fetchFailureReason
  }
  return null
}

export function Away () {
  const client = useQueryClient()
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client])
  const reason = useSyncExternalStore(subscribe, () => reasonIn(client))
  const waiting = useSyncExternalStore(onWaiting, isWaiting)
  if (reason === null && !waiting) return null
  const onRetry = (): void => {
    void client.refetchQueries({ type: 'active' }, { cancelRefetch: true })
  }
  return (
    <div className="notices away" role="alert">
      <div className="notice failed">
        <span>{reason?.message ?? 'The service cannot be reached.'} This page keeps trying.</span>
        {reason !== null && <button type="button" onClick={onRetry}>Try now</button>}
      </div>
    </div>
  )
}
