/** Categories are inferred from what a fact says, in any language and with or without a model; the caller's win. */
import t from 'tap'
import { categories, type Category } from '../../../domain/categories.ts'
import { fact, type Step } from '../../scenarios/scenario.ts'
import { openStage } from '../../scenarios/stage.ts'
import { openEmbedded } from '../../services/embedded.ts'

t.setTimeout(300_000)

interface Page {
  items: Array<{ content: string, categories: string[] }>
}

/** The same fact in several languages: the predicate is one, whatever the words are. */
const known: Array<[predicate: string, category: Category, sentences: Array<[said: string, value: string]>]> = [
  ['lives_in', 'home', [['I live in Porto', 'Porto'], ['Ich wohne in Kiel', 'Kiel'], ['大阪に住んでいます', '大阪']]],
  ['works_at', 'work', [['I am with Acme now', 'Acme'], ['Estoy en Zara', 'Zara'], [
    'Je suis chez Renault',
    'Renault'
  ]]],
  ['studies_at', 'education', [['I am at Leeds', 'Leeds'], ['Sono a Bologna', 'Bologna']]],
  ['has_pet', 'relationships', [['Rex is mine', 'Rex'], ['Rex gehört mir', 'Rex']]],
  ['allergic_to', 'health', [['I cannot have hazel', 'hazel'], ['Ich vertrage keine Birke', 'Birke']]],
  ['likes', 'preferences', [['I like fog', 'fog'], ['Me gusta la niebla', 'niebla'], ['霧が好きです', '霧']]],
  ['visited', 'travel', [['I have been to Oslo', 'Oslo'], ['Ich war in Wien', 'Wien']]],
  ['plans_to', 'plans', [['I will repaint it', 'repaint it'], ['Je vais le repeindre', 'repeindre']]],
  ['age', 'personal', [['I am 41', '41'], ['Ich bin 41', '41']]],
  // A predicate that nobody knows: its own words, and those of the sentence.
  ['monthly_salary', 'work', [['I get 3,000 a month', '3,000']]],
  ['has_thing', 'technology', [['I have a new laptop', 'laptop'], ['新しいパソコンを買った', 'パソコン']]],
  ['does', 'leisure', [['I play chess', 'chess'], ['Juego al ajedrez', 'ajedrez'], ['Ich spiele Schach', 'Schach']]],
  ['has_one', 'money', [['I have a mortgage', 'mortgage'], ['Tengo un préstamo', 'préstamo']]]
]

t.test('with a model: by the predicate in any language, else by words', async t => {
  const stage = await openStage(t)
  const steps = known.flatMap(([predicate, , sentences]) =>
    sentences.map(([said, value]): Step => ({ say: said, facts: [fact(said, said, { predicate, value })] }))
  )
  const { userId } = await stage.play({ steps })
  const { memories } = await stage.stored(userId)
  for (const [predicate, category, sentences] of known) {
    for (const [said] of sentences) {
      const memory = memories.find(({ text }) => text === said)
      t.ok(memory?.categories.includes(category), `${predicate}: ${said}: ${memory?.categories.join(', ')}`)
    }
  }
  for (const { categories: inferred, text } of memories) {
    t.ok(inferred.length <= 3 && inferred.every(name => categories.some(one => one === name)), text)
  }
  const { body } = await stage.service.call<Page>('GET', `/api/v1/memories?user_id=${userId}&categories=leisure,money`)
  t.ok(body.items.length >= 5)
  t.ok(body.items.every(({ categories }) => categories.includes('leisure') || categories.includes('money')))
  const found = await stage.service.call<{ results: Array<{ categories: string[] }> }>(
    'POST',
    '/api/v1/memories/search',
    { user_id: userId, query: 'Porto Kiel Acme', categories: ['work'] }
  )
  t.ok(found.body.results.length > 0)
  t.ok(found.body.results.every(({ categories }) => categories.includes('work')))
})

t.test('without a model', async t => {
  const service = await openEmbedded(t)
  const tell = async (content: string, rest: object = {}) =>
    await service.call('POST', '/api/v1/memories/from-conversation', {
      user_id: 'ada',
      messages: [{ role: 'user', content }],
      ...rest
    })
  const listed = async (category: string) =>
    (await service.call<Page>('GET', `/api/v1/memories?user_id=ada&categories=${category}`)).body.items
  await tell('I live in Lyon. I work as a nurse at Mercy Hospital. I am allergic to peanuts. I play the violin.')
  const told: Array<[category: Category, words: string]> = [
    ['home', 'Lyon'],
    ['work', 'Mercy'],
    ['health', 'peanuts'],
    ['leisure', 'violin']
  ]
  for (const [category, words] of told) {
    t.ok((await listed(category)).some(({ content }) => content.includes(words)), category)
  }

  await tell('I live in Nantes now.', { categories: ['crm'] })
  t.match(await listed('crm'), [{ content: /Nantes/, categories: ['crm'] }], "the caller's alone")
  const kept = { user_id: 'ada', text: 'The salary is paid on Fridays.', infer: false }
  await service.call('POST', '/api/v1/memories', kept)
  const { body } = await service.call<Page>('GET', '/api/v1/memories?user_id=ada&search_query=paid')
  t.match(body.items, [{ categories: [] }], 'what is stored as it is, is not read')
})

t.test('the document names them', async t => {
  const service = await openEmbedded(t)
  const { body } = await service.call<Record<string, unknown>>('GET', '/openapi.json')
  for (const category of categories) t.ok(JSON.stringify(body).includes(`\`${category}\``), category)
})
