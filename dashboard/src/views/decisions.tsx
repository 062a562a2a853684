import type { IngestAnswer } from '../api/ingest.ts'
import { useMemory, useTimeline } from '../api/queries.ts'
import type { Decision } from '../api/shapes.ts'
import { Quote, Words } from '../parts/words.tsx'
import { OpenLink } from './detail.tsx'

const names: Record<string, string> = {
  ADD: 'kept',
  SUPERSEDE: 'written over',
  UPDATE: 'put more exactly',
  INVALIDATE: 'ended',
  SKIP_DUPLICATE: 'known already',
  NONE: 'nothing to do',
  REFUSED: 'refused',
  ERROR: 'failed'
}

/** What did not do its part, and what that means for the words. */
const inWords: Record<string, string> = {
  llm: 'The language model did not answer: the words are kept, and read when it is back.',
  llm_budget: 'The language model may not be asked any more today: rules read the words, and it does when it may.',
  embeddings: 'The embedder did not answer: the words are kept, and read when it is back.',
  too_many_endings: 'Too much was to end at once, so nothing of it did.',
  llm_overlooked: 'The language model found nothing, so rules read the words.'
}

export function Decisions ({ decisions, answer, busy, rehearsed }: {
  decisions: Decision[]
  answer: IngestAnswer | null
  busy: boolean
  rehearsed: boolean
}) {
  // Those are counted above.
  const troubles = (answer?.degraded ?? []).filter(name => name !== 'unsaid_quotes')
  return (
    <>
      <p className="count" aria-live="polite">
        {busy
          ? 'Reading…'
          : decisions.length === 0
          ? 'Nothing here was worth keeping.'
          : `${decisions.length} decided.`}
        {rehearsed && !busy && <strong>{' '}Nothing was stored.</strong>}
        {!busy && (answer?.refused ?? 0) > 0 && ` ${answer?.refused} left out: their words were not said.`}
      </p>
      <ol className="decisions">
        {decisions.map((decision, index) => <OneDecision key={index} decision={decision} stored={!rehearsed} />)}
      </ol>
      {troubles.map(name => <p key={name} className="problem" role="alert">{inWords[name] ?? `Not whole: ${name}.`}
      </p>)}
    </>
  )
}

function OneDecision ({ decision: { id, memory, event, reason, quote, error, displaced }, stored }: {
  decision: Decision
  stored: boolean
}) {
  const kept = stored && quote === undefined ? id : null
  // A service that does not stream its decisions is asked for the words and for what was written over.
  const over = useTimeline().data?.items.filter(older => kept !== null && older.superseded_by === kept)
  return (
    <li className={`decision ${event.toLowerCase()}`}>
      <span className="verdict">{names[event] ?? event.toLowerCase()}</span>
      <div>
        <p>
          {id !== null && stored
            ? (
              <OpenLink id={id}>
                <Words text={memory} />
              </OpenLink>
            )
            : <Words text={memory} />}
        </p>
        {(displaced ?? over)?.map(older => (
          <p key={older.id} className="displaced">
            over: <Words text={older.memory} />
          </p>
        ))}
        {(reason ?? error) && (
          <p className="quiet">
            because: <Words text={String(reason ?? error)} />
          </p>
        )}
        {kept === null ? <Quote text={quote} /> : <StoredQuote id={kept} />}
      </div>
    </li>
  )
}

function StoredQuote ({ id }: { id: string }) {
  const memory = useMemory(id)
  return <Quote text={memory.data?.quote as string | null | undefined} />
}
