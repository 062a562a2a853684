/**
 * Made-up talk in several shapes, and questions about it: talk between people, chats with an assistant (long turns in
 * which somebody tells facts among other matter and then asks), the same at five times that length, notes, and
 * single facts. The same seed makes the same talk. The words of `dev` and `heldout` share no template and no topic.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../../domain/package-root.ts'
import { random, type Rng } from '../../corpus.ts'
import type { Question, Talk } from '../talks.ts'

export const shapes = ['people', 'assistant', 'assistant x5', 'notes', 'facts'] as const
export type Shape = (typeof shapes)[number]
export type Half = 'dev' | 'heldout'

/** Its questions are of single matters; beside them those of a topic's course: the order of events, the whole of it. */
export interface MadeTalk extends Talk {
  overTime: Question[]
}

interface Topic {
  name: string
  things: string[]
}

interface Template {
  kind: string
  slot: string
  tell: string[]
  change: string[]
  ask: string[]
}

interface Words {
  topics: Topic[]
  values: Record<string, string[]>
  templates: Template[]
  lines(section: string): string[]
}

/** A sentence to be told, and the questions that it helps to answer. */
interface Telling {
  text: string
  asked: Asking[]
  /** The event that is reported, if it is one. */
  event: string | null
}

interface Asking {
  kind: string
  text: string
  tellings: Telling[]
}

type Person = Record<'I' | 'my' | 'me', string>

const first: Person = { I: 'I', my: 'my', me: 'me' }
const second: Person = { I: 'you', my: 'your', me: 'you' }
const named = (name: string): Person => ({ I: name, my: `${name}'s`, me: name })

/** How long talk of a shape is: topics a talk, and turns that tell nothing for each that does. */
const sizes: Record<Shape, { topics: number, idle: number, talks: number }> = {
  people: { topics: 6, idle: 2, talks: 2 },
  assistant: { topics: 5, idle: 1, talks: 2 },
  'assistant x5': { topics: 6, idle: 4, talks: 1 },
  notes: { topics: 6, idle: 1, talks: 2 },
  facts: { topics: 6, idle: 1, talks: 2 }
}
const events = 4
const sessionsPerTopic = 3
const day = 86_400_000

export function makeTalks (shape: Shape, half: Half, seed = 1): MadeTalk[] {
  const words = readWords(half)
  return Array.from(
    { length: sizes[shape].talks },
    (_, number) => makeTalk(shape, words, random(seed + number), number)
  )
}

function makeTalk (shape: Shape, words: Words, rng: Rng, number: number): MadeTalk {
  const { topics: count, idle } = sizes[shape]
  const [one, other] = number % 2 === 0 ? ['Nora', 'Felix'] : ['Oscar', 'Selma']
  const chosen = shuffled(words.topics, rng).slice(0, count)
  const fill = filler(words, rng)
  const exchange = exchanges(words, fill, rng)
  const turns: Talk['turns'] = []
  const askings: Asking[] = []
  const courses: Course[] = []
  // Numbers of its own, so that the talk stays what it was before these were asked.
  const courseRng = random(7_000 + number)
  const turnsOf = new Map<Telling, string>()
  const begin = Date.UTC(2025, 0, 10, 9)
  const sittings = chosen.flatMap((topic, place) => {
    const who = shape === 'people' && place % 2 === 1 ? other : one
    const asker = shape === 'people' || shape === 'facts' ? named(who as string) : first
    const teller = shape === 'facts' ? asker : first
    const made = tellingsOf(topic, words, fill, teller, asker)
    askings.push(...new Set(made.flatMap(({ asked }) => asked)))
    courses.push({ topic, asker, tellings: made })
    return Array.from({ length: sessionsPerTopic }, (_, part) => ({
      topic,
      part,
      who,
      whom: who === one ? other : one,
      tellings: made.filter((_, index) => Math.floor(index * sessionsPerTopic / made.length) === part)
    }))
  })
  const ordered = shuffled(sittings, rng).sort((a, b) => a.part - b.part)
  for (const [session, { topic, who, whom, tellings }] of ordered.entries()) {
    const slots = shuffled([...tellings.map(() => true), ...tellings.flatMap(() => Array(idle).fill(false))], rng)
    const waiting = [...tellings]
    for (const tells of slots) {
      const telling = tells ? waiting.shift() : undefined
      const say = (text: string, holds: boolean) => {
        const id = String(turns.length + 1)
        if (holds && telling !== undefined) turnsOf.set(telling, id)
        const sessionId = shape === 'notes' || shape === 'facts' ? null : `session-${session}`
        turns.push({
          id,
          sessionId,
          at: new Date(begin + session * 5 * day + turns.length * 60_000).toISOString(),
          text
        })
      }
      for (const { text, holds } of exchange(telling, { shape, topic, who: who as string, whom: whom as string })) {
        say(text, holds)
      }
    }
  }
  const questionOf = ({ kind, text, tellings }: Asking): Question => ({
    text: sentence(text),
    category: kind,
    evidence: [...new Set(tellings.flatMap(telling => turnsOf.get(telling) ?? []))]
  })
  return {
    id: `${shape.replace(' ', '-')}-${number}`,
    turns,
    questions: askings.map(questionOf),
    overTime: courses.flatMap(course => askCourse(course, words, fill, courseRng)).map(questionOf)
  }
}

