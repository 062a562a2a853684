/** A day to choose, and what stands for none. */
import { dateField, formatInstant } from './format.ts'

interface Props {
  value: string | undefined
  /** In which a time is shown as a day. */
  zone: 'utc' | 'here'
  unset: string
  max?: string
  onChange: (day: string) => void
}

export function DateInput ({ value, zone, unset, max, onChange }: Props) {
  return (
    <span className="date" data-unset={value === undefined ? unset : undefined}>
      <input
        type="date"
        max={max}
        value={dateField(value, zone)}
        title={value && formatInstant(value)}
        onChange={event => onChange(event.target.value)}
      />
    </span>
  )
}
