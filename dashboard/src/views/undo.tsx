/** What would happen, before it happens: what returns, what stays, what is in the way. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { json } from '../api/client.ts'
import { useRefresh } from '../api/queries.ts'
import type { Named, UndoReport } from '../api/shapes.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useNotices } from '../parts/notices.tsx'
import { Loading, Problem } from '../parts/problem.tsx'
import { Words } from '../parts/words.tsx'
import { useSession } from '../session.tsx'

export function UndoDialog (
  { target, onClose }: { target: { change_id: string } | { session_id: string }, onClose: () => void }
) {
  const { userId } = useSession()
  const { tell } = useNotices()
  const refresh = useRefresh()
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const preview = useQuery({
    queryKey: ['undo-preview', userId, target],
    queryFn: () => json<UndoReport>('POST', '/changes/undo', { user_id: userId, ...target, dry_run: true }),
    staleTime: 0,
    gcTime: 0
  })

  async function onUndo (): Promise<void> {
    setBusy(true)
    try {
      const { retired, restored } = await json<UndoReport>('POST', '/changes/undo', { user_id: userId, ...target })
      await refresh()
      tell(`Taken back: ${retired.length} ended, ${restored.length} restored.`)
      onClose()
    } catch (failed) {
      setError(failed as Error)
      setBusy(false)
    }
  }

  const report = preview.data
  const nothing = report !== undefined && report.retired.length + report.restored.length === 0
  return (
    <Dialog title="Undo these?" onClose={onClose} wide>
      {report === undefined && preview.error === null && <Loading what="what would happen" />}
      {preview.error !== null && (
        <Problem
          error={preview.error}
          onRetry={() => {
            void preview.refetch()
          }}
        />
      )}
      {report !== undefined && (
        <>
          <Part title="Would end" items={report.retired} />
          <Part title="Would return" items={report.restored} />
          <Part title="Stays, because later facts rest on it" items={report.kept} />
          <Part title="In conflict" items={report.conflicts} />
          {nothing && <p>There is nothing left to take back.</p>}
          <p className="quiet">Nothing is lost by it: what ends stays readable, and can be restored.</p>
        </>
      )}
      {error !== null && <Problem error={error} />}
      <p className="actions">
        <button
          type="button"
          className="primary"
          disabled={busy || report === undefined || nothing}
          onClick={() => {
            void onUndo()
          }}
        >
          Undo these
        </button>
        <button type="button" onClick={onClose}>Leave as it is</button>
      </p>
    </Dialog>
  )
}

function Part ({ title, items }: { title: string, items: Array<Named & { reason?: string }> }) {
  if (items.length === 0) return null
  return (
    <section>
      <h3>
        {title} <small>{items.length}</small>
      </h3>
      <ul>
        {items.map(({ id, memory, reason }) => (
          <li key={id}>
            <Words text={memory} />
            {reason && (
              <span className="quiet">
                {' '}because: <Words text={reason} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
