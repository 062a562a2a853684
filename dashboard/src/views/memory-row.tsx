import type { MemoryItem } from '../api/client.ts'
import { withControls } from '../parts/words.tsx'
import { formatDay, formatInstant, knownSince } from '../time/format.ts'
import { useView } from '../view-state.ts'

/** Enough to tell one from another; all of it stands in the panel. */
const shownOfText = 300

export function MemoryRow (
  { item, chosen, onToggle }: { item: MemoryItem, chosen: boolean, onToggle: (id: string) => void }
) {
  const { view, set } = useView()
  const { id, content, valid_at: validAt, invalid_at: invalidAt, is_current: current } = item
  const text = content.length > shownOfText ? `${content.slice(0, shownOfText)}…` : content
  return (
    <article className={`memory-row${current ? '' : ' ended'}${view.open === id ? ' open' : ''}`}>
      <input
        type="checkbox"
        checked={chosen}
        aria-label={`Choose: ${text.slice(0, 80)}`}
        onChange={() => onToggle(id)}
      />
      <div>
        <button type="button" className="sentence" aria-expanded={view.open === id} onClick={() => set({ open: id })}>
          {!current && <span className="visually-hidden">ended:{' '}</span>}
          <bdi className="words">{withControls(text)}</bdi>
        </button>
        <p className="marginal">
          <span className={current ? 'dates' : 'dates bracketed'}>
            {invalidAt === null
              ? `since ${formatDay(validAt as string | null)}`
              : `${formatDay(validAt as string | null)} to ${formatDay(invalidAt as string)}`}
          </span>
          <span title={formatInstant(item.created_at)}>
            {knownSince(validAt as string | null, item.created_at)}
          </span>
          {item.app_name !== null && (
            <span>
              <bdi>{String(item.app_name)}</bdi>
            </span>
          )}
          {item.tags.map(tag => (
            <span key={tag} className="tag">
              <bdi>{tag}</bdi>
            </span>
          ))}
          {item.extraction_status !== 'done' && <span className="tag">{item.extraction_status}</span>}
        </p>
      </div>
    </article>
  )
}
