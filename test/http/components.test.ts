import t from 'tap'
import { marked, withComponents, type Document } from '../../http/components.ts'

const item = { $id: 'Item', type: 'object', properties: { id: { type: 'string' } } }
const answering = (schema: object, operationId = 'get_things') =>
  marked({
    paths: {
      '/things': { get: { operationId, responses: { 200: { content: { 'application/json': { schema } } } } } }
    },
    components: { securitySchemes: { bearer: {} } }
  }) as Document

t.test('a schema with an $id becomes a component wherever it stands', async t => {
  const { paths, components } = withComponents(
    answering({ $id: 'Page', type: 'object', properties: { items: { type: 'array', items: item } } })
  )
  t.strictSame(paths?.['/things']?.['get']?.responses?.['200']?.content, {
    'application/json': { schema: { $ref: '#/components/schemas/Page' } }
  })
  t.strictSame(components?.schemas, {
    Item: { type: 'object', properties: { id: { type: 'string' } } },
    Page: { type: 'object', properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Item' } } } }
  })
  t.match(components, { securitySchemes: { bearer: {} } })
})

t.test('a body without one is named after its operation', async t => {
  t.strictSame(
    Object.keys(withComponents(answering({ type: 'object' }, 'get_things_by_id')).components?.schemas ?? {}),
    ['GetThingsByIdAnswer']
  )
})

t.test('one name for two schemas is refused', async t => {
  const two = { type: 'object', properties: { a: item, b: { ...item, description: 'another' } } }
  t.throws(() => withComponents(answering(two)), /Two schemas have the \$id Item/)
})

t.test('documented values stand for a pattern, and null is one of them', async t => {
  const field = { type: ['string', 'null'], pattern: '^x$', 'x-message': 'no', 'x-documented-enum': ['x'] }
  const { components } = withComponents(answering({ $id: 'Only', type: 'object', properties: { field } }))
  t.strictSame(components?.schemas, {
    Only: { type: 'object', properties: { field: { type: ['string', 'null'], enum: ['x', null] } } }
  })
})
