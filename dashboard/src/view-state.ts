/** What is looked at, all of it in the address: user, both times, filters, the memory that is open. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** A date (`2024-05-01`) or an instant. */
export interface View {
  user?: string
  /** What was true then. */
  as_of?: string
  /** What was believed then. */
  known_at?: string
  /** The memory whose panel is open. */
  open?: string
  q?: string
  state?: string
  type?: string
  app?: string
  session?: string
  tag?: string
  category?: string
  subject?: string
  mode?: string
  rerank?: string
  /** A further arm of a search that is not reranked. */
  arm?: string
  depth?: string
  since?: string
  center?: string
  /** The subject and predicate on the plate, as JSON. */
  line?: string
}

const names = [
  'user',
  'as_of',
  'known_at',
  'open',
  'q',
  'state',
  'type',
  'app',
  'session',
  'tag',
  'category',
  'subject',
  'mode',
  'rerank',
  'arm',
  'depth',
  'since',
  'center',
  'line'
] as const satisfies ReadonlyArray<keyof View>

export function readView (search: Record<string, unknown>): View {
  return Object.fromEntries(names.flatMap(name => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 5_000)]] : []
  })) as View
}

export type Patch = { [Name in keyof View]?: string | null }

/** The same view with some of it changed; null takes a part away. */
export function patched (view: View, patch: Patch): View {
  return readView({ ...view, ...Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value ?? ''])) })
}

/** What stays when another page is opened. */
export function carried (view: View): View {
  return readView({ user: view.user, as_of: view.as_of, known_at: view.known_at })
}

export function useView () {
  const view = useSearch({ strict: false }) as View
  const navigate = useNavigate()
  return useMemo(() => ({
    view,
    /** `replace` keeps the change out of the history, for what changes with every key. */
    set (patch: Patch, replace = false): void {
      void navigate({ to: '.', search: patched(view, patch) as never, replace })
    },
    go (to: string, patch: Patch = {}): void {
      void navigate({ to, search: patched(carried(view), patch) as never })
    }
  }), [view, navigate])
}
