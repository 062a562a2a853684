/** A conversation in, and what is made of it: each fact with its decision, its quote and what it displaced. */
import { useMemo, useRef, useState, type DragEvent } from 'react'
import { useWriteBar } from '../api/actions.ts'
import { ingest, type IngestAnswer } from '../api/ingest.ts'
import { useRefresh } from '../api/queries.ts'
import type { Decision } from '../api/shapes.ts'
import { supports } from '../api/supports.ts'
import { Problem } from '../parts/problem.tsx'
import { useSession } from '../session.tsx'
import { DateInput } from '../time/date-input.tsx'
import { formatInstant, today } from '../time/format.ts'
import { useView } from '../view-state.ts'
import { Decisions } from './decisions.tsx'
import { Inbox } from './inbox.tsx'
import { parseTurns, type Turn } from './ingest-parse.ts'

export function IngestView () {
  const { userId } = useSession()
  const { go } = useView()
  const refresh = useRefresh()
  const barred = useWriteBar()
  const [text, setText] = useState('')
  const [session, setSession] = useState('')
  const [day, setDay] = useState('')
  const words = useRef<HTMLTextAreaElement>(null)
  const [decisions, setDecisions] = useState<Decision[] | null>(null)
  const [answer, setAnswer] = useState<IngestAnswer | null>(null)
  const [rehearsed, setRehearsed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const running = useRef<AbortController | null>(null)
  const { turns, problem } = useMemo(() => readTurns(text), [text])

  async function onRead (dryRun: boolean): Promise<void> {
    running.current = new AbortController()
    setBusy(true)
    setError(null)
    setAnswer(null)
    setRehearsed(dryRun)
    setDecisions([])
    try {
      setAnswer(
        await ingest(
          {
            user_id: userId,
            messages: day === '' ? turns : turns.map(turn => ({ created_at: `${day}T00:00:00.000Z`, ...turn })),
            app: 'dashboard',
            // By its name it is found in the margin.
            session_id: session.trim() === '' ? `pasted ${formatInstant(new Date().toISOString())}` : session.trim(),
            ...(dryRun && { dry_run: true })
          },
          decision => setDecisions(before => [...before ?? [], decision]),
          running.current.signal
        )
      )
      if (!dryRun) await refresh()
    } catch (failed) {
      if (!(failed instanceof DOMException && failed.name === 'AbortError')) setError(failed as Error)
    } finally {
      setBusy(false)
    }
  }

  function onNext (): void {
    setText('')
    setSession('')
    setDay('')
    setDecisions(null)
    setAnswer(null)
    words.current?.focus()
  }

  async function onDrop (event: DragEvent): Promise<void> {
    const file = event.dataTransfer.files[0]
    if (file === undefined) return
    event.preventDefault()
    setText(await file.text())
  }

  const impossible = busy || !sendable(turns, problem)
  return (
    <div className="ingest">
      <h1>Ingest</h1>
      <div className="ingest-halves">
        <form
          onSubmit={event => {
            event.preventDefault()
            void onRead(false)
          }}
        >
          <label className="wide">
            A conversation: a line a turn with the speaker first, or JSON
            <textarea
              ref={words}
              rows={16}
              dir="auto"
              spellCheck={false}
              value={text}
              onDrop={event => {
                void onDrop(event)
              }}
              placeholder={'user: I moved to Porto in May.\nassistant: How is Porto?'}
              onChange={event => setText(event.target.value)}
            />
          </label>
          <label>
            <span>
              When it was <small>(where its turns do not say)</small>
            </span>
            <DateInput value={day === '' ? undefined : day} zone="here" unset="now" max={today()} onChange={setDay} />
          </label>
          <label>
            <span>
              Name of the conversation <small>(may be left out)</small>
            </span>
            <input maxLength={200} dir="auto" value={session} onChange={event => setSession(event.target.value)} />
          </label>
          <p className="quiet" aria-live="polite">{problem ?? summary(turns)}</p>
          {barred !== null && <p className="quiet">{barred}</p>}
          <p className="actions">
            <button className="primary" disabled={impossible || barred !== null}>Remember</button>
            {supports.dryRun && (
              <button
                type="button"
                disabled={impossible}
                onClick={() => {
                  void onRead(true)
                }}
              >
                Only show what would be kept
              </button>
            )}
            {busy && <button type="button" className="link" onClick={() => running.current?.abort()}>Stop</button>}
          </p>
        </form>
        <section aria-label="What was made of it" aria-busy={busy}>
          {decisions === null && <p className="quiet">What is made of it appears here, fact by fact.</p>}
          {decisions !== null && <Decisions decisions={decisions} answer={answer} busy={busy} rehearsed={rehearsed} />}
          {error !== null && (
            <Problem
              error={error}
              onRetry={() => {
                void onRead(rehearsed)
              }}
            />
          )}
          {answer !== null && !rehearsed && (decisions ?? []).length > 0 && (
            <p className="actions">
              <button type="button" onClick={() => go('/')}>See the leaf</button>
              <button type="button" onClick={onNext}>Paste another</button>
            </p>
          )}
        </section>
      </div>
      <Inbox />
    </div>
  )
}

function sendable (turns: Turn[], problem: string | null): boolean {
  return problem === null && turns.length > 0 && turns.length <= 500
}

function readTurns (text: string): { turns: Turn[], problem: string | null } {
  try {
    return { turns: parseTurns(text), problem: null }
  } catch (error) {
    return { turns: [], problem: (error as Error).message }
  }
}

function summary (turns: Turn[]): string {
  if (turns.length === 0) return ''
  if (turns.length > 500) return `${turns.length} turns; at most 500 can be read at once.`
  const speakers = new Set(turns.map(({ role, name }) => name ?? role))
  return `${turns.length} ${turns.length === 1 ? 'turn' : 'turns'} by ${[...speakers].join(', ')}`
}
