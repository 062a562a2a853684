/**
 * The few of TypeBox's builders that this service uses. What they make is TypeBox's own, type and value alike
 * (test/domain/type.test.ts compares them); the package itself is six hundred modules, which every start would load.
 * An author of a plugin takes `typebox`.
 */
import type { Type as TypeBox } from 'typebox'

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>

/** What TypeBox keeps beside a JSON schema, unseen by whatever copies or prints it. */
function withHidden<Schema extends object> (schema: Schema, name: string, value: unknown): Schema {
  return Object.defineProperty(schema, name, { value, configurable: true, writable: true, enumerable: false })
}

const kind = (name: string, schema: object, options: object = {}): object =>
  withHidden({ ...schema, ...options }, '~kind', name)

const copyOf = (schema: object): object => Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))

const simple = (name: string, schema: object) => (options?: object) => kind(name, schema, options)

function object (properties: Record<string, object>, options?: object): object {
  const required = Object.keys(properties).filter(name => !('~optional' in (properties[name] as object)))
  return kind('Object', { type: 'object', ...(required.length > 0 && { required }), properties }, options)
}

export const Type = {
  Array: (items: object, options?: object) => kind('Array', { type: 'array', items }, options),
  Boolean: simple('Boolean', { type: 'boolean' }),
  Enum: (values: readonly unknown[], options?: object) => kind('Enum', { enum: values }, options),
  Integer: simple('Integer', { type: 'integer' }),
  Literal: (value: unknown, options?: object) => kind('Literal', { type: typeof value, const: value }, options),
  Null: simple('Null', { type: 'null' }),
  Number: simple('Number', { type: 'number' }),
  Object: object,
  Optional: (schema: object) => withHidden(copyOf(schema), '~optional', true),
  Record: (_key: object, value: object, options?: object) =>
    Object.assign(kind('Record', { type: 'object', patternProperties: { '^.*$': value } }), options),
  String: simple('String', { type: 'string' }),
  Union: (anyOf: readonly object[], options?: object) => kind('Union', { anyOf }, options),
  Unknown: simple('Unknown', {}),
  Unsafe: (schema: object) => withHidden(copyOf(schema), '~unsafe', null)
} as unknown as Builders
