/** Who is asking, and for whom: the user of the key, or the one chosen where auth is off. Keys are kept in memory. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { api, currentKey, data, onKeyRefused, setKey, type Schemas } from './api/client.ts'
import { useView } from './view-state.ts'
import { KeyForm } from './parts/key-form.tsx'

interface Session {
  userId: string
  me: Schemas['WhoAmI']
  signOut: () => void
}

const Context = createContext<Session | null>(null)
const remembered = 'palimpsest.key'
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('palimpsest.key') : null

/** In an app without users, who a newcomer is. */
const firstUser = 'default'

export function useSession (): Session {
  const session = useContext(Context)
  if (session === null) throw new Error('There is no session here.')
  return session
}

/** Asks the other tabs for their key. Resolves with null when none answers soon. */
async function askOtherTabs (): Promise<string | null> {
  if (channel === null) return null
  return await new Promise(resolve => {
    const giveUp = setTimeout(() => done(null), 400)
    function onMessage ({ data }: MessageEvent) {
      if (typeof data === 'object' && data !== null && typeof data.key === 'string') done(data.key as string)
    }
    function done (key: string | null): void {
      clearTimeout(giveUp)
      channel?.removeEventListener('message', onMessage)
      resolve(key)
    }
    channel.addEventListener('message', onMessage)
    channel.postMessage('key?')
  })
}

channel?.addEventListener('message', ({ data }) => {
  const key = currentKey()
  if (data === 'key?' && key !== null) channel.postMessage({ key })
})

/** A device may refuse storage; the key is then kept as long as the tab. */
function stored (): string | null {
  try {
    return localStorage.getItem(remembered)
  } catch {
    return null
  }
}
function store (key: string | null): void {
  try {
    if (key === null) localStorage.removeItem(remembered)
    else localStorage.setItem(remembered, key)
  } catch {}
}

export function SessionProvider ({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState(false)
  const [tried, setTried] = useState(currentKey() !== null)
  const { view } = useView()
  const client = useQueryClient()
  const me = useQuery({ queryKey: ['whoami'], queryFn: () => data(api.GET('/api/v1/whoami')), staleTime: 60_000 })

  useEffect(() =>
    onKeyRefused(() => {
      if (tried) return setAsking(true)
      setTried(true)
      void (async () => {
        const key = stored() ?? await askOtherTabs()
        if (key === null) return setAsking(true)
        setKey(key)
        await client.invalidateQueries()
      })()
    }), [client, tried])

  async function onKey (key: string, remember: boolean): Promise<void> {
    const before = currentKey()
    setKey(key)
    try {
      const who = await data(api.GET('/api/v1/whoami'))
      client.setQueryData(['whoami'], who)
    } catch (error) {
      setKey(before)
      throw error
    }
    store(remember ? key : null)
    setAsking(false)
    await client.invalidateQueries()
  }

  function signOut (): void {
    setKey(null)
    store(null)
    client.clear()
    setAsking(true)
  }

  return (
    <>
      {me.data && (
        <Context.Provider value={{ me: me.data, userId: userOf(me.data, view.user), signOut }}>
          {children}
        </Context.Provider>
      )}
      {!me.data && !asking && <Starting error={me.failureReason} />}
      {asking && <KeyForm onKey={onKey} />}
    </>
  )
}

function userOf ({ auth, user_id: own, users }: Schemas['WhoAmI'], chosen: string | undefined): string {
  if (auth !== 'open') return String(own)
  return chosen ?? users[0]?.user_id ?? firstUser
}

function Starting ({ error }: { error: Error | null }) {
  if (error === null) return <p className="starting" aria-live="polite">Opening…</p>
  return <p className="starting" role="alert">{error.message} Trying again.</p>
}
