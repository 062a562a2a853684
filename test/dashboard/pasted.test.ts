/** What people paste, from where they copy it: who says what in it. */
import t from 'tap'
import { parseTurns } from '../../dashboard/src/views/ingest-parse.ts'

const user = (content: string, name?: string) => ({ role: 'user', ...(name !== undefined && { name }), content })
const assistant = (content: string) => ({ role: 'assistant', content })

t.test('lines', async t => {
  t.same(parseTurns(''), [])
  t.same(parseTurns('I live in Oslo.'), [user('I live in Oslo.')])
  t.same(parseTurns('Mel: Hi.\nTariq: I work\nat Bosch.'), [user('Hi.', 'Mel'), user('I work\nat Bosch.', 'Tariq')])
  t.same(parseTurns('User: Hi.\nAssistant: Hello.\nyou: Bye.'), [user('Hi.'), assistant('Hello.'), user('Bye.')])
  t.same(parseTurns('Shopping:\nmilk'), [user('Shopping:\nmilk')], 'a heading is nobody')
})

t.test('who speaks, on a line alone', async t => {
  const copied = [user('I am vegan.'), assistant('Great!\n\nI will suggest vegan recipes.'), user('Thanks.')]
  t.same(
    parseTurns(
      'You said:\nI am vegan.\n\nChatGPT said:\nGreat!\n\nI will suggest vegan recipes.\n\nYou said:\nThanks.'
    ),
    copied
  )
  t.same(parseTurns('User:\nI am vegan.\nAssistant:\nGreat!\n\nI will suggest vegan recipes.\nUser:\nThanks.'), copied)
})

t.test('messengers begin a line with when it was sent', async t => {
  for (
    const at of [
      '[12/05/2026, 10:03:22] ',
      '12/05/2026, 10:03 - ',
      '12.05.26, 10:03 - ',
      '[5/12/26, 9:03:22 PM] ',
      '[10:03] ',
      '10:03 ',
      '2026-05-12 10:03 '
    ]
  ) {
    t.same(parseTurns(`${at}Mel: I moved to Leeds.\n${at}Tariq: Nice.`), [
      user('I moved to Leeds.', 'Mel'),
      user('Nice.', 'Tariq')
    ], at)
  }
  t.same(parseTurns('We meet at\n10:03 today'), [user('We meet at\n10:03 today')], 'words keep their hours')
})

t.test('JSON of the API and of others', async t => {
  const turns = [user('I collect coins.'), assistant('Nice.')]
  const forms = {
    api: { messages: turns },
    parts: [{ role: 'user', content: [{ type: 'text', text: 'I collect coins.' }] }, assistant('Nice.')],
    sender: [{ sender: 'human', text: 'I collect coins.' }, { sender: 'assistant', text: 'Nice.' }]
  }
  t.same(parseTurns(JSON.stringify(forms.api)), turns)
  t.same(parseTurns(JSON.stringify(forms.parts)), turns)
  t.match(parseTurns(JSON.stringify(forms.sender)), [{ role: 'human' }, { role: 'assistant' }])
  for (const [role, content] of [['type', 'content'], ['from', 'value']] as const) {
    t.same(
      parseTurns(JSON.stringify([
        { [role]: 'human', [content]: 'I collect coins.' },
        { [role]: 'ai', [content]: 'Nice.' }
      ])),
      [{ role: 'human', content: 'I collect coins.' }, { role: 'ai', content: 'Nice.' }],
      role
    )
  }
  t.same(
    parseTurns(JSON.stringify([...turns, { role: 'assistant', content: null, tool_calls: [{}] }])),
    turns,
    'a call of a tool'
  )
  t.throws(() => parseTurns('{"messages": ['), /begins like JSON/)
  t.throws(() => parseTurns('[{"role": "user"}]'), /Message 1 has no text/)
  t.throws(() => parseTurns('{"a": 1}'), /list of messages/)
})
