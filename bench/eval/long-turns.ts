/**
 * A talk between two people as if it had been a chat with an assistant: what one says within some exchanges is one long
 * turn that ends in its questions, what the other says is another; all talks are one user's.
 */
import type { Talk } from './talks.ts'

/** Characters of either side after which both turns end. */
const longest = 900
/** Sessions that become one. */
const sessionsJoined = 6

export function inLongTurns (talks: Talk[]): Talk[] {
  const joined = talks.map(joinTurns)
  return [{
    id: 'all',
    turns: joined.flatMap(({ turns }) => turns),
    questions: joined.flatMap(({ questions }) => questions)
  }]
}

function joinTurns ({ id: talk, turns, questions }: Talk): Talk {
  const joined: Talk['turns'] = []
  const joinedOf = new Map<string, string>()
  const user = speakerOf(turns[0]?.text ?? '')
  const sessions = [...new Set(turns.map(({ sessionId }) => sessionId))]
  for (const [place, session] of sessions.entries()) {
    const said: Record<'user' | 'assistant', string> = { user: '', assistant: '' }
    let parts: Array<[keyof typeof said, string]> = []
    const end = (at: string) => {
      for (const role of ['user', 'assistant'] as const) {
        if (said[role] === '') continue
        const id = `${talk}:${joined.length + 1}`
        joined.push({
          id,
          sessionId: `${talk}:${Math.floor(place / sessionsJoined)}`,
          at,
          text: `${role}: ${questionsLast(said[role], role)}`
        })
        for (const [by, part] of parts) if (by === role) joinedOf.set(part, id)
        said[role] = ''
      }
      parts = []
    }
    const within = turns.filter(({ sessionId }) => sessionId === session)
    for (const { id, at, text } of within) {
      const role = speakerOf(text) === user ? 'user' : 'assistant'
      said[role] += ` ${text.replace(/^[^:]*: /, '')}`
      parts.push([role, id])
      if (said[role].length > longest) end(at)
    }
    end(within[0]?.at ?? '')
  }
  return {
    id: talk,
    turns: joined,
    questions: questions.map(question => ({
      ...question,
      evidence: [...new Set(question.evidence.map(id => joinedOf.get(id) as string))]
    }))
  }
}

const speakerOf = (text: string): string => text.slice(0, text.indexOf(':'))

/** A user tells and then asks, an assistant asks nothing. */
function questionsLast (text: string, role: 'user' | 'assistant'): string {
  const sentences = text.match(/[^.!?]+[.!?]*/g) ?? [text]
  const asked = sentences.filter(one => one.endsWith('?'))
  const told = sentences.filter(one => !one.endsWith('?')).join('').trim()
  if (role === 'assistant') return told || text.trim()
  return `${told} ${asked.join('').trim() || 'What do you think?'}`.trim()
}
