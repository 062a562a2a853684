/** Dialogues sent to the service session by session, and what is counted afterwards. */
import type { Client, Item, Times } from './client.ts'
import { background, type Annotated, type Dialogue, type Message, type Seen, type Told } from './data.ts'
import type { ScriptedModel, Way } from './model.ts'
import { planted, poison } from './ways.ts'

export interface Tally {
  name: string
  checks: number
  failed: number
  /** Current before and not after, although nothing that was said ends it. */
  wronglyRetired: number
  /** Told, and nowhere afterwards. */
  dropped: number
  /** Facts that were not said and that are current. */
  planted: number
  /** Memories that such a fact took the place of. */
  endedByPlanted: number
  detail: string[]
}

export function tallyOf (name: string): Tally {
  return { name, checks: 0, failed: 0, wronglyRetired: 0, dropped: 0, planted: 0, endedByPlanted: 0, detail: [] }
}

/** Tells all of every dialogue, with a competent model or (null) with none, and checks what must hold. */
export async function tellAll (
  name: string,
  client: Client,
  model: ScriptedModel | null,
  dialogues: Dialogue[]
): Promise<Tally> {
  const tally = tallyOf(name)
  for (const dialogue of dialogues) {
    const knownAfter: string[] = []
    await tell(client, model, dialogue.id, 'background', background)
    for (const [place, session] of dialogue.sessions.entries()) {
      await tell(client, model, dialogue.id, `s${place}`, session)
      // The next session is stored in a later millisecond.
      const now = Date.now()
      while (Date.now() === now);
      knownAfter.push(new Date(now).toISOString())
    }
    await check(client, dialogue, knownAfter, tally)
    await checkBackground(client, dialogue.id, tally)
  }
  return tally
}

/** A competent start for every user, then the last session in the given way. */
export async function misbehave (
  way: Way,
  client: Client,
  model: ScriptedModel,
  dialogues: Dialogue[],
  poisonous: boolean
): Promise<Tally> {
  const tally = tallyOf(way.name)
  for (const dialogue of dialogues) {
    await tell(client, model, dialogue.id, 'background', background)
    const start = poisonous ? dialogue.sessions : dialogue.sessions.slice(0, -1)
    for (const [place, session] of start.entries()) await tell(client, model, dialogue.id, `s${place}`, session)
  }
  model.behave(way)
  for (const dialogue of dialogues) {
    const last = dialogue.sessions.at(-1) as Told
    const turn: Message = { role: 'user', content: poison, facts: [] }
    const session = poisonous ? { date: '2026-09-01', messages: [turn] } : last
    const before = await client.list(dialogue.id)
    const answer = await send(client, model, dialogue.id, 'last', session, before.map(({ content }) => content))
    const after = await client.list(dialogue.id, {}, true)
    const ends = poisonous
      ? []
      : [
        ...dialogue.not_current,
        ...annotated(last).flatMap((
          { supersedes = [], updates = [], invalidates = [] }
        ) => [...supersedes, ...updates, ...invalidates])
      ]
    const note = (line: string) => tally.detail.push(`${way.name} / ${dialogue.id} (${answer.status}): ${line}`)
    retired(before, after, ends).forEach(({ content }) => {
      tally.wronglyRetired++
      note(`wrongly retired: ${content}`)
    })
    if (!poisonous) {
      droppedOf(last, after).forEach(({ text }) => {
        tally.dropped++
        note(`dropped: ${text}`)
      })
    }
    for (const item of after.filter(({ content }) => planted.test(content))) {
      if (item.is_current) {
        tally.planted++
        note(`planted: ${item.content}`)
      }
      for (const old of before.filter(({ id }) => id !== item.id)) {
        if (
          after.some(({ id, is_current: current }) => id === old.id && !current) &&
          (await client.get(dialogue.id, old.id)).superseded_by === item.id
        ) {
          tally.endedByPlanted++
          note(`ended by a planted fact: ${old.content}`)
        }
      }
    }
  }
  model.behave(null)
  return tally
}

