/** `GET /graph`: whole over its pages, at any time, and around one entity; on every store. */
import t from 'tap'
import type { Relation } from '../../../domain/nouns.ts'
import { at, freshUser, newEntity, newMemory, newRelation, supersession } from '../../conformance/store/suite.ts'
import { openEmbedded, type Embedded } from '../../services/embedded.ts'
import { everyStore } from '../../services/stores.ts'

t.setTimeout(600_000)

interface Node {
  id: string
  kind: string
  label: string
  state: string | null
  summary: string | null
}
interface Edge {
  from: string
  to: string
  kind: string
  predicate: string | null
  memory_id: string | null
  valid_at: string | null
  invalid_at: string | null
  created_at: string | null
  expired_at: string | null
}
interface GraphPage {
  center: string | null
  nodes: Node[]
  edges: Edge[]
  total: number
  pages: number
}

const iso = (minutes: number): string => new Date(at(minutes)).toISOString()

/** A chain of people who know each other, ten memories long, one of which was written over. */
async function chainOf ({ app: { store } }: Embedded, userId: string) {
  const people = Array.from(
    { length: 11 },
    (_, place) => newEntity(userId, `Person ${place}`, { summary: 'Somebody.' })
  )
  const memories = people.slice(1).map((person, place) =>
    newMemory(userId, `${people[place]?.name} knows ${person.name}`, {
      createdAt: at(place),
      validAt: at(place - 1000),
      entityIds: [people[place]?.id ?? '', person.id]
    })
  )
  const relations: Relation[] = memories.map((memory, place) =>
    newRelation(userId, people[place] as never, 'knows', people[place + 1] as never, memory)
  )
  await store.commit({
    userId,
    add: memories,
    entities: people,
    relations,
    communities: [{
      id: 'everyone',
      userId,
      name: 'Everyone',
      summary: null,
      entityIds: people.map(({ id }) => id),
      updatedAt: at(20)
    }]
  })
  const [oldest, latest] = [memories[0]?.id ?? '', memories[9]?.id ?? '']
  await store.commit({
    userId,
    supersede: [supersession(oldest, latest, { invalidAt: at(-500), expiredAt: at(30) })]
  })
  return { people, memories, oldest, latest }
}

const nameOf = ({ from, to, kind }: Edge): string => `${from} ${kind} ${to}`
const labels = (page: GraphPage, kind: string): string[] =>
  page.nodes.filter(node => node.kind === kind).map(({ label }) => label).sort()

