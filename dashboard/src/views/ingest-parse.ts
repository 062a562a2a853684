/**
 * A pasted conversation as turns: JSON as the API and others hold it, or lines that begin with who speaks, as chats are
 * copied and exported.
 */
export interface Turn {
  role: string
  content: string
  name?: string
  created_at?: string
}

const assistants = /^(assistant|ai|bot|agent|model|claude|chatgpt|gpt|gemini|copilot|system)$/i
const users = /^(user|me|i|you|human)$/i
const machines = /^(tool|function|developer)$/i
const isKnown = (speaker: string) => [assistants, users, machines].some(known => known.test(speaker))

/** "[12/05/2026, 10:03:22] ", "12.05.26, 10:03 - ", "10:03 ": when a messenger says that the line was sent. */
const stamp =
  /^\s*\u200e?\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?\]?(?:\s+-)?\s+/i

/** Throws a sentence that says what is wrong. */
export function parseTurns (text: string): Turn[] {
  const trimmed = text.trim()
  if (/^(?:\{|\[\s*[{\]])/.test(trimmed)) return parseJson(trimmed)
  const turns: Turn[] = []
  for (const line of trimmed.split(/\r?\n/)) {
    const begun = beginning(line.replace(stamp, ''))
    const last = turns.at(-1)
    if (begun !== null) turns.push(begun)
    else if (last !== undefined) last.content += `\n${line}`
    else turns.push({ role: 'user', content: line })
  }
  return withWords(turns)
}

/** A name alone on its line is a heading, unless it is known to speak: "ChatGPT said:". */
function beginning (line: string): Turn | null {
  const [, speaker, words = ''] = /^\s*([\p{L}\p{N}_ .'-]{1,40}?)(?: said)?:(?:\s+(.*))?$/u.exec(line) ?? []
  if (speaker === undefined || (words.trim() === '' && !isKnown(speaker.trim()))) return null
  return turnOf(speaker.trim(), words)
}

const withWords = (turns: Turn[]) =>
  turns.map(turn => ({ ...turn, content: turn.content.trim() })).filter(({ content }) => content !== '')

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
  return withWords(messages.map((message, index) => {
    const given = (message ?? {}) as Record<string, unknown>
    const { name, created_at: at } = given
    const content = wordsOf([given.content, given.text, given.value].find(words => words !== undefined))
    if (content === null) throw new Error(`Message ${index + 1} has no text under "content".`)
    return {
      role: roleOf(given),
      content,
      ...(typeof name === 'string' && { name }),
      ...(typeof at === 'string' && { created_at: at })
    }
  }))
}

/** Under "role", or where LangChain ("type"), Claude ("sender") and ShareGPT ("from") have it. */
function roleOf ({ role, type, sender, from }: Record<string, unknown>): string {
  if (typeof role === 'string') return role
  const said = [type, sender, from].find(one => typeof one === 'string' && isKnown(one)) as string | undefined
  return said ?? 'user'
}

/** A text, or the texts among its parts; what a call of a tool says is nothing. */
function wordsOf (content: unknown): string | null {
  if (typeof content === 'string') return content
  if (content === null) return ''
  if (!Array.isArray(content)) return null
  return content.map(part => (part as { text?: unknown } | null)?.text).filter(text => typeof text === 'string')
    .join('\n')
}
