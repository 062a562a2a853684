/** One memory, opened beside whatever page it was found on: all that is known of it, and what can be done. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useActions, useWriteBar } from '../api/actions.ts'
import { ApiError, type MemoryDetail } from '../api/client.ts'
import { useAccesses, useHistory, useMemory, useTimeline } from '../api/queries.ts'
import { Loading, Problem } from '../parts/problem.tsx'
import { Quote, Words } from '../parts/words.tsx'
import { formatDay, formatInstant } from '../time/format.ts'
import { useView } from '../view-state.ts'
import { CorrectForm, RetireForm } from './detail-forms.tsx'
import { HistoryList } from './history.tsx'

export function DetailPanel ({ id, onClose }: { id: string, onClose: () => void }) {
  const memory = useMemory(id)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) onClose()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onClose])
  const gone = memory.error instanceof ApiError && memory.error.status === 404
  return (
    <aside ref={panel} className="panel" aria-label="The memory" tabIndex={-1}>
      <button type="button" className="link close" aria-label="Close the memory" onClick={onClose}>×</button>
      {memory.data !== undefined && !gone && <Detail memory={memory.data} />}
      {memory.data === undefined && memory.error === null && <Loading what="the memory" />}
      {gone && <p className="quiet">This memory is not here: it was deleted, or belongs to another user.</p>}
      {memory.error !== null && !gone && (
        <Problem
          error={memory.error}
          onRetry={() => {
            void memory.refetch()
          }}
        />
      )}
    </aside>
  )
}

function Detail ({ memory }: { memory: MemoryDetail }) {
  const { subject, predicate, value } = memory
  return (
    <>
      <h2 className={memory.is_current ? 'fact' : 'fact past'}>
        <Words text={memory.text} />
      </h2>
      <p className="state-line">
        <State memory={memory} />
        {memory.superseded_by !== null && <OpenLink id={String(memory.superseded_by)}>what took its place</OpenLink>}
      </p>
      <Actions memory={memory} />
      {memory.quote !== null && (
        <section>
          <h3>In whose words</h3>
          <p>
            <Quote text={String(memory.quote)} />
            {memory.speaker !== null && (
              <>
                {' '}
                <span className="quiet">
                  said <bdi>{String(memory.speaker)}</bdi>
                </span>
              </>
            )}
          </p>
        </section>
      )}
      <History id={memory.id} />
      <section>
        <h3>Known of it</h3>
        <dl className="facts">
          <Fact name="True from" value={formatInstant(memory.valid_at as string | null)} />
          {memory.invalid_at !== null && <Fact name="True until" value={formatInstant(memory.invalid_at as string)} />}
          <Fact name="Known since" value={formatInstant(memory.created_at)} />
          {memory.expired_at !== null && (
            <Fact name="Believed until" value={formatInstant(memory.expired_at as string)} />
          )}
          {subject !== null && (
            <Fact
              name="Says"
              value={[subject, predicate?.replaceAll('_', ' '), value].filter(Boolean).join(' · ')}
            />
          )}
          <Fact name="Kind" value={memory.memory_type} />
          <Fact name="Read from" value={[memory.source, memory.app_name].filter(Boolean).join(', ')} />
          {memory.session_id !== null && <SessionFact session={String(memory.session_id)} />}
          <Fact name="Confidence" value={`${Math.round(memory.confidence * 100)} %`} />
          {memory.tags.length > 0 && <Fact name="Tags" value={memory.tags.join(', ')} />}
          {memory.categories.length > 0 && <Fact name="Categories" value={memory.categories.join(', ')} />}
          {memory.entities.length > 0 && (
            <Fact
              name="Mentions"
              value={memory.entities.map(({ name }) => name).join(', ')}
            />
          )}
        </dl>
        {Object.keys(memory.metadata_).length > 0 && (
          <pre
            tabIndex={0}
          >{JSON.stringify(memory.metadata_, null, 2)}</pre>
        )}
      </section>
      <Accesses id={memory.id} />
    </>
  )
}

function State ({ memory }: { memory: MemoryDetail }) {
  const interval = useTimeline().data?.items.find(({ id }) => id === memory.id)
  const doubt = (memory as { stale_because?: unknown }).stale_because ?? interval?.stale_because
  return (
    <>
      <span className={`state ${memory.is_current ? 'held' : 'ended'}`}>
        {memory.is_current
          ? 'Held true'
          : memory.invalid_at === null
          ? 'No longer believed'
          : `True until ${formatDay(memory.invalid_at as string)}`}
      </span>
      {interval?.pinned && <span className="state">Pinned</span>}
      {typeof doubt === 'string' && (
        <span className="state doubt">
          In doubt: <Words text={doubt} />
        </span>
      )}
      {typeof doubt === 'object' && doubt !== null && <span className="state doubt">In doubt</span>}
    </>
  )
}

function Actions ({ memory }: { memory: MemoryDetail }) {
  const [form, setForm] = useState<'correct' | 'retire' | null>(null)
  const { restore, pin, remove, fail } = useActions()
  const { set } = useView()
  const barred = useWriteBar()
  const pinned = useTimeline().data?.items.find(({ id }) => id === memory.id)?.pinned ?? false
  if (barred !== null) return <p className="quiet">{barred}</p>
  const { id, text } = memory
  const ended = memory.state !== 'active'
  return (
    <div className="actions">
      {!ended && <button type="button" onClick={() => setForm('correct')}>Correct</button>}
      {!ended && <button type="button" onClick={() => setForm('retire')}>Retire</button>}
      {ended && (
        <button
          type="button"
          onClick={() => {
            restore(id, false).catch(fail)
          }}
        >
          {memory.superseded_by === null ? 'Restore' : 'Restore beside the newer'}
        </button>
      )}
      {ended && memory.superseded_by !== null && (
        <button
          type="button"
          onClick={() => {
            restore(id, true).catch(fail)
          }}
        >
          Restore in place of the newer
        </button>
      )}
      {!ended && (
        <button
          type="button"
          aria-pressed={pinned}
          onClick={() => {
            pin(id, !pinned).catch(fail)
          }}
        >
          {pinned ? 'Unpin' : 'Pin'}
        </button>
      )}
      <button
        type="button"
        className="danger"
        onClick={() => {
          remove([{ id, text }], hidden => {
            if (hidden) set({ open: null })
          })
        }}
      >
        Delete
      </button>
      {form === 'correct' && <CorrectForm id={id} text={text} onClose={() => setForm(null)} />}
      {form === 'retire' && <RetireForm memories={[{ id, text }]} onClose={() => setForm(null)} />}
    </div>
  )
}

function History ({ id }: { id: string }) {
  const history = useHistory(id)
  if (history.error !== null) {
    return (
      <Problem
        error={history.error}
        onRetry={() => {
          void history.refetch()
        }}
      />
    )
  }
  const links = history.data?.history ?? []
  if (links.length === 0) return null
  return (
    <section>
      <h3>How it came and went</h3>
      <HistoryList links={links} id={id} />
    </section>
  )
}

function Accesses ({ id }: { id: string }) {
  const accesses = useAccesses(id)
  if (accesses.error !== null) {
    return (
      <Problem
        error={accesses.error}
        onRetry={() => {
          void accesses.refetch()
        }}
      />
    )
  }
  const rows = accesses.data?.accesses
  if (rows === undefined) return null
  return (
    <section>
      <h3>Who recalled it</h3>
      {rows.length === 0 && <p className="quiet">Nobody yet.</p>}
      {rows.length > 0 && (
        <ul className="accesses">
          {rows.slice(0, 20).map(({ app_name: app, at, rank }, index) => (
            <li key={index}>
              <bdi>{app === null ? 'somebody unnamed' : String(app)}</bdi>, {formatInstant(at)}, in place {rank}
            </li>
          ))}
          {rows.length > 20 && <li className="quiet">and {rows.length - 20} earlier</li>}
        </ul>
      )}
    </section>
  )
}

function SessionFact ({ session }: { session: string }) {
  const { go } = useView()
  return (
    <div>
      <dt>Conversation</dt>
      <dd>
        <button type="button" className="link" onClick={() => go('/margin', { session })}>
          <bdi>{session}</bdi>
        </button>
      </dd>
    </div>
  )
}

function Fact ({ name, value }: { name: string, value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Words text={value} />
      </dd>
    </div>
  )
}

export function OpenLink ({ id, children }: { id: string, children: ReactNode }) {
  const { set } = useView()
  return <button type="button" className="link" onClick={() => set({ open: id })}>{children}</button>
}