interface Course {
  topic: Topic
  asker: Person
  tellings: Telling[]
}

/** Questions that need what was said of a topic over months. */
function askCourse ({ topic, asker, tellings }: Course, words: Words, fill: Fill, rng: Rng): Asking[] {
  const events = tellings.filter(({ event }) => event !== null)
  const [one, other] = shuffled(events, rng)
  const needed: Record<string, Array<Telling | undefined>> = {
    order: [one, other],
    sequence: events,
    summary: tellings
  }
  return words.lines('over time').map(line => {
    const [kind = '', asks = ''] = line.split(';').map(part => part.trim())
    const text = rng.pick(asks.split('|')).trim()
    return {
      kind,
      text: fill(text, topic, asker, { v: one?.event ?? '', w: other?.event ?? '' }),
      tellings: (needed[kind] ?? []).filter(telling => telling !== undefined)
    }
  })
}

interface Setting {
  shape: Shape
  topic: Topic
  who: string
  whom: string
}

/** Makes the turns in which something, or nothing, is told. */
function exchanges (words: Words, fill: Fill, rng: Rng) {
  return (
    telling: Telling | undefined,
    { shape, topic, who, whom }: Setting
  ): Array<{ text: string, holds: boolean }> => {
    const some = (section: string, least: number, most: number) =>
      shuffled(words.lines(section), rng).slice(0, least + rng.upTo(most - least + 1)).map(line =>
        sentence(fill(line, topic, shape === 'facts' ? named(who) : first))
      )
    const told = telling === undefined ? [] : [sentence(telling.text)]
    const toldOrFiller = (): string => told[0] ?? some('filler', 1, 1)[0] as string
    if (shape === 'facts') return [{ text: toldOrFiller(), holds: true }]
    if (shape === 'notes') {
      return [{ text: [...some('filler', 0, 2), ...told, ...some('filler', 1, 2)].join(' '), holds: true }]
    }
    if (shape === 'people') {
      const aloud = rng.next() < 0.4 ? telling?.asked[0] : undefined
      const before = aloud === undefined ? some('reply', 1, 1)[0] : toYou(aloud.text, who)
      return [{ text: `${whom}: ${before}`, holds: false }, { text: `${who}: ${toldOrFiller()}`, holds: true }]
    }
    const user = [...some('filler', 2, 5), ...told, ...some('filler', 2, 6), ...some('ask', 1, 2)]
    const echo = telling === undefined || rng.next() < 0.5
      ? []
      : [fill(rng.pick(words.lines('echo')), topic, first, { f: toYou(telling.text, 'I') })]
    return [
      { text: `user: ${user.join(' ')}`, holds: true },
      { text: `assistant: ${[...echo, ...some('advice', 4, 8)].join(' ')}`, holds: false }
    ]
  }
}

