/**
 * The files of a folder of dialogues: what is said, what a competent model would read in it, and what must hold
 * afterwards.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * One fact that a competent model extracts from a message, with what it should act on (regular expressions over stored
 * texts).
 */
export interface Annotated {
  text: string
  predicate: string
  value: string
  /** Absent: the user. */
  subject?: string
  single?: boolean
  negated?: boolean
  change?: 'none' | 'correction' | 'ending' | 'forget'
  previous?: string
  when?: string
  until?: string
  type?: string
  quote?: string
  entities?: Array<{ name: string, type: string, aliases: string[] }>
  supersedes?: string[]
  updates?: string[]
  duplicates?: string[]
  invalidates?: string[]
}

export interface Message {
  role: string
  content: string
  facts: Annotated[]
}

export interface Told {
  date: string
  messages: Message[]
}

/** Regular expressions over the texts of the default list and of a search alike. */
export interface Seen {
  seen: string[]
  unseen: string[]
}

export interface Dialogue {
  id: string
  question: string
  sessions: Told[]
  current: string[]
  not_current: string[]
  as_of: Array<Seen & { date: string }>
  known_after_session: Array<Seen & { session: number }>
  /** How many current memories match the first of `current`. */
  count?: number
}

/** Two statements of one user, a month apart. */
export interface Pair {
  first: string
  later: string
  must_stay: string[]
  must_end: string[]
}

/** Two statements, each perhaps the answer to a question of the assistant's. */
export interface Change {
  id: string
  firstAsked?: string
  first: string
  laterAsked?: string
  later: string
  ends: boolean
}

export interface StateData {
  dialogues: Dialogue[]
  pairs: Pair[]
  changes: Change[]
}

/** A file that is not there is an empty list; a folder with none of the three is an error. */
export async function readData (folder: string): Promise<StateData> {
  const data = {
    dialogues: await list<Dialogue>('dialogues'),
    pairs: await list<Pair>('pairs'),
    changes: await list<Change>('changes')
  }
  if (data.dialogues.length + data.pairs.length + data.changes.length === 0) {
    throw new Error(`${folder} holds none of dialogues.json, pairs.json and changes.json.`)
  }
  return data

  async function list<Entry> (name: string): Promise<Entry[]> {
    try {
      return JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Entry[]
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
}

/** Every user also has these, which nothing in a dialogue touches. Told before the first session. */
export const background: Told = {
  date: '2025-11-20',
  messages: [
    said('I have a tortoise named Umbra.', {
      text: 'The user has a tortoise named Umbra.',
      predicate: 'has_pet',
      value: 'tortoise Umbra'
    }),
    said('My hobby is bookbinding.', {
      text: 'The user has the hobby of bookbinding.',
      predicate: 'likes',
      value: 'bookbinding'
    }),
    said('I use Inkscape for drawings.', {
      text: 'The user uses Inkscape for drawings.',
      predicate: 'uses',
      value: 'Inkscape for drawings'
    }),
    said('My cousin Ottilie repairs clocks.', {
      text: "The user's cousin Ottilie repairs clocks.",
      predicate: 'repairs',
      value: 'clocks',
      subject: 'Ottilie',
      entities: [{ name: 'Ottilie', type: 'person', aliases: [] }]
    })
  ]
}

function said (content: string, fact: Annotated): Message {
  return { role: 'user', content, facts: [fact] }
}
