/** What is spoken of together: the colours of the graph, in words. */
import { useState } from 'react'
import { Words } from '../../parts/words.tsx'
import { coloursOfCommunities } from './canvas.tsx'
import type { Community } from './marks.ts'

const shownAtFirst = 6

export function Communities ({ communities, onOpen }: { communities: Community[], onOpen: (id: string) => void }) {
  const [all, setAll] = useState(false)
  if (communities.length === 0) return null
  const shown = all ? communities : communities.slice(0, shownAtFirst)
  return (
    <section className="communities" aria-label="Communities">
      <h2>Spoken of together</h2>
      <ul>
        {shown.map(({ id, name, summary, entities }, place) => (
          <li key={id}>
            {place < coloursOfCommunities && <span className={`swatch community-${place}`} aria-hidden="true" />}
            <button type="button" className="link" onClick={() => onOpen(id)}>
              <Words text={name} />
            </button>{' '}
            <small className="quiet">{entities} {entities === 1 ? 'entity' : 'entities'}</small>
            {summary !== null && (
              <p className="quiet">
                <Words text={summary} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {shown.length < communities.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          All {communities.length.toLocaleString()}
        </button>
      )}
    </section>
  )
}
