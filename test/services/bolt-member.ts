/** One client of one member of the cluster that `bolt-cluster.ts` stands in for. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Rules } from './bolt-cluster.ts'
import { chunked, messageOf, messagesOf, unpacked, type Packed } from './packstream.ts'

const kind = {
  hello: 0x01,
  goodbye: 0x02,
  reset: 0x0f,
  run: 0x10,
  pull: 0x3f,
  route: 0x66,
  logon: 0x6a,
  success: 0x70,
  record: 0x71,
  ignored: 0x7e,
  failure: 0x7f
}
const version = Buffer.from([0, 0, 4, 5])
const handshake = Buffer.concat([Buffer.from('6060b017', 'hex'), version, Buffer.alloc(12)])

export function serveMember (member: number, rules: Rules, client: Socket, dial: (server: number) => Socket): void {
  const upstreams = new Map<number, Upstream>()
  /** What a real server must hear before any statement. */
  const greetings: Buffer[] = []
  let current: Upstream | null = null
  let failed = false
  /** Rows that the router answers itself, until they are pulled. */
  let own: Packed[][] | null = null
  let work = Promise.resolve()
  client.on('close', () => {
    for (const { socket } of upstreams.values()) socket.destroy()
  })
  client.once('data', hello => {
    client.write(version)
    const listen = messagesOf(message => {
      work = work.then(() => answer(message)).catch(() => {
        client.destroy()
      })
    })
    client.on('data', listen)
    if (hello.length > 20) listen(hello.subarray(20))
  })

  async function answer (message: Buffer): Promise<void> {
    const what = message[1]
    if (what === kind.goodbye) {
      client.destroy()
    } else if (what === kind.hello || what === kind.logon) {
      await forward(0, message)
      greetings.push(message)
    } else if (what === kind.reset) {
      failed = false
      own = null
      current?.send(message)
    } else if (failed) {
      say(kind.ignored)
    } else if (what === kind.route) {
      await route(message)
    } else if (what === kind.run) {
      await run(message)
    } else if (what === kind.pull && own !== null) {
      for (const row of own) say(kind.record, row)
      own = null
      say(kind.success, { type: 'r', db: 'system' })
    } else current?.send(message)
  }

  function say (code: number, ...fields: Packed[]): void {
    client.write(chunked(messageOf(code, ...fields)))
  }

  function fail (fault: Packed): void {
    failed = true
    say(kind.failure, fault)
  }

  async function forward (server: number, message: Buffer): Promise<void> {
    current = upstreams.get(server) ?? await upstreamOf(dial(server), client, greetings)
    upstreams.set(server, current)
    current.send(message)
  }

  async function route (message: Buffer): Promise<void> {
    const [, , extra] = fieldsOf(message)
    await current?.idle()
    const routes = rules.routes((extra as { db?: string | null }).db ?? 'neo4j')
    if (routes !== null && typeof routes === 'object' && 'code' in routes) fail(routes)
    else say(kind.success, routes)
  }

  /** Answers come back in the order of the questions, so those before it are waited for. */
  async function run (message: Buffer): Promise<void> {
    const [statement, , given] = fieldsOf(message)
    const extra = given as { [key: string]: Packed }
    const { mode, db, bookmarks } = given as { mode?: string, db?: string, bookmarks?: string[] }
    const database = db ?? 'neo4j'
    await current?.idle()
    const refused = rules.refusal({
      member,
      database,
      reads: mode === 'r',
      statement: String(statement),
      bookmarks: bookmarks ?? []
    })
    if (refused !== null) {
      fail(refused)
      return
    }
    own = database === 'system' ? rules.administered(String(statement)) : null
    if (own !== null) {
      say(kind.success, { fields: ['name', 'aliases'] })
      return
    }
    const fields = message.subarray(0, unpacked(message, unpacked(message, 2).end).end)
    const there = messageOf(0, { ...extra, db: database === 'system' ? 'system' : 'neo4j' }).subarray(2)
    await forward(rules.serverOf(database), Buffer.concat([fields, there]))
  }
}

interface Upstream {
  socket: Socket
  send: (message: Buffer) => void
  /** When everything that was sent is answered. */
  idle: () => Promise<void>
}

/** A connection to a real server on behalf of a client, which gets its answers, but for those to the greetings. */
async function upstreamOf (socket: Socket, client: Socket, greetings: Buffer[]): Promise<Upstream> {
  let unheard = greetings.length
  let unanswered = 0
  let waiting: Array<() => void> = []
  socket.on('close', () => client.destroy())
  socket.write(handshake)
  await once(socket, 'data')
  socket.on(
    'data',
    messagesOf(message => {
      const ends = message[1] !== kind.record
      if (unheard > 0) {
        if (ends) unheard--
        return
      }
      client.write(chunked(message))
      if (!ends || --unanswered > 0) return
      for (const go of waiting) go()
      waiting = []
    })
  )
  for (const greeting of greetings) socket.write(chunked(greeting))
  return {
    socket,
    send (message) {
      unanswered++
      socket.write(chunked(message))
    },
    idle: async () => {
      if (unanswered > 0) await new Promise<void>(resolve => waiting.push(resolve))
    }
  }
}

function fieldsOf (message: Buffer): Packed[] {
  const fields: Packed[] = []
  for (let at = 2; at < message.length;) {
    const { value, end } = unpacked(message, at)
    fields.push(value)
    at = end
  }
  return fields
}
