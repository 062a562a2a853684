/**
 * Orama (TypeScript, in memory), its hybrid search: English stems, BM25 and vectors, their scores weighed alike, its
 * default. One index a user. Started by bench/peers.ts with an encoder and the folder that it is installed in.
 */
import { encoderFor, load, serve } from './lines.ts'

interface Orama {
  create(how: object): object
  insert(index: object, document: object): Promise<string>
  search(index: object, query: object): Promise<{ hits: Array<{ document: { turn: string } }> }>
}

const [encoder = 'own', folder = ''] = process.argv.slice(2)
const { create, insert, search } = await load<Orama>(folder, '@orama/orama')
const encode = await encoderFor(encoder)
const dimensions = (await encode('a')).length
const indexes = new Map<string, object>()

function indexOf (user: string): object {
  const index = indexes.get(user) ?? create({
    // Enums are filtered by and not searched in, so that ids are no words.
    schema: { text: 'string', turn: 'enum', vector: `vector[${dimensions}]` },
    components: { tokenizer: { language: 'english', stemming: true } }
  })
  indexes.set(user, index)
  return index
}

await serve({
  async add (user, turn, text) {
    await insert(indexOf(user), { text, turn, vector: [...await encode(text)] })
  },
  async search (user, term, limit) {
    const { hits } = await search(indexOf(user), {
      mode: 'hybrid',
      term,
      properties: ['text'],
      vector: { value: [...await encode(term)], property: 'vector' },
      similarity: 0, // its default of 0.8 leaves next to nothing of a question's neighbours
      limit
    })
    return hits.map(({ document }) => document.turn)
  }
})
