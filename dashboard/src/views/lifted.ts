/** Whether the top layer is lifted: while the key is held, or a finger lies still on a sheet. */
import { useEffect, useState } from 'react'

const key = 'l'
/** As long as a phone takes to tell a press from a tap. */
const pressMs = 450
/** A finger is never quite still. */
const stillPx = 12

export function useLifted (): boolean {
  const [byKey, setByKey] = useState(false)
  const [byFinger, setByFinger] = useState(false)
  useEffect(() => listenToKeys(setByKey), [])
  useEffect(() => listenToFingers(setByFinger), [])
  return byKey || byFinger
}

/** Except where it is a letter being written. */
function listenToKeys (lift: (lifted: boolean) => void): () => void {
  const writing = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('keydown', ({ key: pressed, metaKey, ctrlKey, target }) => {
    if (pressed.toLowerCase() === key && !metaKey && !ctrlKey && !writing(target)) lift(true)
  }, { signal })
  window.addEventListener('keyup', () => lift(false), { signal })
  window.addEventListener('blur', () => lift(false), { signal })
  return () => listening.abort()
}

/** One that moves scrolls; a second one zooms. What was lifted by a press is not opened by letting go. */
function listenToFingers (lift: (lifted: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let at: { x: number, y: number } | null = null
  let lifted = false
  const listening = new AbortController()
  const { signal } = listening
  const end = (): void => {
    clearTimeout(timer)
    at = null
    lift(false)
  }
  window.addEventListener('pointerdown', ({ pointerType, isPrimary, target, clientX, clientY }) => {
    end()
    lifted = false
    if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return
    if (target.closest('.sheet-of-one') === null || target.closest('button:not(.sentence)') !== null) return
    at = { x: clientX, y: clientY }
    timer = setTimeout(() => {
      lifted = true
      lift(true)
    }, pressMs)
  }, { signal })
  window.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (at !== null && !lifted && Math.hypot(clientX - at.x, clientY - at.y) > stillPx) end()
  }, { signal })
  for (const name of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(name, end, { signal })
  window.addEventListener('contextmenu', event => {
    if (at !== null) event.preventDefault()
  }, { signal })
  window.addEventListener('click', event => {
    if (!lifted) return
    lifted = false
    event.preventDefault()
    event.stopPropagation()
  }, { signal, capture: true })
  return () => {
    end()
    listening.abort()
  }
}
