/** A conversation cut into pieces a small model can read: at turn boundaries, with the end of the piece before as context. */
import type { Turn } from '../../../kernel/capabilities/distiller.ts'
import { withoutSecrets } from './secrets.ts'

export interface Window {
  /** As put before the model, numbered by place in the conversation from 1. */
  text: string
  /** Places in the conversation of the turns facts may come from. */
  fresh: number[]
}

/** About 3,500 tokens of most languages; leaves room for prompt and answer in a context of 8,192. */
const longestWindow = 14_000
/** How much of the piece before is shown again. */
const longestContext = 1_500

const roles = { machinery: /^(system|developer|tool|function)$/i, assistant: /^(assistant|ai|bot|model|agent)$/i }

/** System texts and the output of tools are nobody's words. */
export function isMachinery ({ role }: Turn): boolean {
  return roles.machinery.test(role)
}

export function isAssistant ({ role }: Turn): boolean {
  return roles.assistant.test(role)
}

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
    if (isMachinery(turn) || turn.content.trim() === '') continue
    for (const part of partsOf(withoutSecrets(turn.content))) {
      const piece = written(turn, place, part)
      if (length + piece.length > longestWindow) close()
      pieces.push(piece)
      fresh.push(place)
      length += piece.length
    }
  }
  close()
  return windows
}

function written ({ role, name, at }: Turn, place: number, content: string): string {
  const when = new Date(at)
  const day = when.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  const who = `${roles.assistant.test(role) ? 'assistant' : 'user'}"${name === null ? '' : ` name="${name.replace(/["<>\n]/g, ' ')}"`}`
  // What is written in a turn cannot close it and pose as another.
  return `<turn number="${place + 1}" role="${who} date="${day}, ${when.toISOString().slice(0, 16).replace('T', ' ')}">\n${content.replace(/<(\/?)turn/gi, '‹$1turn')}\n</turn>`
}

/** The last pieces that fit into the context together; a piece too long for it is left out. */
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
  const room = longestWindow - longestContext - 500
  const parts: string[] = []
  for (let rest = content; rest !== '';) {
    if (rest.length <= room) return [...parts, rest]
    const head = rest.slice(0, room)
    const end = Math.max(head.lastIndexOf('\n'), ...[...head.matchAll(/[.!?。！？]\s*/gu)].slice(-1).map(({ index, 0: stop }) => index + stop.length - 1))
    const cut = end > room / 2 ? end + 1 : room
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return parts
}
