import { useEffect, useId, useRef, type ReactNode } from 'react'

/** A modal sheet: the browser's own dialog, which keeps the focus and closes on Escape. */
export function Dialog ({ title, onClose, children, wide = false }: {
  title: string
  onClose: () => void
  children: ReactNode
  wide?: boolean
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={wide ? 'sheet wide' : 'sheet'}
      aria-labelledby={id}
      onClose={onClose}
      onClick={event => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="sheet-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
