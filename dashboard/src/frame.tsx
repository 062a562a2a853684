/** What is around every page: who, where, when, and the way to everything else. */
import { Link, Outlet } from '@tanstack/react-router'
import { useState, useEffect } from 'react'
import { Commands } from './parts/commands.tsx'
import { pages } from './pages.ts'
import { ThemeButton } from './parts/theme.tsx'
import { UserChoice } from './parts/user-choice.tsx'
import { SessionProvider } from './session.tsx'
import { PastBanner, TimeControl } from './time/control.tsx'
import { carried, useView } from './view-state.ts'
import { DetailPanel } from './views/detail.tsx'

export function Frame () {
  return (
    <SessionProvider>
      <Page />
    </SessionProvider>
  )
}

function Page () {
  const { view, set } = useView()
  const [commands, setCommands] = useState(false)
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
      <a className="skip" href="#main" onClick={event => { event.preventDefault(); document.getElementById('main')?.focus() }}>
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
        <nav aria-label="Pages">
          {pages.map(({ to, name, what }) => (
            <Link key={to} to={to} title={what} search={carried(view) as never} activeOptions={{ exact: true, includeSearch: false }}>
              {name}
            </Link>
          ))}
        </nav>
      </header>
      <PastBanner />
      <div className={view.open === undefined ? 'desk' : 'desk with-panel'}>
        <main id="main" tabIndex={-1}><Outlet /></main>
        {view.open !== undefined && <DetailPanel key={view.open} id={view.open} onClose={() => set({ open: null })} />}
      </div>
      {commands && <Commands onClose={() => setCommands(false)} />}
    </>
  )
}
