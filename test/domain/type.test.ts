/** Our builders make what TypeBox makes. */
import t from 'tap'
import * as TypeBox from 'typebox'
import { Type } from '../../domain/type.ts'

type Builders = typeof Type

/** Every schema that the builders can make, each with and without options. */
function schemas (by: Builders): Record<string, object> {
  const described = { description: 'said of it', default: 1 }
  return {
    array: by.Array(by.String()),
    'array with options': by.Array(by.String({ minLength: 1 }), { maxItems: 3 }),
    boolean: by.Boolean(),
    'boolean with options': by.Boolean(described),
    enum: by.Enum(['one', 'two']),
    'enum with options': by.Enum(['one', 2], described),
    integer: by.Integer(),
    'integer with options': by.Integer({ minimum: 1, ...described }),
    literal: by.Literal('one'),
    'literal number': by.Literal(1, described),
    'literal boolean': by.Literal(true),
    null: by.Null(),
    'null with options': by.Null(described),
    number: by.Number(),
    'number with options': by.Number({ maximum: 1 }),
    object: by.Object({}),
    'object of required and optional': by.Object({ one: by.String(), two: by.Optional(by.Integer()) }),
    'object of optional': by.Object({ two: by.Optional(by.Object({})) }, { additionalProperties: false, $id: 'Named' }),
    optional: by.Optional(by.String(described)),
    'optional twice': by.Optional(by.Optional(by.String())),
    record: by.Record(by.String(), by.Unknown()),
    'record with options': by.Record(by.String(), by.Integer(), described),
    string: by.String(),
    'string with options': by.String({ pattern: '^a', ...described }),
    union: by.Union([by.String(), by.Null()]),
    'union with options': by.Union([by.Literal('one'), by.Literal('two')], described),
    unknown: by.Unknown(),
    'unknown with options': by.Unknown(described),
    unsafe: by.Unsafe({ type: ['string', 'null'], maxLength: 3 }),
    'unsafe of a schema': by.Unsafe(by.Optional(by.String()))
  }
}

/** With what is hidden in it, and in which order its names stand: documents are printed from it. */
function laidOpen (value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(Object.getOwnPropertyDescriptors(value))
    .map(([name, { value, ...rest }]) => [name, laidOpen(value), rest])
}

const theirs = schemas(TypeBox.Type)
for (const [name, ours] of Object.entries(schemas(Type))) {
  t.same(laidOpen(ours), laidOpen(theirs[name]), name)
}

t.same(Object.keys(Type).filter(name => !Object.keys(schemas(Type)).includes(name.toLowerCase())), [], 'all are here')

t.test('a schema that is made optional or unsafe is a new one', async t => {
  const text = Type.String()
  Type.Optional(text)
  Type.Unsafe(text)
  t.same(Object.getOwnPropertyNames(text), Object.getOwnPropertyNames(TypeBox.Type.String()))
})
