/** Users whose sessions are told, and the facts that are expected after each. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Expected } from './measure.ts'

export interface Profile {
  user_id: string
  name: string
  sessions: Array<
    { session_id: number, turns: Array<{ role: string, content: string }>, expected_memories_after: Expected[] }
  >
}

interface Label {
  id: string
  memories: Array<{ type: string, content: string }>
}

/** A file of profiles, or a folder with `dataset.jsonl` and `labels.jsonl`: messages of users that say nothing else. */
export async function readProfiles (path: string): Promise<Profile[]> {
  if ((await stat(path)).isDirectory()) return await readMessages(path)
  const { PROFILES } = JSON.parse(await readFile(path, 'utf8')) as { PROFILES: Profile[] }
  return PROFILES
}

async function readMessages (folder: string): Promise<Profile[]> {
  const messages = await readLines<{ id: string, text: string }>(join(folder, 'dataset.jsonl'))
  const labels = await readLines<Label>(join(folder, 'labels.jsonl'))
  const expected = new Map(
    labels.map(({ id, memories }) => [id, memories.map(({ type, content }) => ({ fact: content, type }))])
  )
  return messages.map(({ id, text }) => ({
    user_id: id,
    name: '',
    sessions: [{
      session_id: 1,
      turns: [{ role: 'user', content: text }],
      expected_memories_after: expected.get(id) ?? []
    }]
  }))
}

const readLines = async <Line>(file: string): Promise<Line[]> =>
  (await readFile(file, 'utf8')).split('\n').filter(line => line !== '').map(line => JSON.parse(line) as Line)
