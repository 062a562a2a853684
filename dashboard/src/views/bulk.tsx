/** What can be done to several at once; the number is said before anything is done. */
import { useState } from 'react'
import { useActions, useWriteBar } from '../api/actions.ts'
import type { MemoryItem } from '../api/client.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { RetireForm } from './detail-forms.tsx'

export function BulkBar ({ items, onDone, onHide }: {
  items: MemoryItem[]
  onDone: () => void
  onHide: (ids: string[], hidden: boolean) => void
}) {
  const [form, setForm] = useState<'retire' | 'tag' | 'delete' | null>(null)
  const [tag, setTag] = useState('')
  const { remove, tag: addTag, fail } = useActions()
  const barred = useWriteBar()
  const active = items.filter(({ state }) => state === 'active')
  const named = items.map(({ id, content }) => ({ id, text: content }))
  const close = (): void => setForm(null)
  return (
    <div className="bulk" role="region" aria-label="Chosen memories">
      <span>
        <strong>{items.length}</strong> chosen
      </span>
      {barred !== null && <span className="quiet">{barred}</span>}
      {barred === null && (
        <>
          <button type="button" disabled={active.length === 0} onClick={() => setForm('retire')}>
            Retire {active.length}
          </button>
          <button type="button" onClick={() => setForm('tag')}>Tag</button>
          <button type="button" className="danger" onClick={() => setForm('delete')}>Delete {items.length}</button>
        </>
      )}
      <button type="button" className="link" onClick={onDone}>Choose none</button>
      {form === 'retire' && (
        <RetireForm
          memories={active.map(({ id, content }) => ({ id, text: content }))}
          onClose={() => {
            close()
            onDone()
          }}
        />
      )}
      {form === 'tag' && (
        <Dialog title={`Tag ${items.length} memories`} onClose={close}>
          <form
            onSubmit={event => {
              event.preventDefault()
              addTag(items, tag.trim()).then(() => {
                close()
                onDone()
              }).catch(fail)
            }}
          >
            <label>
              Tag<input
                required
                maxLength={100}
                dir="auto"
                autoFocus
                value={tag}
                onChange={event => setTag(event.target.value)}
              />
            </label>
            <p className="actions">
              <button className="primary" disabled={tag.trim() === ''}>Tag</button>
            </p>
          </form>
        </Dialog>
      )}
      {form === 'delete' && (
        <Confirm
          title={`Delete ${items.length} ${items.length === 1 ? 'memory' : 'memories'} for good`}
          act="Delete"
          keep="Keep"
          onAct={() => {
            remove(named, hidden => onHide(named.map(({ id }) => id), hidden))
            close()
            onDone()
          }}
          onClose={close}
        >
          <p>
            With every trace. What {items.length === 1 ? 'it' : 'they'}{' '}
            took the place of does not return by itself; to end a memory and keep its history, retire it.
          </p>
        </Confirm>
      )}
    </div>
  )
}
