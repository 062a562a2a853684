/** A sentence with the words underlined that an older one did not have. */
import { diffWords } from 'diff'
import { useMemo } from 'react'
import { withControls, Words } from './words.tsx'

/** Beyond this a comparison word by word says little and takes long. */
const longestCompared = 1_000

export function Changed ({ text, before }: { text: string, before: string | undefined }) {
  const parts = useMemo(
    () =>
      before === undefined || text.length > longestCompared || before.length > longestCompared
        ? null
        : diffWords(before, text).filter(({ removed }) => !removed),
    [text, before]
  )
  // Where hardly a word is left, everything would be underlined.
  const kept = parts?.filter(({ added }) => !added).reduce((sum, { value }) => sum + value.length, 0) ?? 0
  if (parts === null || kept < text.length * 0.25) return <Words text={text} />
  return (
    <bdi className="words">
      {parts.map(({ value, added }, index) =>
        added
          ? <ins key={index}>{withControls(value)}</ins>
          : <span key={index}>{withControls(value)}</span>
      )}
    </bdi>
  )
}
