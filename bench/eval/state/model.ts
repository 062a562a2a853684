/**
 * The scripted model: reads the service's own prompts, answers the extraction with what is annotated for the turns it
 * is shown, and the reconciliation with what the annotations say of the memories it is shown. A `Way` lays its
 * misbehaviour over both.
 */
import type { Asked, Step } from '../../../test/services/scripted-openai.ts'
import type { Annotated, Message } from './data.ts'

/** One fact as the extraction prompt asks for it. */
export interface Written {
  text: string
  quote: string
  turn: number
  subject: string
  predicate: string
  value: string
  single: boolean
  negated: boolean
  type: string
  change: string
  previous: string
  when: string
  until: string
  entities: Array<{ name: string, type: string, aliases: string[] }>
  relations: []
  confidence: number
}

export interface Decision {
  fact: number
  event: string
  old: number[]
  reason: string
}

/** A turn of the prompt and what is annotated for it. */
export interface ShownTurn {
  number: number
  content: string
  facts: Annotated[]
}

/** A new fact of the reconciliation prompt, with the memories it is shown beside. */
export interface ShownFact {
  number: number
  line: string
  annotated: Annotated | undefined
  old: Array<{ number: number, text: string }>
}

/** What one way of misbehaving changes; what it leaves out stays competent. */
export interface Way {
  name: string
  /** Facts instead of the annotated ones. */
  extract?: (facts: Written[], turns: ShownTurn[], stored: string[]) => Written[]
  reconcile?: (decisions: Decision[], shown: ShownFact[]) => Decision[]
  /** The message as it is sent, instead of the extraction's or the reconciliation's JSON. */
  send?: (task: Task, json: unknown) => Step
}

export type Task = 'extract' | 'reconcile'

export interface ScriptedModel {
  answer: (asked: Asked) => Step
  /** Null is competent. */
  behave: (way: Way | null) => void
  /** What a turn means, until the next call. */
  tell: (messages: Message[], stored?: string[]) => void
}

export function createModel (): ScriptedModel {
  let way: Way | null = null
  let stored: string[] = []
  let said: Message[] = []

  return {
    behave (next) {
      way = next
    },
    tell (messages, texts = []) {
      ;[said, stored] = [messages, texts]
    },
    answer (asked) {
      const messages = asked.body['messages'] as Array<{ role: string, content: string }>
      const prompt = messages.find(({ role }) => role === 'user')?.content ?? ''
      if (/^New fact \d+:/m.test(prompt)) return reconcile(prompt)
      if (/<turn [^>]*number="\d+"/.test(prompt)) return extract(prompt)
      return {
        json: {
          summaries: [...prompt.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number, title]) => ({
            number: Number(number),
            text: `About ${title}.`
          }))
        }
      }
    }
  }

  function extract (prompt: string): Step {
    const turns = turnsIn(prompt).map(turn => ({
      ...turn,
      facts: said.find(({ content }) => content === turn.content)?.facts ?? []
    }))
    const facts = turns.flatMap(({ number, content, facts }) => facts.map(fact => written(fact, number, content)))
    const json = { facts: way?.extract?.(facts, turns, stored) ?? facts }
    return way?.send?.('extract', json) ?? { json }
  }

  function reconcile (prompt: string): Step {
    const shown = factsIn(prompt, said)
    const decisions = shown.map(decide)
    const json = { decisions: way?.reconcile?.(decisions, shown) ?? decisions }
    return way?.send?.('reconcile', json) ?? { json }
  }
}

export function written (fact: Annotated, turn: number, content: string): Written {
  return {
    text: fact.text,
    quote: fact.quote ?? content,
    turn,
    subject: fact.subject ?? 'user',
    predicate: fact.predicate,
    value: fact.value,
    single: fact.single ?? false,
    negated: fact.negated ?? false,
    type: fact.type ?? 'semantic',
    change: fact.change ?? 'none',
    previous: fact.previous ?? '',
    when: fact.when ?? '',
    until: fact.until ?? '',
    entities: fact.entities ?? [],
    relations: [],
    confidence: 0.9
  }
}

/** Turns that facts may come from; those marked as context were read before. */
function turnsIn (prompt: string): Array<{ number: number, content: string }> {
  return [...prompt.matchAll(/<turn ([^>]*)>\n([\s\S]*?)\n<\/turn>/g)]
    .filter(([, attributes]) => !attributes?.includes('context="true"') && !attributes?.includes('role="assistant"'))
    .map(([, attributes, content]) => ({
      number: Number(/number="(\d+)"/.exec(attributes ?? '')?.[1]),
      content: content ?? ''
    }))
}

function factsIn (prompt: string, said: Message[]): ShownFact[] {
  return prompt.split(/^(?=New fact \d+:)/m).flatMap(block => {
    const [, number, line] = /^New fact (\d+): (.*)$/m.exec(block) ?? []
    if (number === undefined || line === undefined) return []
    const old = [...block.matchAll(/^ {2}old (\d+) \([^)]*\): (.*)$/gm)].map(([, number, text]) => ({
      number: Number(number),
      text: text ?? ''
    }))
    return [{
      number: Number(number),
      line,
      annotated: annotatedFor(line, said),
      old
    }]
  })
}

/** The same text may be said twice with another meaning; then the words it was said in decide. */
function annotatedFor (line: string, said: Message[]): Annotated | undefined {
  const alike = said.flatMap(({ content, facts }) => facts.map(fact => ({ content, fact })))
    .filter(({ fact }) => line.startsWith(fact.text.replace(/\.$/, '')))
  return (alike.find(({ content, fact }) => line.includes(`said: "${fact.quote ?? content}"`)) ?? alike[0])?.fact
}

function decide ({ number, line, annotated, old }: ShownFact): Decision {
  const matching = (patterns: string[] | undefined) =>
    old.filter(({ text }) => patterns?.some(pattern => new RegExp(pattern, 'iu').test(text))).map(({ number }) =>
      number
    )
  for (
    const [event, patterns] of [
      ['SUPERSEDE', annotated?.supersedes],
      ['UPDATE', annotated?.updates],
      ['SKIP_DUPLICATE', annotated?.duplicates],
      ['INVALIDATE', annotated?.invalidates]
    ] as const
  ) {
    const found = matching(patterns)
    if (found.length > 0) return { fact: number, event, old: found, reason: 'As annotated.' }
  }
  const same = old.filter(({ text }) => line.startsWith(`${text} (`)).map(({ number }) => number)
  if (same.length > 0 && annotated?.change !== 'forget') {
    return { fact: number, event: 'SKIP_DUPLICATE', old: same, reason: 'The same.' }
  }
  return { fact: number, event: annotated?.change === 'forget' ? 'NONE' : 'ADD', old: [], reason: 'Something else.' }
}
