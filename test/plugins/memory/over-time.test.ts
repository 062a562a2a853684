/** Questions about the order of events and about all there is of a matter: told apart from others, and answered. */
import t, { type Test } from 'tap'
import type { RecallRequest } from '../../../domain/capabilities/memory.ts'
import type { Expanded } from '../../../plugins/memory/pipeline/read/expand.ts'
import { armOf } from '../../../plugins/memory/pipeline/read/fuse.ts'
import { asksForOrder, topicOverTime } from '../../../plugins/memory/pipeline/read/over-time.ts'
import type { RankContext, Ranked } from '../../../plugins/memory/pipeline/read/rank.ts'
import { recipeOf } from '../../../plugins/memory/pipeline/read/recipes.ts'
import type { ScoredMemory } from '../../../plugins/memory/pipeline/read/rerank.ts'
import { namesBeside, searchAgain } from '../../../plugins/memory/pipeline/read/search-again.ts'
import { spreadOverTime } from '../../../plugins/memory/pipeline/read/spread.ts'
import { stopwatch } from '../../../plugins/memory/pipeline/read/stopwatch.ts'
import { newMemory } from '../../conformance/store/suite.ts'
import { openEmbedded, type Embedded } from '../../services/embedded.ts'

const scored = (id: string, sessionId: string | null, text = id): ScoredMemory => ({
  id,
  rrfScore: 1,
  ranks: {},
  scores: {},
  memory: { ...newMemory('ana', text), id, sessionId },
  previous: null,
  prior: 0,
  rerankScore: null,
  relevance: null
})

t.test('a question about the order of events or about a whole matter is told by how it is asked', async t => {
  for (
    const question of [
      'What came first, the move or the new job?',
      'Which did I do earlier: the passport or the visa?',
      'Was it the fever or the rash that started sooner?',
      'Of the lease and the loan, which was later?',
      'Did the roof leak before or after the storm?',
      'Was I living in Oslo before Nils was born?',
      'In which order did I try the medicines?',
      'Put these in chronological order: the exam, the wedding, the flood.',
      'Arrange: the sale, the audit, the merger.',
      'List the order in which I brought up the parts of my novel.',
      'Can you walk me through how my training went?',
      'Draw up a timeline of the lawsuit.',
      'Tell me everything about my garden.',
      'What do you know about Sarah?',
      'Give me a comprehensive summary of the kitchen renovation.',
      'Summarise what happened with the insurance.',
      'Could you recap the hiring process for me?',
      'Bring me up to date on the house.',
      'What is the full story of the lost suitcase?',
      'How has my approach to budgeting changed over the months?',
      'How did the partnership with Lena develop?',
      'Everything I told you about the clinic, please.',
      'How did things go with the landlord?'
    ]
  ) t.not(topicOverTime(question), null, question)
})

t.test('a question about one thing is none of these', async t => {
  for (
    const question of [
      'Where does Sarah live?',
      'What was the first concert I went to?',
      'What did I order for lunch?',
      'Did I order that book or borrow it last year?',
      "What was last month's electricity bill?",
      'What should I do in order to renew my passport?',
      'What did Ana do after the hike?',
      'When did all of my cousins move to Cork?',
      'Who leads the sequencing lab?',
      'Did I say anything about a dog?',
      'How much does the summer course cost?',
      'Which of my friends plays the cello or the viola?',
      'Sarah: How did things go with the landlord?\nAssistant: Tell me everything about it.\nSarah: Well.',
      `${'A page of text that was pasted into the query. '.repeat(20)} Tell me everything about my garden.`
    ]
  ) t.equal(topicOverTime(question), null, question)
})

t.test('what is asked about is left, without the words that ask for an order or a summary', async t => {
  t.same(
    [
      'Tell me everything about my garden.',
      'Can you give me a comprehensive summary of how my budget app has developed? Please mention only five items.',
      'Could you list the order in which I brought up different aspects of my novel throughout our conversations?',
      'What do you know about Sarah?',
      'What came first, the move or the new job?'
    ].map(topicOverTime),
    [
      'my garden.',
      'how my budget app has developed?',
      'my novel?',
      'Sarah?',
      'What came first, the move or the new job?'
    ]
  )
  t.equal(topicOverTime('Tell me everything about me.'), 'Tell me everything about me.', 'nothing would be left')
  t.match(topicOverTime('Tell me everything you said about my diet.'), /you said/, 'whose words are asked for stays')
})

