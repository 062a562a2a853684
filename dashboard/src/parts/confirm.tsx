import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

/** Asked before what cannot be taken back: what would happen, the button that does it, and the way out. */
export function Confirm ({ title, act, keep, disabled = false, onAct, onClose, children }: {
  title: string
  act: string
  keep: string
  disabled?: boolean
  onAct: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!disabled) onAct()
        }}
      >
        {children}
        <p className="actions">
          <button className="danger" disabled={disabled}>{act}</button>
          <button type="button" onClick={onClose}>{keep}</button>
        </p>
      </form>
    </Dialog>
  )
}
