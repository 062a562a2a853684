/** Everything of one person gone for good, once the name is typed; the receipt says what was there. */
import { useState } from 'react'
import { send, serviceUrl, type Schemas } from '../api/client.ts'
import { useRefresh } from '../api/queries.ts'
import { Confirm } from '../parts/confirm.tsx'
import { useNotices } from '../parts/notices.tsx'
import { useSession } from '../session.tsx'

export function Erase () {
  const { userId } = useSession()
  const { fail } = useNotices()
  const refresh = useRefresh()
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const [receipt, setReceipt] = useState<Schemas['Erasure'] | null>(null)

  async function onErase (): Promise<void> {
    try {
      const response = await send(`${serviceUrl}/api/v1/users/${encodeURIComponent(userId)}`, { method: 'DELETE' })
      setReceipt(await response.json() as Schemas['Erasure'])
      setAsking(false)
      await refresh()
    } catch (error) {
      fail(error)
    }
  }

  return (
    <section>
      <h2>Erase</h2>
      <p>
        Everything of{' '}
        <strong>
          <bdi>{userId}</bdi>
        </strong>, for good, with every trace.
      </p>
      <p className="actions">
        <button
          type="button"
          className="danger"
          onClick={() => {
            setTyped('')
            setAsking(true)
          }}
        >
          Erase everything…
        </button>
      </p>
      {receipt !== null && (
        <div role="status" className="receipt">
          <p>Erased {new Date(receipt.erased_at).toLocaleString()}:</p>
          <ul>
            {Object.entries(receipt.removed).map(([what, number]) => (
              <li key={what}>{number.toLocaleString()} {what}</li>
            ))}
          </ul>
        </div>
      )}
      {asking && (
        <Confirm
          title="Erase everything"
          act="Erase everything of this user"
          keep="Keep it"
          disabled={typed !== userId}
          onAct={() => {
            void onErase()
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            This cannot be undone. Type{' '}
            <strong>
              <bdi>{userId}</bdi>
            </strong>{' '}
            to go on.
          </p>
          <label>
            Name<input
              autoComplete="off"
              spellCheck={false}
              dir="auto"
              autoFocus
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
          </label>
        </Confirm>
      )}
    </section>
  )
}
