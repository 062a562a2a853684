import { defineManifest } from '../../../domain/manifest.ts'
import { Options } from '../_keys/options.ts'

/** A function of its own: inside the argument below, tsc leaves the file ending as it is. */
async function loadMintKey () {
  return await import('./mint-key.ts')
}

export default defineManifest({
  capability: 'auth',
  provider: 'hmac',
  title: 'keys signed with Auth:Secret',
  answers: { hmac: 'Auth' },
  options: Options,
  automatic: ({ read }) => read('Auth:Secret') !== '',
  commands: {
    'mint-key': {
      usage: 'mint-key <user_id> | --operator [--expires 90d] [--read-only]',
      summary: "print a bearer key bound to one user, or an operator's",
      load: loadMintKey
    }
  }
})
