/** What is around every page: who, where, when, and the way to everything else. */
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { patiently } from './api/reach.ts'
import { Commands } from './parts/commands.tsx'
import { pages } from './pages.ts'
import { ThemeButton } from './parts/theme.tsx'
import { UserChoice } from './parts/user-choice.tsx'
import { SessionProvider, useSession } from './session.tsx'
import { PastBanner, TimeControl } from './time/control.tsx'
import { carried, useView } from './view-state.ts'
import { DetailPanel } from './views/detail.tsx'

export function Frame () {
  return (
    <SessionProvider>
      <Kind />
    </SessionProvider>
  )
}

const Operate = lazy(() => patiently(async () => ({ default: (await import('./views/operate.tsx')).OperateView })))

/** An operator reads no memories, so there is one page. */
function Kind () {
  const { me, signOut } = useSession()
  if (!me.operator) return <Page />
  return (
    <>
      <header className="masthead">
        <span className="wordmark">
          <span>Palimpsest</span>
        </span>
        <div className="who">
          <span>Operator: counts, health and jobs, no memories{me.read_only && ' (read only)'}</span>
          <button type="button" className="link" onClick={signOut}>Leave</button>
        </div>
        <div className="tools">
          <ThemeButton />
        </div>
      </header>
      <div className="desk">
        <main id="main" tabIndex={-1}>
          <Suspense>
            <Operate />
          </Suspense>
        </main>
      </div>
    </>
  )
}

function Page () {
  const { view, set } = useView()
  const [commands, setCommands] = useState(false)
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const here = pages.find(({ to }) => to === pathname)
  // On a phone the names of the pages are wider than it is.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current !== null && link !== null && link !== undefined) {
      nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2
    }
  }, [pathname])
  useEffect(() => {
    function onKey (event: KeyboardEvent): void {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setCommands(true)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <a
        className="skip"
        href="#main"
        onClick={event => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        Skip to the page
      </a>
      <header className="masthead">
        <Link to="/" search={carried(view) as never} className="wordmark" title="The leaf">
          <span>Palimpsest</span>
        </Link>
        <UserChoice />
        <TimeControl />
        <div className="tools">
          <button type="button" className="link" title="Go to anything" onClick={() => setCommands(true)}>
            <span className="visually-hidden">Go to anything</span>
            <kbd aria-hidden="true">{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} K</kbd>
          </button>
          <ThemeButton />
        </div>
        <div className="pages">
          <nav ref={nav} aria-label="Pages">
            {pages.map(({ to, name, what }) => (
              <Link
                key={to}
                to={to}
                title={what}
                search={carried(view) as never}
                activeOptions={{ exact: true, includeSearch: false }}
              >
                {name}
              </Link>
            ))}
          </nav>
          {here !== undefined && <p className="page-what">{here.name}: {here.what}</p>}
        </div>
      </header>
      <PastBanner />
      <div className={view.open === undefined ? 'desk' : 'desk with-panel'}>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        {view.open !== undefined && <DetailPanel key={view.open} id={view.open} onClose={() => set({ open: null })} />}
      </div>
      {commands && <Commands onClose={() => setCommands(false)} />}
    </>
  )
}
