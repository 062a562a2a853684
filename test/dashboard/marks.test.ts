/** What the canvas of the graph shows by colour and label, without a canvas. */
import t from 'tap'
import type { Answer } from '../../dashboard/src/views/graph/answer.ts'
import { colourOf, communitiesOf, labelOf, type Look, type Marks } from '../../dashboard/src/views/graph/marks.ts'
import { wholeOf } from '../../dashboard/src/views/graph/whole.ts'

const node = (id: string, kind: string, summary: string | null = null) => ({ id, kind, label: id, summary })
const member = (from: string, to: string) => ({ from, to, kind: 'MEMBER_OF', predicate: null, memory_id: null })
const nodes = [
  node('Anna', 'entity'),
  node('Nan', 'entity'),
  node('Rui', 'entity'),
  node('alone', 'entity'),
  node('said', 'memory'),
  node('small', 'community'),
  node('large', 'community', 'They sing.')
]
const edges = [member('Anna', 'large'), member('Nan', 'large'), member('Rui', 'small')]
const whole = wholeOf([{ nodes, edges } as unknown as Answer])
const look: Look = { entity: 'ink', memory: 'green', past: 'pale', edge: '', faded: '', communities: ['red', 'blue'] }
const { list, communityOf } = communitiesOf(whole)
const marks: Marks = { isPast: id => id === 'over', communityOf, inQuestion: new Map([['Nan', 'Anna']]) }

t.test('an entity has the colour of its community, the largest community the first', async t => {
  t.same(list, [
    { id: 'large', name: 'large', summary: 'They sing.', entities: 2 },
    { id: 'small', name: 'small', summary: null, entities: 1 }
  ])
  const colours = Object.fromEntries(nodes.map(one => [one.id, colourOf(one, look, marks)]))
  t.same(colours, {
    Anna: 'red',
    Nan: 'red',
    Rui: 'blue',
    alone: 'ink',
    said: 'green',
    small: 'blue',
    large: 'red'
  })
  t.equal(colourOf(node('over', 'memory'), look, marks), 'pale')
  const fewer = { ...look, communities: ['red'] }
  t.equal(colourOf(node('Rui', 'entity'), fewer, marks), 'ink', 'more than there are colours')
})

t.test('an entity in question says of what', async t => {
  t.equal(labelOf(node('Nan', 'entity'), marks), 'Nan (or Anna?)')
  t.equal(labelOf(node('Anna', 'entity'), marks), 'Anna')
  t.equal(labelOf({ ...node('x', 'memory'), label: 'y'.repeat(80) }, marks).length, 60)
})
