/**
 * Plays scenarios against the whole service over its HTTP interface, with the scripted server where a model would be,
 * and reads what is stored from the store itself.
 */
import { randomUUID } from 'node:crypto'
import type { Memory } from '../../domain/nouns.ts'
import { openEmbedded, type Embedded } from '../services/embedded.ts'
import {
  startScriptedServer,
  type Asked,
  type ScriptedServer,
  type Step as Answer
} from '../services/scripted-openai.ts'
import type { Decides, Scenario, Step, Stored, ScriptedFact } from './scenario.ts'

interface Teardown {
  teardown: (undo: () => Promise<void>) => void
}

export interface Stage {
  service: Embedded
  server: ScriptedServer
  /**
   * Plays all steps for a user of their own; answers what is stored and how often the model was asked, step by step.
   */
  play(
    scenario: Pick<Scenario, 'steps'>,
    userId?: string
  ): Promise<
    { userId: string, calls: Array<[number, number]>, answers: Array<{ status: number, body: Record<string, any> }> }
  >
  stored(userId: string): Promise<Required<Omit<Stored, 'since'>> & { memories: Memory[] }>
}

export async function openStage (t: Teardown, variables: Record<string, string> = {}): Promise<Stage> {
  const server = await startScriptedServer({ dimensions: 64 })
  t.teardown(() => server.close())
  const service = await openEmbedded(t, { ...pointedAt(server), ...variables })
  return stageOf(server, service)
}

/** Settings for a service that asks the scripted server and keeps no answers. */
export function pointedAt (server: ScriptedServer): Record<string, string> {
  return {
    SVC_Embedding__Provider: 'hosted_a',
    SVC_Embedding__Dimensions: '64',
    SVC_Embedding__HostedA__Endpoint: server.url,
    SVC_Embedding__HostedA__Model: 'words',
    SVC_Llm__HostedBEndpoint: server.url,
    SVC_Llm__HostedBModel: 'scripted',
    SVC_Distill__Provider: 'llm',
    SVC_Cache__Enabled: 'false'
  }
}

export function stageOf (server: ScriptedServer, service: Embedded): Stage {
  const script: Step[] = []
  server.always('chat', asked => answerOf(asked, script))

  return {
    service,
    server,
    async play ({ steps }, userId = `user-${randomUUID()}`) {
      const calls: Array<[number, number]> = []
      const answers: Array<{ status: number, body: Record<string, any> }> = []
      for (const group of concurrentGroups(steps)) {
        script.splice(0, script.length, ...group.map(({ step }) => step))
        const before = server.of('chat').length
        answers.push(...await Promise.all(group.map(({ step, place }) => send(service, userId, step, place))))
        const asked = server.of('chat').slice(before)
        calls.push([asked.filter(is('extract')).length, asked.filter(is('reconcile')).length])
      }
      return { userId, calls, answers }
    },
    async stored (userId) {
      const { store } = service.app
      const { items: memories } = await store.list(userId, {
        includeSuperseded: true,
        forgotten: true,
        page: 1,
        size: 1000
      })
      const { items: entities } = await store.entities(userId, { page: { page: 1, size: 1000 } })
      const relations = await store.relations(userId, { filter: {}, limit: 1000 })
      const nameOf = new Map(entities.map(({ id, name }) => [id, name]))
      const textOf = new Map(memories.map(({ id, text }) => [id, text]))
      const texts = (state: Memory['state']) =>
        memories.filter(memory => memory.state === state).map(({ text }) => text).sort()
      return {
        memories,
        active: texts('active'),
        superseded: memories.filter(({ state }) => state === 'superseded').map((
          { text, supersededBy }
        ): [string, string] => [text, textOf.get(supersededBy ?? '') ?? '?']).sort(),
        invalidated: texts('invalidated'),
        entities: entities.map(({ name }) => name).sort(),
        relations: relations.map((
          { fromEntityId, predicate, toEntityId }
        ): [string, string, string] => [nameOf.get(fromEntityId) ?? '?', predicate, nameOf.get(toEntityId) ?? '?'])
          .sort()
      }
    }
  }
}

export const is = (prompt: string) => ({ body }: Asked) =>
  String(body['response_format']?.json_schema?.name).startsWith(prompt)

/** Steps that happen at the same moment, as groups. */
function concurrentGroups (steps: Step[]): Array<Array<{ step: Step, place: number }>> {
  const groups: Array<Array<{ step: Step, place: number }>> = []
  for (const [place, step] of steps.entries()) {
    const last = groups.at(-1)
    if (step.atOnce && last?.every(({ step }) => step.atOnce)) last.push({ step, place })
    else groups.push([{ step, place }])
  }
  return groups
}

async function send (
  { call }: Embedded,
  userId: string,
  step: Step,
  place: number
): Promise<{ status: number, body: Record<string, any> }> {
  const day = step.on ?? new Date(Date.UTC(2026, 0, 1 + place)).toISOString().slice(0, 10)
  if (step.remember) {
    return await call('POST', '/api/v1/memories', {
      user_id: userId,
      text: step.say,
      valid_at: `${day}T12:00:00Z`,
      ...step.with
    }, step.headers)
  }
  const messages = turnsOf(step).map(([role, content]) => ({ role, content, created_at: `${day}T12:00:00Z` }))
  return await call(
    'POST',
    '/api/v1/memories/from-conversation',
    { user_id: userId, messages, ...step.with },
    step.headers
  )
}

function turnsOf ({ say }: Step): Array<[role: string, content: string]> {
  return typeof say === 'string' ? [['user', say]] : say
}

/** What the script makes the model say to this request. */
function answerOf (asked: Asked, script: Step[]): Answer {
  const words = String(asked.body['messages'][1].content)
  if (is('extract')(asked)) {
    return {
      json: {
        facts: script.filter(step => turnsOf(step).every(([, content]) => words.includes(content.slice(-12)))).flatMap((
          { facts }
        ): ScriptedFact[] => facts ?? [])
      }
    }
  }
  if (is('reconcile')(asked)) {
    return { json: { decisions: decisionsOn(words, script.flatMap(({ decides }) => decides ?? [])) } }
  }
  return { json: { summaries: [] } }
}

/** Finds the numbers for the words the script cites facts by. */
function decisionsOn (words: string, decides: Decides[]): object[] {
  return words.split('\n\n').flatMap(block => {
    const [, number, text = ''] = /^New fact (\d+): (.*)/.exec(block) ?? []
    const decision = decides.find(({ fact }) => text.includes(fact))
    if (number === undefined || decision === undefined) return []
    const old = [...words.matchAll(/^ {2}old (\d+) \(.*?\): (.*)$/gm)].filter(([, , line]) =>
      decision.old?.some(cited => line?.includes(cited))
    ).map(([, number]) => Number(number))
    return [{
      fact: Number(number),
      event: decision.event,
      old: [...new Set(old)],
      reason: decision.reason ?? 'As the script says.'
    }]
  })
}
