/** Correcting and retiring: both are further events, and both can be undone. */
import { useState, type FormEvent } from 'react'
import { useActions } from '../api/actions.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Words } from '../parts/words.tsx'
import { useView } from '../view-state.ts'

export function CorrectForm ({ id, text, onClose }: { id: string, text: string, onClose: () => void }) {
  const [words, setWords] = useState(text)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { correct } = useActions()
  const { set } = useView()

  async function onSubmit (event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      const corrected = await correct(id, words.trim())
      onClose()
      set({ open: corrected.id })
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(false)
    }
  }

  return (
    <Dialog title="Correct" onClose={onClose}>
      <form
        onSubmit={event => {
          void onSubmit(event)
        }}
      >
        <p className="quiet">The words as they are stay readable beneath.</p>
        <label>
          What it should say
          <textarea
            dir="auto"
            rows={4}
            required
            maxLength={50_000}
            autoFocus
            value={words}
            onChange={event => setWords(event.target.value)}
          />
        </label>
        {problem !== null && <p className="problem" role="alert">{problem}</p>}
        <p className="actions">
          <button className="primary" disabled={busy || words.trim() === '' || words.trim() === text}>Correct</button>
          <button type="button" onClick={onClose}>Leave as it is</button>
        </p>
      </form>
    </Dialog>
  )
}

export function RetireForm (
  { memories, onClose }: { memories: Array<{ id: string, text: string }>, onClose: () => void }
) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { retire } = useActions()

  async function onSubmit (event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      await retire(memories.map(({ id }) => id), reason.trim())
      onClose()
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={memories.length === 1 ? 'Retire this memory' : `Retire ${memories.length} memories`}
      onClose={onClose}
    >
      <form
        onSubmit={event => {
          void onSubmit(event)
        }}
      >
        <ul className="chosen">
          {memories.slice(0, 5).map(({ id, text }) => (
            <li key={id}>
              <Words text={text.slice(0, 200)} />
            </li>
          ))}
          {memories.length > 5 && <li className="quiet">and {memories.length - 5} more</li>}
        </ul>
        <p className="quiet">It is no longer recalled. It stays readable in the past, and can be restored.</p>
        <label>
          Why
          <input
            required
            maxLength={500}
            autoFocus
            dir="auto"
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </label>
        {problem !== null && <p className="problem" role="alert">{problem}</p>}
        <p className="actions">
          <button className="primary" disabled={busy || reason.trim() === ''}>Retire</button>
          <button type="button" onClick={onClose}>Leave as it is</button>
        </p>
      </form>
    </Dialog>
  )
}
