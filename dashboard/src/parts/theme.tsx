import { useState } from 'react'

type Theme = 'auto' | 'light' | 'dark'
const names: Record<Theme, string> = { auto: 'as the system', light: 'light', dark: 'dark' }
const next: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' }
const signs: Record<Theme, string> = { auto: '◐', light: '○', dark: '●' }
const place = 'palimpsest.theme'

function chosen (): Theme {
  try {
    const value = localStorage.getItem(place)
    return value === 'light' || value === 'dark' ? value : 'auto'
  } catch {
    return 'auto'
  }
}

export function applyTheme (theme = chosen()): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    localStorage.setItem(place, theme)
  } catch {}
}

export function ThemeButton () {
  const [theme, setTheme] = useState(chosen)
  return (
    <button
      type="button"
      className="link theme"
      aria-label={`Colours: ${names[theme]}. Change.`}
      title={`Colours: ${names[theme]}`}
      onClick={() => {
        applyTheme(next[theme])
        setTheme(next[theme])
      }}
    >
      <span aria-hidden="true">{signs[theme]}</span>
    </button>
  )
}
