/** Short notices at the foot of the page, some with an undo; and what is done only after eight seconds without one. */
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'

interface Notice {
  id: number
  text: string
  undo?: () => void | Promise<void>
  problem?: boolean
}

interface Notices {
  tell: (text: string, undo?: () => void | Promise<void>) => void
  fail: (error: unknown) => void
  /** Calls `act` after eight seconds, at once when the page is left, and never when undone. */
  later: (text: string, act: () => Promise<unknown>, undone?: () => void) => void
}

const Context = createContext<Notices | null>(null)
const readMs = 8_000

export function useNotices (): Notices {
  const notices = useContext(Context)
  if (notices === null) throw new Error('There are no notices here.')
  return notices
}

export function NoticeProvider ({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Notice[]>([])
  const next = useRef(1)
  const waiting = useRef(new Map<number, () => void>())
  const close = useCallback((id: number) => setShown(all => all.filter(notice => notice.id !== id)), [])

  const notices = useMemo<Notices>(() => {
    function open (notice: Omit<Notice, 'id'>): number {
      const id = next.current++
      setShown(all => [...all.slice(-2), { id, ...notice }])
      setTimeout(() => close(id), notice.problem ? readMs * 2 : readMs)
      return id
    }
    const fail = (error: unknown): void => {
      open({ text: error instanceof Error ? error.message : String(error), problem: true })
    }
    return {
      tell (text, undo) {
        open({ text, ...(undo && { undo }) })
      },
      fail,
      later (text, act, undone) {
        const run = (): void => {
          clearTimeout(timer)
          if (waiting.current.delete(id)) {
            act().catch(error => {
              undone?.()
              fail(error)
            })
          }
        }
        const id: number = open({
          text,
          undo: () => {
            clearTimeout(timer)
            waiting.current.delete(id)
            undone?.()
          }
        })
        const timer = setTimeout(run, readMs)
        waiting.current.set(id, run)
      }
    }
  }, [close])

  useEffect(() => {
    const leave = (): void => {
      for (const run of waiting.current.values()) run()
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])

  return (
    <Context.Provider value={notices}>
      {children}
      <div className="notices" role="status" aria-live="polite">
        {shown.map(({ id, text, undo, problem }) => (
          <div key={id} className={problem ? 'notice failed' : 'notice'}>
            <span>{text}</span>
            {undo !== undefined && (
              <button
                type="button"
                onClick={() => {
                  close(id)
                  void Promise.resolve(undo()).catch(notices.fail)
                }}
              >
                Undo
              </button>
            )}
            <button type="button" className="link" aria-label="Close this notice" onClick={() => close(id)}>×</button>
          </div>
        ))}
      </div>
    </Context.Provider>
  )
}