t.test('names are asked for that stand in the passage about it, but not those that the question knows', async t => {
  const long =
    `${'We spoke of the garden and the weather in Bath. '.repeat(12)}My mother-in-law, dear Noreen, fell again. ` +
    'On Friday we went to Cork to see her.'
  t.same(namesBeside('How is my mother-in-law in Cork?', [scored('one', 's', long)]), ['Noreen'])
  t.same(
    namesBeside(
      'What became of the boat?',
      ['Then we sold the boat to Ines.', 'So the boat went from Ines to Pavel in March.'].map(text => scored(text, 's'))
    ),
    ['Ines', 'Pavel'],
    'the name that more of them know comes first, and no month'
  )
  t.same(namesBeside('What became of the boat?', []), [])
})

t.test('a turn beside one that is placed waits for others, and what stands in no session does not', async t => {
  const memories = [scored('a1', 'a'), scored('a2', 'a'), scored('a9', 'a'), scored('b1', 'b'), scored('note', null)]
  const scores = new Map([['a1', 1], ['a2', 0.99], ['a9', 0.98], ['b1', 0.97], ['note', 0.5]])
  const places = new Map([['a1', 1], ['a2', 2], ['a9', 9], ['b1', 1]])
  const order = (...how: Parameters<typeof spreadOverTime>) => spreadOverTime(...how).map(({ id }) => id)
  t.same(order(memories, scores, places), ['a1', 'a9', 'b1', 'a2', 'note'])
  t.same(order(memories, scores, new Map()), ['a1', 'a2', 'a9', 'b1', 'note'], 'without places nothing is near')
  t.same(order([], scores, places), [])
})

/** What a search found with rerank, in this order, and by words in the order of `text`; no second search is made. */
async function searchedAgain (ordered: ScoredMemory[], text: string[], inOrder: boolean): Promise<string[]> {
  const first: Ranked = {
    arms: [armOf('text', 0, text.map((id, place) => ({ id, score: 9 - place, sessionId: null, validAt: 0 })))],
    expanded: { places: () => new Map([['a1', 1], ['a2', 2], ['a3', 3], ['b1', 1]]) } as Expanded,
    named: false,
    fused: [],
    considered: ordered.length,
    ordered,
    degraded: []
  }
  const context = {
    reranking: { budgetMs: 0, candidates: 60 },
    recipe: recipeOf({ Recipe: 'balanced' })
  } as RankContext
  const last = await searchAgain(context, { query: 'the boat' } as RecallRequest, first, {
    inOrder,
    stages: stopwatch()
  })
  return last.ordered.map(({ id }) => id)
}

t.test('memories that stand alone keep the order of the words, whatever the cross-encoder believes', async t => {
  const notes = Array.from({ length: 60 }, (_, place) => `note ${place}`)
  const reversed = notes.toReversed()
  t.same(await searchedAgain(reversed.map(id => scored(id, null)), notes, false), notes)
  t.same(await searchedAgain(reversed.map(id => scored(id, id)), notes, false), reversed, 'turns of sessions do not')
  t.same(
    await searchedAgain(['beside', ...reversed].map(id => scored(id, null)), notes, false),
    [...notes, 'beside'],
    'what only the second search or an entity brought comes last'
  )
})

t.test('events told one after the other stay together, where their order is asked for', async t => {
  const turns = [scored('a1', 'a'), scored('a2', 'a'), scored('a3', 'a'), scored('b1', 'b')]
  t.same(await searchedAgain(turns, [], true), ['a1', 'a2', 'a3', 'b1'])
  t.same(await searchedAgain(turns, [], false), ['a1', 'a2', 'b1', 'a3'], 'a summary looks further')
  t.same(
    ['Draw up a timeline of the lawsuit.', 'What do you know about Sarah?'].map(asksForOrder),
    [true, false]
  )
})

interface Told {
  session: string
  at: string
  text: string
}

/** Turns of one user, kept word for word. */
async function tell (call: Embedded['call'], turns: Told[]): Promise<void> {
  for (const { session, at, text } of turns) {
    await call('POST', '/api/v1/memories', { user_id: 'ana', text, infer: false, session_id: session, valid_at: at })
  }
}

