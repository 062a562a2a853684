import { storableText } from '../../../domain/text/storable.ts'
import {
  asRead,
  at,
  collect,
  failure,
  freshUser,
  given,
  ids,
  newEntity,
  newMemory,
  newRelation,
  newSession,
  random,
  randomVector,
  supersession,
  type Chapter
} from './suite.ts'

const hostileTexts: string[] = [
  "'; DROP TABLE memories; --",
  '"quoted" `ticked` \'single\'',
  '\\ \\\\ \\" \\u0000',
  '}) DETACH DELETE n //',
  '$1 $user_id {{y}} %s %d ${',
  '*',
  '* OR 1=1',
  'tea AND NOT (green OR black)',
  '"unclosed',
  '@fts:(a|b) -c ~d %e% f*',
  '+ns:x AND data.fts:"y"',
  'NEAR(a b, 2) ^a a*',
  'a:b [1 TO 2] {a TO b} /re.*/ ~0.8 ^4 && || !',
  'NUL \u0000 inside',
  '\u0000',
  'lone \ud800 high',
  'lone \udc00 low',
  'pair 😀 🏳️‍🌈 👩‍👩‍👧‍👦',
  '汉字 かな カナ 한글',
  'Ünïcödé é e\u0301 ﬁ ℌ',
  'עברית العربية',
  '\u200b\u200e\u202e\ufeff',
  '\r\n\t\v\f line \u2028 and \u2029',
  '<script>alert(1)</script>',
  'null',
  'undefined',
  'true',
  '123',
  '-0',
  'NaN',
  '\u0001\u001f\u007f',
  '{"json": [1, 2]}',
  'CYPHER a=1 RETURN a',
  ' leading and trailing ',
  'x'.repeat(5000)
]

const hostileUsers = [
  'a b',
  '{a,b}',
  'a',
  'b',
  '\'"`\\',
  '*',
  '$user',
  'user@example.org',
  'ÜSER',
  'üser',
  'u\u0308ser',
  '用户',
  '😀',
  'null',
  '0',
  ' ',
  'x'.repeat(300),
  '../..',
  '%',
  '@range:{x}'
]

/** A name for an assertion that no reader of test output stumbles over. */
const label = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, character => `\\u${character.charCodeAt(0).toString(16)}`).slice(0, 60)

function nested (depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = { end: [[]] }
  for (let level = 0; level < depth; level++) value = level % 2 ? { deeper: value } : { deeper: [value] }
  return value
}

