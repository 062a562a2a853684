/** When this device last showed what changed of a user, for "since I last looked". Kept on the device, never sent. */
const name = 'palimpsest.looked'
/** As it was when the page was opened: looking now does not move it. */
const before = read()

export function lastLooked (userId: string): string | null {
  return before[userId] ?? null
}

export function looked (userId: string): void {
  try {
    localStorage.setItem(name, JSON.stringify({ ...read(), [userId]: new Date().toISOString() }))
  } catch {}
}

/** A device may refuse storage, and what is stored may be anything. */
function read (): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    return Object.fromEntries(
      Object.entries(stored as object).filter(([, time]) => !Number.isNaN(Date.parse(String(time))))
    )
  } catch {
    return {}
  }
}
