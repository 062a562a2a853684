/** One request may say the same things over and over, in any order: it is taken in, and each is stored once. */
import t from 'tap'
import { random } from '../conformance/store/suite.ts'
import { openEmbedded } from '../services/embedded.ts'

interface Listed {
  items: Array<{ content: string }>
}

const sentences = [
  ...['Berlin', 'Paris', 'Rome'].map(city => `I live in ${city}.`),
  ...['Acme', 'Initech'].map(firm => `I work at ${firm}.`),
  'I moved to Oslo.',
  'I no longer work at Acme.',
  'I have a cat named Mia.',
  'My sister lives in Madrid.',
  'I drink tea and coffee.',
  'Forget that I have a cat named Mia.'
]

t.test('whatever is said again and again in one request', async t => {
  const { call } = await openEmbedded(t)
  const next = random(77)
  const said = (count: number, kinds: number): string[] =>
    Array.from({ length: count }, () => sentences[Math.floor(next() * kinds)] as string)
  for (const [place, count] of [2, 3, 10, 30, 60, 120, 240].entries()) {
    for (const kinds of [1, 3, sentences.length]) {
      const words = said(count, kinds)
      const day = (turn: number): string => new Date(Date.UTC(2026, 0, 1) + turn % 40 * 86_400_000).toISOString()
      const requests = {
        text: { text: words.join(' ') },
        turns: { messages: words.map((content, turn) => ({ role: 'user', content, created_at: day(turn) })) }
      }
      for (const [form, request] of Object.entries(requests)) {
        const what = `${count} of ${kinds} as ${form}`
        const user = `user-${place}-${kinds}-${form}`
        const path = form === 'text' ? '/api/v1/memories' : '/api/v1/memories/from-conversation'
        const { status } = await call<object>('POST', path, { user_id: user, ...request })
        t.equal(status, 200, what)
        const { body: { items } } = await call<Listed>('GET', `/api/v1/memories?user_id=${user}&size=100`)
        const texts = items.map(({ content }) => content)
        t.equal(texts.length > 0, true, what)
        t.same(texts, [...new Set(texts)], what)
      }
    }
  }
})
