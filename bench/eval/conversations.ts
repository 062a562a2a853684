/**
 * Talks out of files: LoCoMo (Maharana et al. 2024) as it is published, or `{ conversations }` of turns and questions,
 * which is how MADial-Bench was written down.
 */
import { readFile } from 'node:fs/promises'
import type { Talk } from './talks.ts'

const categories: Record<number, string> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial'
}

interface Published {
  sample_id: string
  conversation: Record<string, unknown>
  qa: Array<{ question: string, category: number, evidence?: string[] }>
}

interface PublishedTurn {
  speaker: string
  dia_id: string
  text: string
}

interface WrittenDown {
  conversations: Array<{
    id: string
    turns: Array<{ id: string, session: string | null, at: string, text: string }>
    questions: Talk['questions']
  }>
}

export async function readTalks (file: string): Promise<Talk[]> {
  const read = JSON.parse(await readFile(file, 'utf8')) as Published[] | WrittenDown
  if (Array.isArray(read)) return read.map(conversationOf)
  return read.conversations.map(({ id, turns, questions }) => ({
    id,
    turns: turns.map(({ id, session, at, text }) => ({ id, sessionId: session, at, text })),
    questions
  }))
}

function conversationOf ({ sample_id: id, conversation, qa }: Published): Talk {
  const turns: Talk['turns'] = []
  for (let session = 1; conversation[`session_${session}_date_time`] !== undefined; session++) {
    const at = timeOf(String(conversation[`session_${session}_date_time`]))
    for (const turn of (conversation[`session_${session}`] ?? []) as PublishedTurn[]) {
      turns.push({
        id: normalised(turn.dia_id),
        sessionId: `session_${session}`,
        at,
        text: `${turn.speaker}: ${turn.text}`
      })
    }
  }
  const known = new Set(turns.map(({ id }) => id))
  const questions = qa.map(({ question, category, evidence = [] }) => ({
    text: question,
    category: categories[category] ?? String(category),
    evidence: evidenceOf(evidence, known)
  }))
  // A question without evidence that exists can be neither right nor wrong.
  return { id, turns, questions: questions.filter(({ evidence }) => evidence.length > 0) }
}

/** "D8:6; D9:17" and "D08:06": several ids in one text, leading zeros. */
function evidenceOf (written: string[], known: Set<string>): string[] {
  const ids = written.flatMap(text => text.match(/D\d+:\d+/g) ?? []).map(normalised)
  return [...new Set(ids)].filter(id => known.has(id))
}

function normalised (id: string): string {
  return id.replace(/\d+/g, number => String(Number(number)))
}

/** "1:56 pm on 8 May, 2023", taken as UTC. */
function timeOf (written: string): string {
  const [, clock, day] = /^(.+?) on (.+)$/.exec(written) ?? []
  const at = Date.parse(`${String(day).replace(',', '')} ${String(clock)} UTC`)
  if (Number.isNaN(at)) throw new Error(`"${written}" is not a time as LoCoMo writes it.`)
  return new Date(at).toISOString()
}
