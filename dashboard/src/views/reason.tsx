/** A reason in words; a memory that it names by its id is named by what it says. */
import { useTimeline } from '../api/queries.ts'
import { Words } from '../parts/words.tsx'
import { useView } from '../view-state.ts'

const id = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/

export function Reason ({ text }: { text: string }) {
  const parts = text.split(id)
  if (parts.length === 1) return <Words text={text} />
  return parts.map((part, place) =>
    place % 2 === 1 ? <Named key={place} id={part} /> : part !== '' && <Words key={place} text={part} />
  )
}

function Named ({ id }: { id: string }) {
  const { set } = useView()
  const interval = useTimeline().data?.items.find(one => one.id === id)
  if (interval === undefined) return <bdi className="words">{id}</bdi>
  return (
    <button type="button" className="link" onClick={() => set({ open: id })}>
      <Words text={`“${interval.memory}”`} />
    </button>
  )
}