export const hostile: Chapter = ({ it, dimensions }) => {
  it(
    'store.hostile.text',
    'any text comes back as it was, in every field, with NUL and lone surrogates as U+FFFD',
    async (t, store) => {
      const userId = freshUser()
      const memories = hostileTexts.map((text, index) =>
        newMemory(userId, text, {
          fingerprint: `${index}`,
          createdAt: at(index),
          quote: text,
          speaker: text,
          app: text,
          project: text,
          sessionId: text,
          tags: [text, `${index}`],
          categories: [text],
          subject: text,
          predicate: text,
          value: text,
          sourceTurnUuids: [text]
        })
      )
      await given(store, userId, memories)
      const found = await store.get(userId, ids(memories))
      for (const [index, memory] of memories.entries()) {
        const kept = storableText(memory.text)
        t.same(found[index], {
          ...asRead(memory),
          text: kept,
          quote: kept,
          speaker: kept,
          app: kept,
          project: kept,
          sessionId: kept,
          tags: [kept, `${index}`],
          categories: [kept],
          subject: kept,
          predicate: kept,
          value: kept,
          sourceTurnUuids: [kept]
        }, label(memory.text))
      }
    }
  )

  it(
    'store.hostile.query',
    'any text may be searched, listed and filtered for; it selects what it says and nothing else',
    async (t, store) => {
      const userId = freshUser()
      const memories = hostileTexts.map((text, index) =>
        newMemory(userId, `${text} token${index}`, {
          fingerprint: `${index}`,
          tags: [text],
          project: text,
          sessionId: text,
          app: text,
          categories: [text]
        })
      )
      await given(store, userId, memories, {
        sessions: [...new Set(hostileTexts.map(storableText))].map(id => newSession(userId, id))
      })
      for (const [index, text] of hostileTexts.entries()) {
        const kept = storableText(text)
        const same = ids(memories.filter((_, place) => storableText(hostileTexts[place] ?? '') === kept)).sort()
        const name = label(text)
        await store.matchText(userId, text, {}, 5)
        await store.list(userId, { page: 1, size: 5, search: text })
        t.equal((await store.matchText(userId, `${text} token${index}`, {}, 1))[0]?.id, memories[index]?.id, name)
        for (
          const filter of [{ tags: [text] }, { project: text }, { sessionId: text }, { app: text }, {
            categories: [text]
          }]
        ) {
          t.same(ids(await store.recent(userId, filter, 100)).sort(), same, `${Object.keys(filter)} ${name}`)
        }
        t.same(
          (await store.timelines(userId, [text], {})).map(timeline => timeline.memoryIds.slice().sort()),
          [same],
          `timeline ${name}`
        )
        t.same(await store.aboutSubject(userId, text, text, 5), [])
        t.same(await store.get(userId, [text]), [])
        t.same(await store.history(userId, text), [])
      }
    }
  )

  it('store.hostile.graph', 'any text may name entities, relations, sessions and communities', async (t, store) => {
    const userId = freshUser()
    for (const [index, text] of hostileTexts.entries()) {
      const kept = storableText(text)
      const entity = newEntity(userId, text, { key: `${index} ${text}`, aliases: [text], type: text, summary: text })
      const memory = newMemory(userId, `${index}`, { entityIds: [entity.id] })
      const old = newMemory(userId, `old ${index}`)
      await given(store, userId, [memory, old], {
        entities: [entity],
        relations: [newRelation(userId, entity, text, entity, memory)],
        sessions: [newSession(userId, `${index} ${text}`, { gist: text })]
      })
      await store.commit({
        userId,
        supersede: [supersession(old.id, memory.id, { reason: text, quote: text })],
        replay: { key: `${index} ${text}`, requestHash: text, response: text, createdAt: at(0) }
      })
      const expected = { ...entity, name: kept, key: `${index} ${kept}`, aliases: [kept], type: kept, summary: kept }
      const name = label(text)
      t.same((await store.entities(userId, { keys: [`${index} ${text}`] })).items, [expected], name)
      t.equal((await store.relations(userId, { entityIds: [entity.id], limit: 1 }))[0]?.predicate, kept, name)
      t.equal((await store.sessions(userId, { ids: [`${index} ${text}`], limit: 1 }))[0]?.gist, kept, name)
      t.match((await store.history(userId, old.id))[0], { reason: kept, quote: kept }, name)
      t.equal((await store.replay(userId, `${index} ${text}`))?.response, kept, name)
    }
  })

  it('store.hostile.long', 'fifty thousand characters are stored, found and returned whole', async (t, store) => {
    const userId = freshUser()
    const texts = [
      'ascii '.repeat(8_334).slice(0, 50_000),
      '汉'.repeat(50_000),
      '😀'.repeat(25_000),
      'é"\\\n'.repeat(12_500),
      'x'.repeat(50_000)
    ]
    const memories = texts.map((text, index) => newMemory(userId, text, { fingerprint: `${index}`, quote: text }))
    for (const memory of memories) await given(store, userId, [memory])
    t.ok(
      (await store.get(userId, ids(memories))).every((memory, index) =>
        memory.text === texts[index] && memory.quote === texts[index]
      )
    )
    t.equal((await store.matchText(userId, 'ascii', {}, 5))[0]?.id, memories[0]?.id)
    t.equal((await store.matchText(userId, '汉', {}, 5))[0]?.id, memories[1]?.id)
    await store.matchText(userId, texts[0] ?? '', {}, 5)
  })

  it(
    'store.hostile.metadata',
    'metadata comes back as sent: odd keys, deep nesting, NUL and lone surrogates',
    async (t, store) => {
      const userId = freshUser()
      const metadata: Array<Record<string, unknown>> = [
        JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1, "toString": "x"}') as Record<string, unknown>,
        {
          '': 'empty key',
          ' ': 1,
          'a.b': 2,
          'a b': 3,
          '"': 4,
          '\\': 5,
          $x: 6,
          '`': 7,
          汉: 8,
          '\u0000': '\u0000',
          '\ud800': '\udc00',
          'k}': 9
        },
        { numbers: [0, -0, 1e308, 5e-324, 9007199254740991, 0.1], list: [[[]], {}, null], flag: false },
        nested(200),
        {},
        { id: 'not the id', user_id: 'someone else', text: 'not the text' }
      ]
      const memories = metadata.map((value, index) =>
        newMemory(userId, `m ${index}`, { metadata: value, attributes: value })
      )
      await given(store, userId, memories)
      for (const [index, memory] of (await store.get(userId, ids(memories))).entries()) {
        t.equal(JSON.stringify(memory.metadata), JSON.stringify(metadata[index]))
        t.equal(JSON.stringify(memory.attributes), JSON.stringify(metadata[index]))
      }
      t.equal(({} as { polluted?: boolean }).polluted, undefined)
    }
  )

  it('store.hostile.users', 'users whose ids look alike or like a query are different users', async (t, store) => {
    const run = freshUser()
    const users = hostileUsers.map(user => `${user}${run}${user}`)
    const vector = randomVector(dimensions, random(4))
    for (const [index, userId] of users.entries()) {
      await given(store, userId, [newMemory(userId, `tea ${index}`, { embedding: vector })])
    }
    for (const [index, userId] of users.entries()) {
      const found = await Promise.all([
        store.list(userId, { page: 1, size: 50 }).then(page => page.items.map(memory => memory.text)),
        store.matchText(userId, 'tea', {}, 50).then(matches => `${matches.length}`),
        store.nearest(userId, vector, {}, 50).then(matches => `${matches.length}`)
      ])
      t.same(found, [[`tea ${index}`], '1', '1'], label(userId))
    }
    for (const userId of users) {
      t.equal((await store.erase(userId)).memories, 1)
      t.same(await collect(store.export(userId)), [])
    }
  })

  it(
    'store.hostile.user-refused',
    'a user id that is empty or not well formed is refused on every verb, so that no two users become one',
    async (t, store) => {
      for (const userId of ['', 'a\u0000b', 'a\ud800']) {
        const verbs: Record<string, () => Promise<unknown>> = {
          get: () => store.get(userId, ['x']),
          list: () => store.list(userId, { page: 1, size: 1 }),
          recent: () => store.recent(userId, {}, 1),
          matchText: () => store.matchText(userId, 'x', {}, 1),
          nearest: () => store.nearest(userId, randomVector(dimensions, random(1)), {}, 1),
          sessions: () => store.sessions(userId, { limit: 1 }),
          readings: () => store.readings(userId, 1),
          entities: () => store.entities(userId, {}),
          stats: () => store.stats(userId),
          replay: () => store.replay(userId, 'k'),
          commit: () => store.commit({ userId, add: [newMemory(userId, 'x')] }),
          erase: () => store.erase(userId),
          export: () => collect(store.export(userId))
        }
        for (const [verb, call] of Object.entries(verbs)) t.equal(await failure(call), 'invalid_identifier', verb)
      }
    }
  )
}
