/**
 * Users whose ids are made to be taken for another's: case, Unicode forms, prefixes, paths, quotes, query languages.
 * Each stores words of its own; no read, write, export or tool of one shows or changes what is another's.
 */
import { random } from '../conformance/store/suite.ts'
import { call, startService } from '../services/running.ts'
import { startStore } from '../services/stores.ts'
import type { Torture } from './run.ts'

const adversarial = [
  'ada',
  'Ada',
  'ADA',
  'ada ',
  ' ada',
  'ada\t',
  'ad',
  'ada1',
  'ada/',
  'ada/..',
  '../ada',
  '%61da',
  'ada%00',
  'ada?',
  'ada#x',
  'ada&user_id=Ada',
  'ad\u00e1',
  'ada\u0301',
  '\u0430da',
  'ada\u200b',
  '\u202eada',
  '\ufb01n',
  'fin',
  '\u212a',
  'k',
  '\u0130',
  'i\u0307',
  'stra\u00dfe',
  'strasse',
  '*',
  '%',
  '_',
  'ad*',
  'ad%',
  '[a]da',
  '{ada}',
  '@ada:{x}',
  "ada'",
  "ada' OR '1'='1",
  'ada"',
  'ada\\',
  '`ada`',
  "ada'}) MATCH (n) DETACH DELETE n //",
  "ada'; DROP TABLE memories; --",
  '$userId',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'default',
  'shared',
  '0',
  '-1',
  '1e3',
  'true',
  '\u{1f9d1}\u200d\u{1f680}',
  `${'x'.repeat(199)}y`,
  `${'x'.repeat(199)}z`
]

interface Owner {
  user: string
  /** Stands in everything this user stored, and in nothing else. */
  mark: string
  memory: string
  entity: string | null
}

