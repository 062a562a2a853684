/** What a person said comes before what an assistant made of it, unless the assistant's words are asked for. */
import t from 'tap'
import type { Memory } from '../../../domain/nouns.ts'
import { hasAssistantLabel, speakerWeight } from '../../../plugins/memory/pipeline/read/speaker.ts'
import { openEmbedded } from '../../services/embedded.ts'

const turn = (text: string, rest: Partial<Memory> = {}) =>
  ({ text, speaker: null, metadata: null, source: 'verbatim', ...rest }) as Memory

t.test('an assistant is known by the label of its turn', async t => {
  for (const line of ['assistant: Yes.', 'Assistant: Yes.', '**AI**: yes', '[assistant]: yes', 'Chatbot : yes']) {
    t.ok(hasAssistantLabel(line), line)
  }
  for (const line of ['user: Yes.', 'Aida: Yes.', 'My assistant: he is ill.', 'The system: a diary', 'assistant']) {
    t.notOk(hasAssistantLabel(line), line)
  }
})

t.test('its words count less, but where they are asked for', async t => {
  const advice = turn('assistant: Put the budget at 300.')
  const asked = [
    'What did you recommend for the budget?',
    'Which budget had the assistant proposed?',
    'What was your advice on the budget?',
    'the budget that you suggested',
    'What have you told me about the budget?'
  ]
  for (const query of asked) t.equal(speakerWeight(query)(advice), 1, query)
  const others = [
    'What is my budget?',
    'Can you tell me what my budget is?',
    'Do you know my budget?',
    'Could you list what I said about the budget?',
    'What did I tell you about the budget?',
    'Which budget did Ana propose?'
  ]
  for (const query of others) t.ok(speakerWeight(query)(advice) < 1, query)
  const share = speakerWeight('What is my budget?')
  t.equal(share(turn('user: My budget is 250.')), 1)
  t.equal(share(turn('Put the budget at 300.', { speaker: 'Assistant' })) < 1, true, 'a recorded speaker')
  for (const role of ['assistant', 'model', 'agent', 'tool']) {
    t.ok(share(turn('Put the budget at 300.', { metadata: { role } })) < 1, `the role ${role} in metadata`)
  }
  t.equal(share(turn('Put the budget at 300.', { metadata: { role: { of: 'assistant' } } })), 1)
  t.equal(share(turn('assistant: is a word of Ana.', { speaker: 'Ana' })), 1)
  t.equal(share(turn('The assistant likes tea.', { speaker: 'assistant', source: 'conversation' })), 1, 'a fact')
})

interface Found {
  results: Array<{ content: string }>
}

const user = (subject: string) => `user: I put the money for the ${subject} at 250, my bank has it.`
const assistant = (subject: string) =>
  `assistant: For the budget of the ${subject}, the budget should hold money for the ${subject} and a reserve.`
const subjects = ['garden', 'boat', 'choir', 'kitchen', 'thesis', 'podcast', 'allotment', 'marathon']

for (const [recipe, ownWords] of [['balanced', true], ['plain', false]] as const) {
  t.test(`a search with the recipe ${recipe}`, async t => {
    const { call } = await openEmbedded(t, { SVC_Recall__Recipe: recipe })
    const store = async (text: string) => {
      const body = { user_id: 'ana', text, infer: false, session_id: 'money' }
      const { status } = await call('POST', '/api/v1/memories', body)
      t.equal(status, 200)
    }
    for (const subject of subjects) {
      await store(assistant(subject))
      await store(user(subject))
    }
    const search = async (query: string, rest: object = {}): Promise<string[]> => {
      const body = { user_id: 'ana', query, top_k: 4, ...rest }
      const { body: { results } } = await call<Found>('POST', '/api/v1/memories/search', body)
      return results.map(({ content }) => content)
    }
    const questions = ['What is the budget of the boat, how much money?', 'What did you suggest as budget of the boat?']
    for (const rest of ownWords ? [{}, { include_session_arm: true }, { rerank: 'cross_encoder' }] : [{}]) {
      const [own, advised] = await Promise.all(questions.map(query => search(query, rest)))
      t.equal(own?.[0], ownWords ? user('boat') : assistant('boat'), JSON.stringify(rest).replace(/[{}"]/g, ''))
      t.equal(advised?.[0], assistant('boat'), 'what was suggested')
      t.equal(own?.length, 4)
    }
  })
}
