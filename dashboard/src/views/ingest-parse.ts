/** A pasted conversation as turns: JSON as the API takes it, or lines that begin with who speaks. */
export interface Turn {
  role: string
  content: string
  name?: string
  created_at?: string
}

const assistants = /^(assistant|ai|bot|agent|model|claude|chatgpt|gpt|system)$/i
const users = /^(user|me|i|human)$/i

/** Throws a sentence that says what is wrong. */
export function parseTurns (text: string): Turn[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  if (/^[[{]/.test(trimmed)) return parseJson(trimmed)
  const turns: Turn[] = []
  for (const line of trimmed.split(/\r?\n/)) {
    const match = /^\s*([\p{L}\p{N}_ .'-]{1,40}):\s+(.*)$/u.exec(line)
    const last = turns.at(-1)
    if (match !== null) turns.push(turnOf(match[1]!.trim(), match[2]!))
    else if (last !== undefined) last.content += `\n${line}`
    else turns.push({ role: 'user', content: line })
  }
  return turns.map(turn => ({ ...turn, content: turn.content.trim() })).filter(({ content }) => content !== '')
}

function turnOf (speaker: string, content: string): Turn {
  if (assistants.test(speaker)) return { role: 'assistant', content }
  if (users.test(speaker)) return { role: 'user', content }
  return { role: 'user', name: speaker, content }
}

function parseJson (text: string): Turn[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new Error('This begins like JSON and is none.')
  }
  const messages = Array.isArray(parsed) ? parsed : (parsed as { messages?: unknown }).messages
  if (!Array.isArray(messages)) throw new Error('A list of messages is wanted, or an object with one under "messages".')
  return messages.map((message, index) => {
    const { role, content, name, created_at: at } = (message ?? {}) as Record<string, unknown>
    if (typeof content !== 'string') throw new Error(`Message ${index + 1} has no text under "content".`)
    return {
      role: typeof role === 'string' ? role : 'user',
      content,
      ...(typeof name === 'string' && { name }),
      ...(typeof at === 'string' && { created_at: at })
    }
  })
}
