// External auth: keys that an operator writes down, each for one user.
// Use it: {"Auth": {"Provider": "./examples/plugins/auth", "Options": {"Keys": ["sarah=a-long-random-key"]}}}
import { Unauthorized } from 'palimpsest/domain/errors'
import { createHash, timingSafeEqual } from 'node:crypto'

const digest = text => createHash('sha256').update(text).digest()

export default async function (app, { Keys }) {
  const known = Keys.map(line => ({
    userId: line.slice(0, line.indexOf('=')),
    key: digest(line.slice(line.indexOf('=') + 1))
  }))

  app.decorate('auth', {
    interfaceVersion: 1,
    provider: 'listed-keys',
    open: false,
    async authenticate ({ headers: { authorization = '' } }) {
      const sent = digest(authorization.replace(/^Bearer /i, ''))
      const found = known.find(({ key }) => timingSafeEqual(key, sent))
      if (found === undefined) throw new Unauthorized('The key is not listed in Auth:Options:Keys.')
      return { userId: found.userId, readOnly: false }
    }
  })
}
