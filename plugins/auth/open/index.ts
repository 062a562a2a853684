/** Auth is open: no key is needed and `user_id` alone selects the namespace. */
import type { AddressInfo } from 'node:net'
import fp from 'fastify-plugin'
import { authInterfaceVersion, type Auth } from '../../../domain/capabilities/auth.ts'
import { isLoopback } from '../../../domain/loopback.ts'

export function createOpenAuth (): Auth {
  return {
    interfaceVersion: authInterfaceVersion,
    provider: 'open',
    open: true,
    authenticate: async () => ({ userId: null, readOnly: false })
  }
}

export default fp(async fastify => {
  fastify.decorate('auth', createOpenAuth())
  fastify.addHook('onListen', warn)

  function warn (): void {
    const { address, port } = fastify.server.address() as AddressInfo
    if (isLoopback(address)) return
    fastify.log.warn(
      `AUTH IS OPEN on ${address}:${port}: anyone who reaches this port can read and delete every user's memories. ` +
        'Set Auth:Secret (SVC_Auth__Secret) and mint keys, or listen on 127.0.0.1 (Server:Host).'
    )
  }
}, { name: 'auth-open', fastify: '5.x' })
