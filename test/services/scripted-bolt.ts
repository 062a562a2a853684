/**
 * A server that speaks just enough bolt (5.0, one chunk a message) to answer each statement with what a test wrote
 * down. Stands in for Memgraph, which no registry carries: it shows what is done with its words, and not that these are
 * its words.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** Rows of one column, or a failure in the server's words. */
export type Scripted = { column: string, values: string[] } | { code: string, message: string }

export interface ScriptedBolt {
  url: string
  close: () => Promise<void>
}

const message = { hello: 0x01, reset: 0x0f, run: 0x10, pull: 0x3f, success: 0x70, record: 0x71, failure: 0x7f }

/** `answer` is asked once for every statement that is run. */
export async function startScriptedBolt (answer: (statement: string) => Scripted): Promise<ScriptedBolt> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    serve(socket, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `bolt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close () {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    }
  }
}

function serve (socket: Socket, answer: (statement: string) => Scripted): void {
  let received = Buffer.alloc(0)
  let greeted = false
  let rows: string[] = []
  socket.on('data', bytes => {
    received = Buffer.concat([received, bytes])
    if (!greeted && received.length >= 20) {
      greeted = true
      received = received.subarray(20)
      socket.write(Buffer.from([0, 0, 0, 5]))
    }
    if (!greeted) return
    // Size, chunk, and two bytes of nothing behind it; a size of nothing alone keeps a connection awake.
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const size = received.readUInt16BE(0)
      const chunk = received.subarray(2, 2 + size)
      received = received.subarray(2 + size)
      if (size > 0) heard(chunk)
    }
  })

  function heard (chunk: Buffer): void {
    const kind = chunk[1]
    if (kind === message.hello) return say(message.success, { server: 'Neo4j/5.0.0', connection_id: 'one' })
    if (kind === message.pull) {
      for (const value of rows) say(message.record, [value])
      return say(message.success, { type: 'r' })
    }
    if (kind !== message.run) return say(message.success, {})
    const scripted = answer(statementOf(chunk))
    if ('code' in scripted) return say(message.failure, { code: scripted.code, message: scripted.message })
    rows = scripted.values
    say(message.success, { fields: [scripted.column] })
  }

  function say (kind: number, value: Packed): void {
    const body = Buffer.concat([Buffer.from([0xb1, kind]), packed(value)])
    const size = Buffer.alloc(2)
    size.writeUInt16BE(body.length)
    socket.write(Buffer.concat([size, body, Buffer.from([0, 0])]))
  }
}

/** The first field of RUN, a text of up to 65,535 bytes. */
function statementOf (chunk: Buffer): string {
  const marker = chunk[2] ?? 0
  if (marker >> 4 === 8) return chunk.subarray(3, 3 + (marker & 0x0f)).toString()
  return marker === 0xd0
    ? chunk.subarray(4, 4 + chunk.readUInt8(3)).toString()
    : chunk.subarray(5, 5 + chunk.readUInt16BE(3)).toString()
}

type Packed = string | Packed[] | { [key: string]: Packed }

/** PackStream of small lists and maps of texts. */
function packed (value: Packed): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    const head = Buffer.from([0xd1, 0, 0])
    head.writeUInt16BE(bytes.length, 1)
    return Buffer.concat([head, bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([0x90 + value.length]), ...value.map(packed)])
  const entries = Object.entries(value)
  return Buffer.concat([
    Buffer.from([0xa0 + entries.length]),
    ...entries.flatMap(([key, field]) => [packed(key), packed(field)])
  ])
}