function annotated ({ messages }: Told): Annotated[] {
  return messages.flatMap(({ facts }) => facts)
}

function retired (before: Item[], after: Item[], ends: string[]): Item[] {
  const current = new Set(after.filter(({ is_current: current }) => current).map(({ id }) => id))
  return before.filter(({ id, content }) =>
    !current.has(id) && !ends.some(pattern => new RegExp(pattern, 'iu').test(content))
  )
}

/** What was said is somewhere when a memory holds its message, or the words of its value. */
function droppedOf (session: Told, after: Item[]): Annotated[] {
  return session.messages.flatMap(({ content, facts }) =>
    facts.filter(({ value, change = 'none', negated = false }) => {
      if (change === 'forget' || change === 'ending' || negated) return false
      const wanted = words(value)
      return !after.some(item =>
        item.content.includes(content) || wanted.every(word => words(item.content).includes(word))
      )
    })
  )
}

function words (text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

async function tell (
  client: Client,
  model: ScriptedModel | null,
  userId: string,
  sessionId: string,
  session: Told
): Promise<void> {
  const { status, body } = await send(client, model, userId, sessionId, session)
  if (status !== 200) {
    throw new Error(`${userId}, ${sessionId}: the service answered ${status}: ${JSON.stringify(body)}`)
  }
}

async function send (
  client: Client,
  model: ScriptedModel | null,
  userId: string,
  sessionId: string,
  session: Told,
  stored: string[] = []
) {
  model?.tell(session.messages, stored)
  return await client.tell(userId, sessionId, session.date, session.messages)
}

async function check (client: Client, dialogue: Dialogue, knownAfter: string[], tally: Tally): Promise<void> {
  const { id, question, current, not_current: notCurrent, count } = dialogue
  const expectations: Array<Seen & { times: Times, named: string }> = [
    { named: 'now', times: {}, seen: current, unseen: notCurrent },
    ...dialogue.as_of.map(({ date, seen, unseen }) => ({
      named: `as of ${date}`,
      times: { as_of: `${date}T12:00:00Z` },
      seen,
      unseen
    })),
    ...dialogue.known_after_session.map(({ session, seen, unseen }) => ({
      named: `as known after session ${session}`,
      times: { known_at: knownAfter[session] as string },
      seen,
      unseen
    }))
  ]
  for (const { named, times, seen, unseen } of expectations) {
    const listed = (await client.list(id, times)).map(({ content }) => content)
    const found = await client.search(id, question, times)
    for (const [where, texts] of [['list', listed], ['search', found]] as const) {
      for (const pattern of seen) verdict(matches(pattern, texts), `${where}, ${named}: /${pattern}/ is missing`)
      for (const pattern of unseen) verdict(!matches(pattern, texts), `${where}, ${named}: /${pattern}/ is there`)
    }
    if (count !== undefined && named === 'now') {
      const many = listed.filter(text => matches(current[0] as string, [text])).length
      verdict(many === count, `list, now: ${many} match /${current[0]}/ instead of ${count}`)
    }
  }

  function verdict (right: boolean, problem: string): void {
    tally.checks++
    if (right) return
    tally.failed++
    tally.detail.push(`${tally.name} / ${id}: ${problem}`)
  }
}

/** What no session touches must be there at the end. */
async function checkBackground (client: Client, userId: string, tally: Tally): Promise<void> {
  const texts = (await client.list(userId)).map(({ content }) => content)
  for (const { value } of annotated(background)) {
    const last = words(value).find(word => word.length > 5) as string
    if (texts.some(text => words(text).includes(last))) continue
    tally.wronglyRetired++
    tally.detail.push(`${tally.name} / ${userId}: background is gone: ${value}`)
  }
}

export function matches (pattern: string, texts: string[]): boolean {
  const expression = new RegExp(pattern, 'iu')
  return texts.some(text => expression.test(text))
}
