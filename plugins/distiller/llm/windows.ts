/**
 * Splits a conversation into windows that a small model can read: at turn boundaries, with the end of the previous
 * window as context.
 */
import { localTime, type Turn } from '../../../domain/capabilities/distiller.ts'
import { isAssistantRole, isMachineRole } from '../../../domain/roles.ts'
import { withoutSecrets } from '../../_shared/secrets.ts'

export interface Window {
  /** As put before the model, numbered by place in the conversation from 1. */
  text: string
  /** Places in the conversation of the turns facts may come from. */
  fresh: number[]
}

/** About 3,500 tokens of most languages; the rest of a context of 8,192 tokens is for prompt and answer. */
const longestWindow = 14_000
/** How much of the piece before is shown again. */
const longestContext = 1_500

export function windowsOf (turns: Turn[]): Window[] {
  const windows: Window[] = []
  let pieces: string[] = []
  let fresh: number[] = []
  let length = 0
  let context: string[] = []

  function close (): void {
    if (fresh.length === 0) return
    windows.push({ text: [...context, ...pieces].join('\n'), fresh: [...new Set(fresh)] })
    context = tail(pieces).map(piece => piece.replace('<turn ', '<turn context="true" '))
    pieces = []
    fresh = []
    length = context.reduce((sum, piece) => sum + piece.length, 0)
  }

  for (const [place, turn] of turns.entries()) {
    if (isMachineRole(turn.role) || turn.content.trim() === '') continue
    for (const part of partsOf(withoutSecrets(turn.content))) {
      const whole = written(turn, place, part)
      const piece = turn.known === true ? whole.replace('<turn ', '<turn context="true" ') : whole
      if (length + piece.length > longestWindow) close()
      pieces.push(piece)
      if (turn.known !== true) fresh.push(place)
      length += piece.length
    }
  }
  close()
  return windows
}

function written ({ role, name, ...time }: Turn, place: number, content: string): string {
  const when = new Date(localTime(time))
  const day = when.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  const who = `${isAssistantRole(role) ? 'assistant' : 'user'}"${
    name === null ? '' : ` name="${name.replace(/["<>\n]/g, ' ')}"`
  }`
  // The content of a turn must not close its element and open another.
  return `<turn number="${place + 1}" role="${who} date="${day}, ${
    when.toISOString().slice(0, 16).replace('T', ' ')
  }">\n${content.replace(/<(\/?)turn/gi, '‹$1turn')}\n</turn>`
}

/** The last pieces, at most four, that fit into the context. */
function tail (pieces: string[]): string[] {
  const chosen: string[] = []
  let length = 0
  for (const piece of pieces.toReversed()) {
    length += piece.length
    if (length > longestContext || chosen.length === 4) break
    chosen.unshift(piece)
  }
  return chosen
}

/** A turn too long for a window alone is cut where a paragraph or sentence ends. */
function partsOf (content: string): string[] {
  const longestPart = longestWindow - longestContext - 500
  const parts: string[] = []
  for (let rest = content; rest !== '';) {
    if (rest.length <= longestPart) return [...parts, rest]
    const head = rest.slice(0, longestPart)
    const end = Math.max(
      head.lastIndexOf('\n'),
      ...[...head.matchAll(/[.!?。！？]\s*/gu)].slice(-1).map(({ index, 0: stop }) => index + stop.length - 1)
    )
    const cut = end > longestPart / 2 ? end + 1 : longestPart
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return parts
}
