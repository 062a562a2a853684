/** The settings of providers that take tokens. */
import { Type } from '../../../domain/type.ts'

export const PublicUrl = Type.String({
  default: '',
  pattern: '^(https?://[^/?#\\s]+)?$',
  description: 'Where the service is reached from outside, `https://memory.example.com`: it names the service in ' +
    'tokens and in what clients read to sign in. Empty: the Host that each request names.'
})
