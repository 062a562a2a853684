/** A client that posts its growing transcript each time tells each turn once: the state never flips. */
import t from 'tap'
import type { Turn } from '../../../domain/capabilities/distiller.ts'
import { newTurns } from '../../../plugins/memory/pipeline/write/turns.ts'
import { random } from '../../conformance/store/suite.ts'
import { openEmbedded } from '../../services/embedded.ts'

t.setTimeout(300_000)

const places = ['Berlin', 'Hamburg', 'Lyon']
const dawn = Date.UTC(2026, 0, 1, 12, 0, 7, 345)

interface Post {
  role: string
  content: string
  created_at?: string
  uuid?: string
}

/** How a client writes its turns, which may differ from one post to the next. */
const styles: Record<string, (turn: Post, at: number, place: number, post: number) => Post> = {
  'without uuids and times': turn => turn,
  'with uuids': (turn, _, place) => ({ ...turn, uuid: `turn ${place}` }),
  'with times': (turn, at) => ({ ...turn, created_at: new Date(at).toISOString() }),
  'with uuids and times': (turn, at, place) => ({ ...turn, uuid: `t${place}`, created_at: new Date(at).toISOString() }),
  'with times to the second in every other post': (turn, at, _, post) => {
    const iso = new Date(at).toISOString()
    return { ...turn, created_at: post % 2 === 0 ? iso : `${iso.slice(0, 19)}Z` }
  },
  'with times to the minute in every other post': (turn, at, _, post) => {
    const iso = new Date(at).toISOString()
    return { ...turn, created_at: post % 2 === 1 ? iso : `${iso.slice(0, 16)}:00Z` }
  },
  'with times of another zone in every other post': (turn, at, _, post) => {
    const shifted = new Date(at + 7_200_000).toISOString()
    return { ...turn, created_at: post % 2 === 0 ? new Date(at).toISOString() : shifted.replace('Z', '+02:00') }
  }
}

t.test('the state after each post is what was said last', async t => {
  const service = await openEmbedded(t)
  const next = random(44)
  for (const [name, style] of Object.entries(styles)) {
    for (let round = 0; round < 2; round++) {
      const userId = `${name} ${round}`
      // A, B, A over the posts, with talk in between.
      const [a = '', b = ''] = places.toSorted(() => next() - 0.5)
      const said = [a, b, a, ...next() < 0.5 ? [b] : []]
      let at = dawn
      const transcript: Array<{ turn: Post, at: number }> = []
      for (const [post, place] of said.entries()) {
        at += 60_000 + Math.floor(next() * 4_000_000)
        transcript.push({ turn: { role: 'user', content: `I live in ${place} now.` }, at })
        transcript.push({ turn: { role: 'assistant', content: 'Noted.' }, at: at + 4_321 })
        const messages = transcript.map(({ turn, at }, place) => style(turn, at, place, post))
        for (let again = 0; again < 1 + Math.floor(next() * 2); again++) {
          await service.call('POST', '/api/v1/memories/from-conversation', {
            user_id: userId,
            session_id: 's1',
            messages
          })
        }
        const { body } = await service.call<{ items: Array<{ content: string }> }>(
          'GET',
          `/api/v1/memories?user_id=${encodeURIComponent(userId)}`
        )
        const homes = body.items.map(({ content }) => content).filter(content => content.includes('live'))
        t.match(homes, [new RegExp(place)], `${userId}: post ${post + 1}`)
        t.equal(homes.length, 1)
      }
    }
  }
})

t.test('generated transcripts, cut, repeated and grown: each turn is new exactly once', async t => {
  const next = random(45)
  const words = ['yes', 'no', 'I live in Berlin.', 'I live in Hamburg.', 'thanks']
  for (let round = 0; round < 200; round++) {
    const kind = round % 3
    const all: Turn[] = Array.from({ length: 12 }, (_, place) => ({
      role: place % 2 === 0 ? 'user' : 'assistant',
      content: words[Math.floor(next() * words.length)] as string,
      uuid: kind === 0 ? `${round} ${place}` : null,
      name: null,
      at: dawn + place * 61_000 + Math.floor(next() * 500),
      timed: kind === 1
    }))
    let kept: string[] = []
    let sent = 0
    let heard = 0
    while (sent < all.length) {
      const until = Math.min(all.length, sent + 1 + Math.floor(next() * 3))
      // Some clients send only the latest turns of what they have; without uuid or time all of it is needed.
      const from = kind === 2 ? 0 : Math.floor(next() * (sent + 1))
      const posted = all.slice(from, until).map(turn =>
        kind === 1 && next() < 0.5 ? { ...turn, at: Math.floor(turn.at / 1000) * 1000 } : turn
      )
      const { known, keys } = newTurns(posted, kept)
      const fresh = posted.flatMap((_, place) => known.has(place) ? [] : [from + place])
      t.same(fresh, Array.from({ length: until - sent }, (_, place) => sent + place), `round ${round}`)
      heard += fresh.length
      kept = keys
      sent = until
    }
    t.equal(heard, all.length)
  }
})