t.test('on every store', { timeout: 600_000 }, async t => {
  for (const { name, variables } of await everyStore(t)) {
    const service = await openEmbedded(t, variables)
    const graph = async (userId: string, query: Record<string, string> = {}): Promise<GraphPage> => {
      const { status, body } = await service.call<GraphPage>(
        'GET',
        `/api/v1/graph?${new URLSearchParams({ user_id: userId, ...query }).toString()}`
      )
      t.equal(status, 200)
      const present = new Set(body.nodes.map(({ id }) => id))
      t.ok(body.edges.every(({ from, to }) => present.has(from) && present.has(to)), 'both ends stand on the page')
      t.equal(present.size, body.nodes.length, 'no node twice on a page')
      t.equal(new Set(body.edges.map(nameOf)).size, body.edges.length, 'no edge twice on a page')
      return body
    }

    await t.test(`${name}: small pages together have every node and edge of one large page`, async t => {
      const userId = freshUser()
      const { memories, people, oldest, latest } = await chainOf(service, userId)
      const whole = await graph(userId)
      t.equal(whole.total, 10)
      t.equal(whole.edges.filter(({ kind }) => kind === 'MENTIONS').length, 20)
      t.equal(whole.edges.filter(({ kind }) => kind === 'RELATES').length, 10)
      t.equal(whole.edges.filter(({ kind }) => kind === 'MEMBER_OF').length, 11)
      t.same(
        whole.edges.filter(({ kind }) => kind === 'SUPERSEDES').map(({ from, to }) => [from, to]),
        [[latest, oldest]]
      )
      for (const size of [1, 3]) {
        const pages: GraphPage[] = []
        for (let page = 1; page <= Math.ceil(10 / size); page++) {
          pages.push(await graph(userId, { page: String(page), size: String(size) }))
        }
        t.same(
          [...new Set(pages.flatMap(({ edges }) => edges).map(nameOf))].sort(),
          whole.edges.map(nameOf).sort(),
          `every edge in pages of ${size}`
        )
        t.same(
          [...new Set(pages.flatMap(({ nodes }) => nodes).map(({ id }) => id))].sort(),
          [...memories, ...people, { id: 'everyone' }].map(({ id }) => id).sort()
        )
      }
    })

    await t.test(`${name}: edges carry both axes of time`, async t => {
      const userId = freshUser()
      const { oldest, latest } = await chainOf(service, userId)
      const { edges } = await graph(userId)
      const dates = { valid_at: iso(-1000), invalid_at: iso(-500), created_at: iso(0), expired_at: iso(30) }
      for (const kind of ['MENTIONS', 'RELATES']) {
        t.match(edges.find(edge => edge.kind === kind && [edge.from, edge.memory_id].includes(oldest)), dates, kind)
        t.match(
          edges.find(edge => edge.kind === kind && [edge.from, edge.memory_id].includes(latest)),
          { valid_at: iso(-991), invalid_at: null, created_at: iso(9), expired_at: null },
          kind
        )
      }
      t.match(edges.find(({ kind }) => kind === 'SUPERSEDES'), { valid_at: iso(-500), created_at: iso(30) })
      t.match(edges.find(({ kind }) => kind === 'MEMBER_OF'), { valid_at: null, created_at: null })
    })

    await t.test(`${name}: as of a time, and as it was believed at a time`, async t => {
      const userId = freshUser()
      const { oldest, memories } = await chainOf(service, userId)
      const seen = async (query: Record<string, string>) => {
        const { nodes } = await graph(userId, query)
        return nodes.filter(({ kind }) => kind === 'memory').map(({ id }) => id).reverse()
      }
      const ids = memories.map(({ id }) => id)
      t.same(await seen({ as_of: iso(-995) }), ids.slice(0, 6), 'what began later is not there')
      t.same(await seen({ as_of: iso(0) }), ids.slice(1), 'what had ended is not there')
      t.same(await seen({ known_at: iso(4) }), ids.slice(0, 5), 'what was not known is not there')
      t.same(await seen({ known_at: iso(4), as_of: iso(-998) }), ids.slice(0, 3))
      const before = await graph(userId, { known_at: iso(20) })
      t.match(
        before.edges.find(({ kind, from }) => kind === 'MENTIONS' && from === oldest),
        { valid_at: iso(-1000), invalid_at: null, expired_at: null },
        'its end was not known yet'
      )
      t.equal(before.nodes.find(({ id }) => id === oldest)?.state, 'active')
      t.notOk(before.edges.some(({ kind }) => kind === 'SUPERSEDES'), 'nothing had taken its place')
      t.ok(before.nodes.every(({ summary }) => summary === null), 'summaries are of today')
      t.notOk(before.nodes.some(({ kind }) => kind === 'community'))
      const after = await graph(userId, { known_at: iso(40), as_of: iso(-600) })
      t.match(after.edges.find(({ from }) => from === oldest), { invalid_at: iso(-500), expired_at: iso(30) })
      t.same(await seen({ as_of: iso(-2000) }), [])
    })

    await t.test(`${name}: around one entity, by id or name, step by step`, async t => {
      const userId = freshUser()
      const { people, memories } = await chainOf(service, userId)
      const center = people[5]?.id ?? ''
      const one = await graph(userId, { center })
      t.equal(one.center, center)
      t.equal(one.total, 2)
      t.same(labels(one, 'entity'), ['Person 4', 'Person 5', 'Person 6'])
      t.same(await graph(userId, { center: 'person 5' }), one, 'by its name')
      t.same(labels(await graph(userId, { center, depth: '2' }), 'entity'), [3, 4, 5, 6, 7].map(n => `Person ${n}`))
      const three = await graph(userId, { center, depth: '3' })
      t.same(labels(three, 'entity'), [2, 3, 4, 5, 6, 7, 8].map(n => `Person ${n}`))
      t.equal(three.total, 6)
      const second = await graph(userId, { center, depth: '3', page: '2', size: '4' })
      t.same(labels(second, 'memory'), memories.slice(2, 4).map(({ text }) => text), 'in pages as well')
      t.match(await graph(userId, { center, as_of: iso(-1500) }), { center, total: 0, nodes: [{ id: center }] })
      const begun = await graph(userId, { center, depth: '3', as_of: iso(-996) })
      t.same(labels(begun, 'entity'), [2, 3, 4, 5].map(n => `Person ${n}`), 'by what held then')
      t.match(
        await service.call('GET', `/api/v1/graph?user_id=${userId}&center=nobody`),
        { status: 404, body: { code: 'not_found' } }
      )
    })

    await t.test(`${name}: what was merged is drawn as what it was merged into, the forgotten not at all`, async t => {
      const userId = freshUser()
      const [city, short, anna] = [
        newEntity(userId, 'New York City'),
        newEntity(userId, 'NYC'),
        newEntity(userId, 'Anna')
      ]
      const works = newMemory(userId, 'Anna works in NYC', { entityIds: [anna.id, short.id] })
      const lives = newMemory(userId, 'Anna lives in New York City', { entityIds: [anna.id, city.id] })
      const secret = newMemory(userId, 'Anna smokes in New York City', {
        entityIds: [anna.id, city.id],
        state: 'invalidated',
        expiredAt: at(1),
        revisions: [{ from: 0, to: 9_000_000_000_000, invalidAt: at(0) }]
      })
      const moved = newMemory(userId, 'Anna smokes no more', { entityIds: [anna.id] })
      await service.app.store.commit({
        userId,
        add: [works, lives, secret, moved],
        entities: [city, { ...short, mergedInto: city.id }, anna],
        relations: [newRelation(userId, anna, 'works_in', short, works)]
      })
      const { nodes, edges, center } = await graph(userId, { center: short.id })
      t.equal(center, city.id)
      t.same(nodes.filter(({ kind }) => kind === 'entity').map(({ label }) => label).sort(), ['Anna', 'New York City'])
      t.same(
        edges.filter(({ to }) => to === city.id).map(({ from, kind }) => [kind, from]).sort(),
        [['MENTIONS', lives.id], ['MENTIONS', works.id], ['RELATES', anna.id]].sort()
      )
      t.notOk((await graph(userId)).nodes.some(({ id }) => id === secret.id))
    })
  }
})
