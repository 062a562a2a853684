/** What went wrong, where the answer would stand: an error is never shown as nothing. */
import { ApiError } from '../api/client.ts'

export function Problem ({ error, onRetry }: { error: Error, onRetry?: () => void }) {
  const detail = error instanceof ApiError ? error.detail : null
  return (
    <div className="problem" role="alert">
      <p>
        <strong>{error.message}</strong>
      </p>
      {detail !== null && <p>{detail}</p>}
      {onRetry !== undefined && <button type="button" onClick={onRetry}>Try again</button>}
    </div>
  )
}

export function Loading ({ what }: { what: string }) {
  return <p className="quiet" aria-live="polite">Reading {what}…</p>
}
