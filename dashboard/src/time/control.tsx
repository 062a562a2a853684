/** Both times, always in sight: what was true then, and what was believed then. */
import { useView } from '../view-state.ts'
import { DateInput } from './date-input.tsx'
import { dateField, formatInstant, today } from './format.ts'
import { useMoment } from './moment.ts'

const dayMs = 86_400_000

export function TimeControl () {
  const { view, set } = useView()
  const { past } = useMoment()
  const weekAgo = dateField(new Date(Date.now() - 7 * dayMs).toISOString(), 'here')
  return (
    <form className="times" aria-label="The time looked at" onSubmit={event => event.preventDefault()}>
      <label title="What was true in the world on that day">
        <span>True on</span>
        <DateInput value={view.as_of} zone="utc" unset="now" onChange={day => set({ as_of: day })} />
      </label>
      <label title="What was known here on that day, right or wrong">
        <span>Known on</span>
        <DateInput
          value={view.known_at}
          zone="here"
          unset="now"
          max={today()}
          onChange={day => set({ known_at: day })}
        />
      </label>
      {past
        ? (
          <button type="button" className="link" onClick={() => set({ as_of: null, known_at: null })}>
            Back to now
          </button>
        )
        : (
          <button
            type="button"
            className="link"
            title="What was known here a week ago"
            onClick={() => set({ known_at: weekAgo })}
          >
            A week ago
          </button>
        )}
    </form>
  )
}

/** Named while one looks at it, and nothing is written there. */
export function PastBanner () {
  const { view } = useView()
  const { past, asOf, knownAt } = useMoment()
  if (!past) return null
  const trueThen = view.as_of === undefined ? 'is true now' : `was true on ${shown(view.as_of, asOf)}`
  const knownThen = view.known_at === undefined ? 'as known now' : `as known on ${shown(view.known_at, knownAt)}`
  return (
    <p className="past-banner" role="status">
      You are looking at what {trueThen}, {knownThen}. Nothing can be changed here.
    </p>
  )
}

function shown (given: string, instant: number): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(given)
    ? formatInstant(`${given}T00:00:00.000Z`)
    : formatInstant(new Date(instant).toISOString())
}