/** What is told about a topic, in an order in which a change comes after what it changes. */
function tellingsOf (topic: Topic, words: Words, fill: Fill, teller: Person, asker: Person): Telling[] {
  const made: Telling[] = []
  const tell = (text: string, slots: Record<string, string>, event: string | null = null): Telling => {
    const telling = { text: fill(text, topic, teller, slots), asked: [], event }
    made.push(telling)
    return telling
  }
  const later: Array<() => void> = []
  let supplier: { slots: Record<string, string>, telling: Telling } | undefined
  for (const { kind, slot, tell: tells, change, ask } of words.templates) {
    const inquire = (slots: Record<string, string>, tellings: Telling[]) => {
      const asking = { kind, text: fill(fill.pick(ask), topic, asker, slots), tellings }
      for (const telling of tellings) telling.asked.push(asking)
    }
    const slots = { n: fill.thing(topic), v: fill.value(slot) }
    if (kind === 'event') {
      inquire(
        slots,
        Array.from({ length: events }, () => {
          const text = fill.pick(tells)
          const event = fill.value(slot)
          return tell(text, { v: event }, event)
        })
      )
    } else if (kind === 'hop') {
      if (supplier === undefined) continue
      const asked = { ...slots, n: supplier.slots['n'] as string, firm: supplier.slots['v'] as string }
      inquire(asked, [supplier.telling, tell(fill.pick(tells), asked)])
    } else {
      const before = tell(fill.pick(tells), slots)
      if (slot === 'firm') supplier = { slots, telling: before }
      if (change.length === 0) inquire(slots, [before])
      else {
        later.push(() => {
          const after = tell(fill.pick(change), {
            ...slots,
            v: kind === 'contradiction' ? slots.v : fill.value(slot),
            w: slots.v
          })
          inquire(slots, [before, after])
        })
      }
    }
  }
  for (const change of later) change()
  return made
}

type Fill = ReturnType<typeof filler>

/** Puts words for `{n}`, `{I}` and the other slots; each value is used once until all were. */
function filler (words: Words, rng: Rng) {
  const decks: Record<string, string[]> = {}
  const draw = (name: string, from: string[]): string => {
    const deck = decks[name]?.length ? decks[name] as string[] : (decks[name] = shuffled(from, rng))
    return deck.pop() as string
  }
  function fill (text: string, topic: Topic, person: Person, slots: Record<string, string> = {}): string {
    const chosen: Record<string, string> = { t: topic.name, ...person, ...slots }
    return text.replace(/\{(\w+)\}/g, (_, slot: string) => {
      chosen[slot] ??= /^n\d?$/.test(slot)
        ? rng.pick(topic.things)
        : rng.pick(words.values[slot.replace(/\d$/, '')] as string[])
      return chosen[slot] as string
    })
  }
  return Object.assign(fill, {
    pick: (from: string[]) => rng.pick(from),
    value: (slot: string) => draw(slot, words.values[slot] as string[]),
    thing: (topic: Topic) => draw(topic.name, topic.things)
  })
}

const sentence = (text: string): string => text[0]?.toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.')

/** What was said by or of somebody, said to them. */
function toYou (text: string, name: string): string {
  return text.replace(new RegExp(`\\b${name}'s\\b|\\bmy\\b`, 'g'), second.my)
    .replace(new RegExp(`\\b(?:${name}|me)\\b`, 'g'), second.I)
}

function shuffled<T> (from: readonly T[], rng: Rng): T[] {
  return from.map(one => [rng.next(), one] as const).sort(([a], [b]) => a - b).map(([, one]) => one)
}

function readWords (half: Half): Words {
  const text = readFileSync(join(packageRoot, 'bench', 'eval', 'shapes', `words-${half}.txt`), 'utf8')
  const sections = new Map(
    text.split(/^\[(?=[\w ]+\])/m).slice(1).map(section => {
      const [name = '', ...lines] = section.split('\n')
      return [name.replace(']', ''), lines.filter(line => line !== '')] as const
    })
  )
  const lines = (name: string): string[] => sections.get(name) ?? []
  const named = (name: string) =>
    lines(name).map(line => {
      const [, head = '', rest = ''] = /^([^:]+): (.*)$/.exec(line) ?? []
      return { name: head, things: rest.split('; ') }
    })
  const alternatives = (text = '') => text.split('|').map(one => one.trim()).filter(one => one !== '')
  return {
    topics: named('topics'),
    values: Object.fromEntries(named('values').map(({ name, things }) => [name, things])),
    templates: lines('facts').map(line => {
      const [kind = '', slot = '', tell, change, ask] = line.split(';').map(part => part.trim())
      return { kind, slot, tell: alternatives(tell), change: alternatives(change), ask: alternatives(ask) }
    }),
    lines
  }
}
