/** One change: at the left the turns it was read from, each with what has become of it; at the right what it did. */
import type { Change, ReadTurn } from '../api/shapes.ts'
import { useTimeline } from '../api/queries.ts'
import { Quote, Words } from '../parts/words.tsx'
import { fateOf, groupBy, words } from '../time/model.ts'
import { useMoment } from '../time/moment.ts'
import { OpenLink } from './detail.tsx'
import { Reason } from './reason.tsx'

type Ended = Change['ended'][number]
type Entry =
  | { kind: 'added', id: string, memory: string, quote: string | null, over: Ended | undefined }
  | { kind: 'ended', id: string, memory: string, quote: string | null, reason: string }
  | { kind: 'restored', id: string, memory: string, quote: null }

const howEnded: Record<string, string> = { SUPERSEDE: 'written over', UPDATE: 'put more exactly', INVALIDATE: 'ended' }

const readSources = new Set<Change['source']>(['conversation', 'import'])

function entriesOf ({ added, ended, restored }: Change): Entry[] {
  const over = new Map(ended.map(one => [one.by, one]))
  const alone = ended.filter(({ by }) => !added.some(({ id }) => id === by))
  return [
    ...added.map(one => ({ kind: 'added' as const, ...one, over: over.get(one.id) })),
    ...alone.map(one => ({ ...one, kind: 'ended' as const })),
    ...restored.map(one => ({ kind: 'restored' as const, ...one, quote: null }))
  ]
}

/** Each turn with what it led to, then what stands beside no turn; the same words stand there once. */
export function ChangeRow ({ change }: { change: Change }) {
  const entries = entriesOf(change)
  const turns = (change.turns ?? []).map(turn => ({
    turn,
    entries: entries.filter(({ id }) => turn.memory_ids.includes(id))
  }))
  const told = new Set(turns.flatMap(one => one.entries.map(({ id }) => id)))
  const others = [...groupBy(entries.filter(({ id }) => !told.has(id)), ({ quote, id }) => quote ?? ` ${id}`).values()]
  return (
    <ul className="change">
      {turns.map(({ turn, entries }, place) => <Told key={place} turn={turn} entries={entries} />)}
      {others.map(entries => (
        <li key={`${entries[0]?.kind} ${entries[0]?.id}`}>
          <div className="turn">
            {entries[0]?.quote == null
              // What is done by hand has none.
              ? readSources.has(change.source) && <span className="quiet">no words were kept</span>
              : <Quote text={entries[0].quote} />}
            <p className="fates">{entries.map(({ id }) => <Today key={id} id={id} />)}</p>
          </div>
          <div>{entries.map(entry => <Done key={entry.id} entry={entry} />)}</div>
        </li>
      ))}
    </ul>
  )
}

function Told ({ turn: { name, words, memory_ids: ids, refused }, entries }: { turn: ReadTurn, entries: Entry[] }) {
  const quotes = entries.map(({ quote }) => quote).filter(quote => quote !== null)
  const again = ids.filter(id => !entries.some(entry => entry.id === id))
  const said = words ?? quotes[0] ?? null
  const nothing = ids.length === 0 && refused.length === 0
  return (
    <li className={nothing ? 'nothing' : ''}>
      <div className="turn">
        {name !== null && (
          <p className="quiet">
            <bdi>{name}</bdi>
          </p>
        )}
        {said === null
          ? <span className="quiet">its words were taken out</span>
          : (
            <p className="said">
              <Marked words={said} quotes={words === null ? [] : quotes} />
            </p>
          )}
        <p className="fates">
          {ids.map(id => <Today key={id} id={id} />)}
          {refused.length > 0 && <span className="state refused">{refused.length} refused</span>}
          {nothing && said !== null && <span className="state">nothing found</span>}
        </p>
      </div>
      <div>
        {entries.map(entry => <Done key={entry.id} entry={entry} />)}
        {again.map(id => <Again key={id} id={id} />)}
        {[...new Set(refused)].map(reason => (
          <p key={reason} className="quiet">
            refused: <Words text={reason} />
          </p>
        ))}
      </div>
    </li>
  )
}

/** The turn, with the words that were quoted from it underlined. */
function Marked ({ words, quotes }: { words: string, quotes: string[] }) {
  const found = quotes.map(quote => ({ from: words.indexOf(quote), length: quote.length }))
    .filter(({ from, length }) => from >= 0 && length < words.length).sort((a, b) => a.from - b.from)
    .filter(({ from }, place, all) => place === 0 || from >= all[place - 1]!.from + all[place - 1]!.length)
  if (found.length === 0) return <Words text={words} />
  const parts = found.flatMap(({ from, length }, place) => {
    const before = place === 0 ? 0 : found[place - 1]!.from + found[place - 1]!.length
    return [words.slice(before, from), words.slice(from, from + length)]
  })
  const last = found.at(-1)!
  return (
    <>
      {[...parts, words.slice(last.from + last.length)].map((part, place) =>
        place % 2 === 1 ?
          (
            <span key={place} className="read-here">
              <Words text={part} />
            </span>
          ) :
          part !== '' && <Words key={place} text={part} />
      )}
    </>
  )
}

/** Stated once more: it was known before. */
function Again ({ id }: { id: string }) {
  const interval = useTimeline().data?.items.find(one => one.id === id)
  if (interval === undefined) return null
  return (
    <p className="displaced">
      known already:{' '}
      <OpenLink id={id}>
        <Words text={interval.memory} />
      </OpenLink>
    </p>
  )
}

function Done ({ entry }: { entry: Entry }) {
  const { id, memory } = entry
  const over = entry.kind === 'added' ? entry.over : undefined
  return (
    <div className="done">
      <p>
        <Sign entry={entry} />
        <OpenLink id={id}>
          <Words text={memory} />
        </OpenLink>
      </p>
      {over !== undefined && (
        <p className="displaced">
          {howEnded[over.kind] ?? 'over'}:{' '}
          <OpenLink id={over.id}>
            <Words text={over.memory} />
          </OpenLink>
        </p>
      )}
      <Because reason={entry.kind === 'ended' ? entry.reason : over?.reason} />
    </div>
  )
}

function Because ({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null
  return (
    <p className="quiet">
      because: <Reason text={reason} />
    </p>
  )
}

function Sign ({ entry }: { entry: Entry }) {
  const [sign, word] = entry.kind === 'ended'
    ? ['−', 'ended']
    : entry.kind === 'restored'
    ? ['↑', 'restored']
    : entry.over === undefined
    ? ['+', 'added']
    : ['~', 'written over']
  return (
    <span className="sign">
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden">{word}:{' '}</span>
    </span>
  )
}

/** What has become of it, at the time looked at. */
function Today ({ id }: { id: string }) {
  const moment = useMoment()
  const interval = useTimeline().data?.items.find(one => one.id === id)
  if (interval === undefined) return null
  const fate = fateOf(interval, moment)
  return <span className={`state ${fate}`}>{words[fate]}</span>
}
