/** The colours of the page for a canvas, resolved once a theme. */
export interface Inks {
  ink: string
  ink2: string
  ink3: string
  rule: string
  sheet: string
  wash: string
  ghost: string
  rubric: string
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const resolved = new Map<string, Inks>()

export function inksOf (element: HTMLElement): Inks {
  const theme = document.documentElement.dataset['theme'] ?? (dark.matches ? 'dark' : 'light')
  const known = resolved.get(theme)
  if (known !== undefined) return known
  const inks = resolve(element)
  resolved.set(theme, inks)
  return inks
}

function resolve (element: HTMLElement): Inks {
  const probe = document.createElement('span')
  element.parentElement?.append(probe)
  // A custom property keeps its light-dark() as written; a colour is resolved.
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const inks = {
    ink: colour('--ink'),
    ink2: colour('--ink-2'),
    ink3: colour('--ink-3'),
    rule: colour('--rule'),
    sheet: colour('--sheet'),
    wash: colour('--wash'),
    ghost: colour('--ghost'),
    rubric: colour('--rubric')
  }
  probe.remove()
  return inks
}

/** Calls back when the theme changes, by the button or by the system; answers how to stop. */
export function onThemeChange (changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  dark.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', changed)
  }
}
