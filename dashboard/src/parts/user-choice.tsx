/** Whose memories: the key's user, or with auth off any, by choice or by name. */
import { useId, useState } from 'react'
import { useSession } from '../session.tsx'
import { useView } from '../view-state.ts'

export function UserChoice () {
  const { userId, me, signOut } = useSession()
  const { go } = useView()
  const [text, setText] = useState<string | null>(null)
  const list = useId()
  if (me.auth !== 'open') {
    return (
      <div className="who">
        <span>
          Memories of{' '}
          <strong>
            <bdi>{userId}</bdi>
          </strong>
          {me.read_only && ' (read only)'}
        </span>
        <button type="button" className="link" onClick={signOut}>Leave</button>
      </div>
    )
  }
  function onChoose (chosen: string): void {
    setText(null)
    if (chosen.trim() !== '' && chosen !== userId) go('/', { user: chosen, as_of: null, known_at: null })
  }
  return (
    <form
      className="who"
      onSubmit={event => {
        event.preventDefault()
        onChoose(text ?? userId)
      }}
    >
      <label>
        <span>Memories of</span>
        <input
          list={list}
          dir="auto"
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
          value={text ?? userId}
          onFocus={event => event.target.select()}
          onChange={event => {
            setText(event.target.value)
            // A choice from the list, not a key pressed.
            if (!('inputType' in event.nativeEvent) || event.nativeEvent.inputType === 'insertReplacementText') {
              onChoose(event.target.value)
            }
          }}
          onBlur={() => onChoose(text ?? userId)}
        />
      </label>
      <datalist id={list}>
        {me.users.map(({ user_id: id, memories }) => <option key={id} value={id}>{memories} memories</option>)}
      </datalist>
    </form>
  )
}