async function found (t: Test, call: Embedded['call'], query: string, topK: number): Promise<string[]> {
  const { body } = await call<{ results: Array<{ content: string, score: number }>, degraded: string[] }>(
    'POST',
    '/api/v1/memories/search',
    { user_id: 'ana', query, top_k: topK, rerank: 'cross_encoder' }
  )
  t.same(body.degraded, [])
  const scores = body.results.map(({ score }) => score)
  t.same(scores, scores.toSorted((a, b) => b - a), 'scores fall from hit to hit')
  return body.results.map(({ content }) => content)
}

const months = Array.from({ length: 8 }, (_, month) => `2024-0${month + 1}-05T10:00:00Z`)
const small = [
  'The parcel with the blue curtains came back a second time.',
  'Our neighbour paints his fence in a colour that nobody likes.',
  'I tried the new bakery, and the rye bread was still warm.',
  'The printer at work is broken, so everything waits.',
  'We watched an old film about a lighthouse and fell asleep.',
  'My bicycle needs a new chain before the weekend.'
]

t.test('a matter over months is found by the name that later turns know it by', async t => {
  const { call } = await openEmbedded(t, { SVC_Rerank__Provider: 'onnx' })
  const told = [
    'user: My mother-in-law, her name is Noreen, was told by a doctor that she has weak hips.',
    'user: On Monday I drove Noreen to the swimming baths, and she liked it.',
    'user: A letter came: Noreen is on the list for an operation.',
    'user: Since Tuesday Noreen has walked without a stick.'
  ]
  const others = ['Pavel', 'Ines', 'Tomas', 'Greta'].flatMap((name, place) => [
    `user: At work I had lunch with ${name} beside the canal.`,
    `user: ${name} walked the dog around the lake number ${place + 1}.`
  ])
  await tell(call, [
    ...told.map((text, place) => ({ session: `told-${place}`, at: months[place * 2]!, text })),
    ...small.map((text, place) => ({
      session: `told-${place % 4}`,
      at: months[place % 4 * 2]!,
      text: `user: ${text}`
    })),
    ...others.map((text, place) => ({ session: `other-${place % 4}`, at: months[place % 8]!, text }))
  ])
  const hits = await found(t, call, "How has my mother-in-law's situation developed?", 10)
  t.equal(hits[0], told[0])
  t.same(told.filter(text => !hits.includes(text)), [])
})

t.test('the order of things is asked of what was told, and not of who speaks about orders', async t => {
  const { call } = await openEmbedded(t, { SVC_Rerank__Provider: 'onnx' })
  const told = [
    'user: We chose the tiles for the bathroom today, the grey ones.',
    'user: The plumber came to the bathroom and found a leak.',
    'user: The bathroom has its window now.'
  ]
  const baits = [
    'user: In our conversations I brought up the order of different aspects of the novel.',
    'user: Please list different aspects in order, and mention only five items.',
    'user: I brought up the order of the items in our conversations with the club.',
    'user: The different aspects were mentioned in the order of our conversations.'
  ]
  await tell(call, [
    ...told.map((text, place) => ({ session: `told-${place}`, at: months[place * 2]!, text })),
    ...baits.map((text, place) => ({ session: `bait-${place}`, at: months[place]!, text })),
    ...small.map((text, place) => ({ session: `small-${place}`, at: months[place]!, text: `user: ${text}` }))
  ])
  const question = 'Can you list the order in which I brought up different aspects of the bathroom throughout our ' +
    'conversations? Mention only five items.'
  t.same(new Set(await found(t, call, question, 3)), new Set(told))
})

t.test('all that is known of somebody comes before what is known of others', async t => {
  const { call } = await openEmbedded(t, { SVC_Rerank__Provider: 'onnx' })
  const facts = [
    'Sarah works at Acme.',
    'Sarah plays the cello.',
    'Sarah has a son called Milo.',
    'Sarah moved to Ghent.'
  ]
  const others = ['Pavel works at Bolt.', 'Pavel plays the drums.', 'Ines has a daughter.', 'Ines moved to Porto.']
  for (const text of [...facts, ...others]) {
    await call('POST', '/api/v1/memories', { user_id: 'ana', text, infer: false })
  }
  t.same(new Set(await found(t, call, 'What do you know about Sarah?', 4)), new Set(facts))
})
