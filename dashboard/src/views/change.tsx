import type { Change } from '../api/shapes.ts'
import { Quote, Words } from '../parts/words.tsx'
import { useTimeline } from '../api/queries.ts'
import { fateOf, words } from '../time/model.ts'
import { useMoment } from '../time/moment.ts'
import { OpenLink } from './detail.tsx'

const howEnded: Record<string, string> = { SUPERSEDE: 'written over', UPDATE: 'put more exactly', INVALIDATE: 'ended' }

export function ChangeRow ({ change: { added, ended, restored } }: { change: Change }) {
  const over = new Map(ended.filter(({ by }) => by !== null).map(one => [one.by, one]))
  return (
    <ul className="change">
      {added.map(({ id, memory, quote }) => {
        const displaced = over.get(id)
        return (
          <li key={`+${id}`}>
            <Sign sign={displaced === undefined ? '+' : '~'} word={displaced === undefined ? 'added' : 'written over'} />
            <div>
              <p><OpenLink id={id}><Words text={memory} /></OpenLink> <Today id={id} /></p>
              {displaced !== undefined && (
                <p className="displaced">
                  {howEnded[displaced.kind] ?? 'over'}: <OpenLink id={displaced.id}><Words text={displaced.memory} /></OpenLink>
                  <span className="quiet"> because: <Words text={displaced.reason} /></span>
                </p>
              )}
              <Quote text={quote} />
            </div>
          </li>
        )
      })}
      {ended.filter(({ by }) => by === null || !added.some(({ id }) => id === by)).map(({ id, memory, reason, quote }) => (
        <li key={`-${id}`}>
          <Sign sign="−" word="ended" />
          <div>
            <p><OpenLink id={id}><Words text={memory} /></OpenLink> <Today id={id} /></p>
            <p className="quiet">because: <Words text={reason} /></p>
            <Quote text={quote} />
          </div>
        </li>
      ))}
      {restored.map(({ id, memory }) => (
        <li key={`^${id}`}>
          <Sign sign="↑" word="restored" />
          <p><OpenLink id={id}><Words text={memory} /></OpenLink> <Today id={id} /></p>
        </li>
      ))}
    </ul>
  )
}

function Sign ({ sign, word }: { sign: string, word: string }) {
  return <span className="sign"><span aria-hidden="true">{sign}</span><span className="visually-hidden">{word}: </span></span>
}

/** What has become of it, at the time looked at. */
function Today ({ id }: { id: string }) {
  const moment = useMoment()
  const interval = useTimeline().data?.items.find(one => one.id === id)
  if (interval === undefined) return null
  const fate = fateOf(interval, moment)
  return <span className={`state ${fate}`}>{words[fate]}</span>
}
