import type { Hit } from '../api/client.ts'
import { Quote, Words } from '../parts/words.tsx'
import { formatDay } from '../time/format.ts'
import { useView } from '../view-state.ts'

const arms = [['text_rank', 'words', 'text'], ['vector_rank', 'meaning', 'vector'], ['graph_rank', 'graph', 'graph'], [
  'session_rank',
  'sessions',
  'session'
]] as const

/** `fused` is its place by what the arms found alone. */
export function HitRow ({ hit, place, fused }: { hit: Hit, place: number, fused: number }) {
  const { set, view } = useView()
  const bars: Array<[string, number]> = [
    ['score', hit.score],
    ['fused', hit.rrf_score],
    ...(typeof hit.relevance === 'number' ? [['relevance', hit.relevance] as [string, number]] : [])
  ]
  return (
    <li className={view.open === hit.id ? 'hit open' : 'hit'}>
      <span className="place" aria-hidden="true">{place}</span>
      <div className="hit-words">
        <button type="button" className="sentence" onClick={() => set({ open: hit.id })}>
          <Words text={hit.content} />
        </button>
        <p className="marginal">
          <span>
            {hit.invalid_at === null
              ? `since ${formatDay(hit.valid_at as string | null)}`
              : `${formatDay(hit.valid_at as string | null)} to ${formatDay(hit.invalid_at as string)}`}
          </span>
          {arms.map(([field, name, key]) => {
            const rank = hit[field]
            const raw = hit.scores?.[key]
            return typeof rank === 'number' && (
              <span key={field} title={raw === undefined ? undefined : `raw score ${raw.toPrecision(4)}`}>
                {name} {rank}.
              </span>
            )
          })}
          {fused !== place && (
            <span className="moved" title="By the arms alone; boosts and the cross-encoder moved it.">
              {fused > place ? 'raised' : 'lowered'} from {fused}.
            </span>
          )}
          {hit.similar_ids.length > 0 && <span>{hit.similar_ids.length} alike folded in</span>}
        </p>
        <Quote text={hit.quote as string | null} />
      </div>
      <dl className="scores">
        {bars.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <svg className="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect className="track" width="100" height="4" />
                <rect width={Math.max(0.5, value * 100)} height="4" />
              </svg>
              {value.toFixed(2)}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
