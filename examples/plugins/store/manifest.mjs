export default {
  capability: 'store',
  provider: 'journal',
  title: 'a journal in one file',
  options: {
    type: 'object',
    properties: {
      Path: {
        type: 'string',
        default: 'journal.ndjson',
        minLength: 1,
        description: 'The journal, relative to the working directory.'
      }
    }
  }
}
