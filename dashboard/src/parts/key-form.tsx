/** Over whatever was there, so that a form which was being filled in is still there afterwards. */
import { useEffect, useRef, useState, type FormEvent } from 'react'

export function KeyForm ({ onKey }: { onKey: (key: string, remember: boolean) => Promise<void> }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [key, setKey] = useState('')
  const [remember, setRemember] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])

  async function onSubmit (event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await onKey(key.trim(), remember)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      className="sheet key-form"
      onCancel={event => event.preventDefault()}
      aria-labelledby="key-title"
    >
      <form
        onSubmit={event => {
          void onSubmit(event)
        }}
      >
        <h2 id="key-title">This service wants a key</h2>
        <p>
          Whoever runs it makes one with{' '}
          <code>palimpsest mint-key &lt;user_id&gt;</code>. It stays in this tab's memory and is sent to this service
          alone.
        </p>
        <label>
          Key
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
            autoFocus
            value={key}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : 'key-problem'}
            onChange={event => setKey(event.target.value)}
          />
        </label>
        <label className="check">
          <input type="checkbox" checked={remember} onChange={event => setRemember(event.target.checked)} />
          Remember on this device
        </label>
        {problem !== null && <p id="key-problem" className="problem" role="alert">{problem}</p>}
        <p className="actions">
          <button className="primary" disabled={busy || key.trim() === ''}>Open</button>
        </p>
      </form>
    </dialog>
  )
}
