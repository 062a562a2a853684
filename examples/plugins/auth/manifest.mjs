export default {
  capability: 'auth',
  provider: 'listed-keys',
  title: 'keys listed in the settings',
  options: {
    type: 'object',
    properties: {
      Keys: {
        type: 'array',
        items: { type: 'string', pattern: '^[^=]+=.{16,}$' },
        default: [],
        description: '`user=key`, each key at least 16 characters.'
      }
    }
  }
}
