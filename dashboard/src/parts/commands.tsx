/** ⌘K: any page, any user where auth is off, any memory by its words. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { api, data } from '../api/client.ts'
import { pages } from '../pages.ts'
import { useSession } from '../session.tsx'
import { useView } from '../view-state.ts'
import { Problem } from './problem.tsx'
import { withControls } from './words.tsx'

interface Command {
  id: string
  name: string
  note: string
  run: () => void
}

export function Commands ({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const { commands, error } = useCommands(useDeferredValue(text))
  useEffect(() => dialog.current?.showModal(), [])
  const at = Math.min(chosen, commands.length - 1)

  function onKey (event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((at + step + commands.length) % Math.max(1, commands.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onClose()
      commands[at]?.run()
    }
  }

  return (
    <dialog
      ref={dialog}
      className="sheet commands"
      aria-label="Go to anything"
      onClose={onClose}
      onClick={event => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-label="Go to"
        autoFocus
        dir="auto"
        aria-activedescendant={commands[at] && `command-${commands[at].id}`}
        placeholder="A page, a user, words of a memory…"
        value={text}
        maxLength={500}
        onKeyDown={onKey}
        onChange={event => {
          setText(event.target.value)
          setChosen(0)
        }}
      />
      {error !== null && <Problem error={error} />}
      <ul id="commands" role="listbox" aria-label="Found">
        {commands.map(({ id, name, note, run }, index) => (
          <li
            key={id}
            id={`command-${id}`}
            role="option"
            aria-selected={index === at}
            onClick={() => {
              onClose()
              run()
            }}
          >
            <bdi>{withControls(name)}</bdi> <small>{note}</small>
          </li>
        ))}
      </ul>
    </dialog>
  )
}

function useCommands (text: string): { commands: Command[], error: Error | null } {
  const { userId, me } = useSession()
  const { set, go } = useView()
  const words = text.trim()
  const found = useQuery({
    queryKey: ['memories', userId, 'commands', words],
    enabled: words.length > 1,
    queryFn: () =>
      data(api.GET('/api/v1/memories', {
        params: { query: { user_id: userId, search_query: words, size: 8, include_superseded: true } }
      }))
  })
  const matches = (...parts: string[]): boolean =>
    parts.join(' ').toLocaleLowerCase().includes(words.toLocaleLowerCase())
  const commands = [
    ...pages.filter(({ name, what }) => matches(name, what))
      .map(({ to, name, what }) => ({ id: `page-${name}`, name, note: what, run: () => go(to) })),
    ...(words === '' ? [] : [{
      id: 'search',
      name: `Search for “${words}”`,
      note: 'with ranks and scores',
      run: () => go('/search', { q: words })
    }]),
    ...me.users.filter(({ user_id: id }) => id !== userId && words !== '' && matches(id)).slice(0, 5)
      .map(({ user_id: id, memories }) => ({
        id: `user-${id}`,
        name: id,
        note: `${memories} memories`,
        run: () => go('/', { user: id })
      })),
    ...(found.data?.items ?? []).map(({ id, content, is_current: current }) => ({
      id: `memory-${id}`,
      name: content.slice(0, 160),
      note: current ? 'memory' : 'older memory',
      run: () => set({ open: id })
    }))
  ]
  return { commands, error: found.error }
}
