/** A user's words, and nothing but words: text nodes in a <bdi>, with what would hide or reorder them made visible. */
import { Fragment, useState } from 'react'

/** Controls, and what overrides direction or has no width; not the joiners that scripts and emoji need. */
const hidden = new RegExp(
  '([\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f' +
    '\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb])'
)
const shownAtFirst = 600

export function Words ({ text, whole = false }: { text: string, whole?: boolean }) {
  const [all, setAll] = useState(whole)
  const cut = !all && text.length > shownAtFirst + 80
  const shown = cut ? text.slice(0, cutAt(text)) : text
  return (
    <>
      <bdi className="words">{withControls(shown)}{cut && '…'}</bdi>
      {cut && (
        <button
          type="button"
          className="link more"
          onClick={event => {
            event.stopPropagation()
            setAll(true)
          }}
        >
          show all {text.length.toLocaleString()} characters
        </button>
      )}
    </>
  )
}

/** Not between the halves of a surrogate pair. */
function cutAt (text: string): number {
  const code = text.charCodeAt(shownAtFirst - 1)
  return code >= 0xd800 && code <= 0xdbff ? shownAtFirst - 1 : shownAtFirst
}

export function withControls (text: string) {
  return text.split(hidden).map((part, index) =>
    index % 2 === 0 ?
      <Fragment key={index}>{part}</Fragment> :
      (
        <span key={index} className="control" title="A character that cannot be seen">
          {`U+${part.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`}
        </span>
      )
  )
}

export function Quote ({ text }: { text: string | null | undefined }) {
  if (text === null || text === undefined || text === '') return null
  return (
    <q className="quote">
      <Words text={text} />
    </q>
  )
}
