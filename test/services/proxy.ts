/** A wire between a client and a server that can be cut and slowed down. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Proxy {
  port: number
  /** Ends every connection at once, as a broken network does; new ones get through. */
  cut: () => void
  /** Milliseconds that everything from the server waits from now on. */
  slow: (delayMs: number) => void
  close: () => Promise<void>
}

export async function startProxy (target: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let delayMs = 0
  const server = createServer(client => {
    const upstream = connect(target, '127.0.0.1')
    for (const [socket, other] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', bytes => upstream.write(bytes))
    upstream.on('data', bytes => {
      if (delayMs > 0) setTimeout(() => client.write(bytes), delayMs)
      else client.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    slow: wanted => {
      delayMs = wanted
    },
    async close () {
      server.close()
      cut()
      await once(server, 'close')
    }
  }
}