/** `rounds`: how many others each user reaches for. */
export const isolation: Torture = async ({ t, folder, seed, rounds, store }) => {
  const next = random(seed)
  const { variables } = await startStore(t, store)
  const { url } = await startService(t, folder, { SVC_Cache__Enabled: 'false', ...variables })
  const base = `${url}/api/v1`
  const faults: string[] = []
  const figures = { users: 0, refused: 0, requests: 0, seen: 0, changed: 0 }
  const owners: Owner[] = []

  const ask = async (method: string, path: string, body?: object): Promise<{ status: number, text: string }> => {
    figures.requests++
    const response = await fetch(path.startsWith('/mcp') ? url + path : base + path, {
      method,
      ...body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      }
    })
    const text = await response.text()
    if (response.status >= 500) faults.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
    return { status: response.status, text }
  }
  const tool = async (name: string, user: string, given: object) =>
    await ask('POST', '/mcp/torture', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { user_id: user, ...given } }
    })

  for (const [place, user] of adversarial.entries()) {
    const mark = `zq${place}x`
    const added = await call<{ id: string }>(`${base}/memories`, 'POST', {
      user_id: user,
      text: `The code word is ${mark}.`,
      infer: false,
      session_id: 's',
      metadata: { mark }
    })
    if (added.status !== 200) {
      figures.refused++
      if (added.status !== 400) faults.push(`${JSON.stringify(user)} is answered ${added.status}`)
      continue
    }
    await call(`${base}/memories/from-conversation`, 'POST', {
      user_id: user,
      session_id: 's',
      messages: [{ role: 'user', content: `My sister Eva${mark} works at Acme${mark}. I live in Town${mark}.` }]
    })
    const { body } = await call<{ items: Array<{ id: string }> }>(
      `${base}/entities?user_id=${encodeURIComponent(user)}`,
      'GET'
    )
    owners.push({ user, mark, memory: added.body.id, entity: body.items?.[0]?.id ?? null })
  }
  figures.users = owners.length

  for (const owner of owners) {
    await readAll(owner)
    for (let round = 0; round < rounds; round++) {
      const other = owners[Math.floor(next() * owners.length)] as Owner
      if (other !== owner) await reachFor(owner, other)
    }
  }
  // Every second one is erased; the others keep all they had.
  for (const [place, owner] of owners.entries()) {
    if (place % 2 === 0) await ask('DELETE', `/users/${encodeURIComponent(owner.user)}`)
  }
  for (const [place, owner] of owners.entries()) {
    const { text } = await ask('GET', `/export?user_id=${encodeURIComponent(owner.user)}`)
    const there = text.includes(`The code word is ${owner.mark}.`)
    if (there === (place % 2 === 0)) {
      figures.changed++
      faults.push(
        `${JSON.stringify(owner.user)} ${there ? 'is still there after its erasure' : 'was erased with another'}`
      )
    }
  }
  for (const fault of faults.slice(0, 20)) console.error(fault)
  return { ...figures, faults: faults.length }

  /** What this user may read holds its own mark only. */
  async function readAll (owner: Owner): Promise<void> {
    const { user, mark, memory, entity } = owner
    const id = encodeURIComponent(user)
    const others = owners.map(({ mark }) => mark).join(' ')
    const reads: Array<[string, string, object?]> = [
      ['GET', `/memories?user_id=${id}&size=100&include_superseded=true`],
      ['GET', `/memories?user_id=${id}&search_query=${encodeURIComponent('code word')}`],
      ['POST', '/memories/search', { user_id: user, query: `code word ${others}`.slice(0, 4_000), top_k: 50 }],
      ['POST', '/memories/search', { user_id: user, query: 'The code word is', mode: 'vector', top_k: 50 }],
      ['POST', '/memories/search', { user_id: user, query: 'Eva Acme Town', session_id: 's', mode: 'text' }],
      ['POST', '/memories/context', { user_id: user, query: 'Which code word? Where does Eva work?' }],
      ['GET', `/memories/${memory}?user_id=${id}`],
      ['GET', `/memories/${memory}/history?user_id=${id}`],
      ['GET', `/memories/${memory}/accesses?user_id=${id}`],
      ['GET', `/entities?user_id=${id}`],
      ['GET', `/communities?user_id=${id}`],
      ['GET', `/graph?user_id=${id}`],
      ['GET', `/timeline?user_id=${id}`],
      ['GET', `/changes?user_id=${id}&session_id=s`],
      ['GET', `/stats?user_id=${id}`],
      ['GET', `/export?user_id=${id}`]
    ]
    if (entity !== null) reads.push(['GET', `/entities/${entity}?user_id=${id}`])
    for (const [method, path, body] of reads) see(owner, `${method} ${path}`, await ask(method, path, body))
    const tools: Array<[string, object]> = [
      ['search_memory', { query: 'The code word is' }],
      ['list_memories', {}],
      ['get_memory', { memory_id: memory }],
      ['get_context', { query: 'code word' }],
      ['get_entity', { entity: `Eva${mark}` }]
    ]
    for (const [name, given] of tools) {
      const answer = await tool(name, user, given)
      see(owner, `tool ${name}`, answer)
      if (name !== 'get_entity' && !answer.text.includes(mark)) {
        faults.push(`tool ${name} finds nothing: ${answer.text}`)
      }
    }
    const { text } = await ask('GET', `/memories?user_id=${id}&size=100`)
    if (!text.includes(mark)) {
      figures.changed++
      faults.push(`${JSON.stringify(user)} does not find its own memory`)
    }
  }

  /** Ids and names of another: unknown everywhere, and nothing of the other's changes. */
  async function reachFor (owner: Owner, other: Owner): Promise<void> {
    const { user } = owner
    const id = encodeURIComponent(user)
    const { memory, entity, mark } = other
    const before = (await ask('GET', `/memories/${memory}?user_id=${encodeURIComponent(other.user)}`)).text
    const asked: Array<[string, string, object?]> = [
      ['GET', `/memories/${memory}?user_id=${id}`],
      ['GET', `/memories/${memory}/history?user_id=${id}`],
      ['GET', `/memories/${memory}/accesses?user_id=${id}`],
      ['PATCH', `/memories/${memory}`, { user_id: user, text: 'Changed by another.' }],
      ['POST', `/memories/${memory}/retire`, { user_id: user, reason: 'another' }],
      ['POST', `/memories/${memory}/pin`, { user_id: user }],
      ['POST', `/memories/${memory}/restore`, { user_id: user }],
      ['POST', `/memories/${memory}/explain-miss`, { user_id: user, query: 'code word' }]
    ]
    if (entity !== null) asked.push(['GET', `/entities/${entity}?user_id=${id}`])
    for (const [method, path, body] of asked) {
      const answer = await ask(method, path, body)
      see(owner, `${method} ${path}`, answer)
      if (answer.status !== 404) {
        figures.changed++
        faults.push(`${method} ${path} by ${JSON.stringify(user)} is answered ${answer.status}`)
      }
    }
    await ask('DELETE', '/memories', { user_id: user, memory_ids: [memory] })
    await ask('POST', '/memories', {
      user_id: user,
      text: `A note. ${user}`.slice(0, 300),
      infer: false,
      supersedes: [memory]
    })
    const tools: Array<[string, object]> = [
      ['get_memory', { memory_id: memory }],
      ['correct_memory', { memory_id: memory, text: 'Changed by another.' }],
      ['retire_memory', { memory_id: memory, reason: 'another' }],
      ['delete_memories', { memory_ids: [memory] }],
      ['get_entity', { entity: `Eva${mark}` }]
    ]
    for (const [name, given] of tools) {
      // An error may repeat the name that was asked for.
      const answer = await tool(name, user, given)
      see(owner, `tool ${name}`, { text: answer.text.replaceAll(`Eva${mark}`, '') })
    }
    const after = (await ask('GET', `/memories/${memory}?user_id=${encodeURIComponent(other.user)}`)).text
    if (after !== before) {
      figures.changed++
      faults.push(`${JSON.stringify(user)} changed ${JSON.stringify(other.user)}: ${before} became ${after}`)
    }
  }

  function see (owner: Owner, where: string, { text }: { text: string }): void {
    const foreign = [...text.matchAll(/zq\d+x/g)].map(([mark]) => mark).filter(mark => mark !== owner.mark)
    // The envelope of a search repeats its query.
    const asked = where.startsWith('POST /memories/search') ? text.replace(/"query":"[^"]*"/, '') : text
    if (foreign.some(mark => asked.includes(mark))) {
      figures.seen++
      faults.push(
        `${where} of ${JSON.stringify(owner.user)} shows ${[...new Set(foreign)].join()}: ${text.slice(0, 300)}`
      )
    }
  }
}
