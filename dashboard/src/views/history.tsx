/** What took the place of what, oldest first: the older words, the reason and the words that ended them. */
import { useActions, useWriteBar } from '../api/actions.ts'
import type { Schemas } from '../api/client.ts'
import { Quote, Words } from '../parts/words.tsx'
import { formatDay, formatInstant, justBefore } from '../time/format.ts'
import { useView } from '../view-state.ts'
import { Reason } from './reason.tsx'

const verbs: Record<string, string> = { SUPERSEDE: 'written over', UPDATE: 'put more exactly', INVALIDATE: 'ended' }

export function HistoryList ({ links, id }: { links: Array<Schemas['HistoryLink']>, id: string }) {
  return (
    <ol className="history">
      {links.map((link, index) => (
        <li key={index} className={link.restored_at === null ? '' : 'lifted'}>
          <Side memory={link.old as Schemas['MemoryItem'] | null} own={link.old_id === id} />
          <p className="turn">
            {verbs[link.kind] ?? link.kind.toLowerCase()}
            {link.invalid_at !== null && <>{' '}on {formatDay(link.invalid_at as string)}</>}
            , learned <span title={formatInstant(link.expired_at)}>{formatDay(link.expired_at)}</span>
          </p>
          {link.new_id !== null && <Side memory={link.new as Schemas['MemoryItem'] | null} own={link.new_id === id} />}
          <p className="why">
            <span className="quiet">because:{' '}</span>
            <Reason text={link.reason} /> <Quote text={link.quote as string | null} />
          </p>
          {link.restored_at === null && <TakeBack link={link} />}
          {link.restored_at !== null && (
            <p className="why">
              Taken back on {formatInstant(link.restored_at as string)}: the older one is believed again.
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

/** To where the older one was believed, and back to believing it. */
function TakeBack (
  { link: { old_id: old, new_id: by, old: older, expired_at: at } }: { link: Schemas['HistoryLink'] }
) {
  const { go } = useView()
  const { restore, fail } = useActions()
  const barred = useWriteBar()
  return (
    <p className="why">
      <button type="button" className="link" onClick={() => go('/', { known_at: justBefore(at) })}>
        What was known before
      </button>
      {barred === null && by !== null && older !== null && (
        <button
          type="button"
          className="link"
          onClick={() => {
            restore(old, true).catch(fail)
          }}
        >
          Take this back
        </button>
      )}
    </p>
  )
}

function Side ({ memory, own }: { memory: Schemas['MemoryItem'] | null, own: boolean }) {
  const { set } = useView()
  if (memory === null) return <p className="quiet">A memory that was deleted.</p>
  if (own) {
    return (
      <p className="own">
        <Words text={memory.content} />
      </p>
    )
  }
  return (
    <p>
      <button type="button" className="link sentence" onClick={() => set({ open: memory.id })}>
        <Words text={memory.content} />
      </button>
    </p>
  )
}
