/**
 * Gives the schemas of the OpenAPI document names, so that a generated client has a type for each. A schema with an
 * `$id` becomes a component of that name wherever it stands; the body of a request or an answer without one is named
 * after its operation.
 */
import { isDeepStrictEqual } from 'node:util'

type Json = Record<string, unknown>

export interface Document {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, unknown> }
}

interface Operation {
  operationId?: string
  requestBody?: Body
  responses?: Record<string, Body>
}

interface Body {
  content?: Record<string, { schema?: unknown }>
}

/** Stands for `$id` while the document is made: its maker drops every `$id`. */
const mark = 'x-component'

/** The same schema, each `$id` in it replaced by a mark that `withComponents` reads. */
export function marked (schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(marked)
  if (!isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => key === '$id' ? [mark, part] : [key, marked(part)])
  )
}

/** The same document with components and references. Throws when one name stands for two schemas. */
export function withComponents<T extends Document> (document: T): T {
  const components: Record<string, unknown> = {}

  function named (name: string, schema: Json): Json {
    const { [mark]: _name, ...rest } = schema
    const component = inside(rest)
    if (components[name] !== undefined && !isDeepStrictEqual(components[name], component)) {
      throw new Error(`Two schemas have the $id ${name}.`)
    }
    components[name] = component
    return { $ref: `#/components/schemas/${name}` }
  }

  function inside (value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inside)
    if (!isObject(value)) return value
    const schema = documented(value)
    if (typeof schema[mark] === 'string') return named(schema[mark], schema)
    return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, inside(part)]))
  }

  function ofOperation (operation: Operation): Operation {
    const name = pascalCase(operation.operationId ?? '')
    const { requestBody, responses = {} } = operation
    return {
      ...operation,
      ...(requestBody && { requestBody: ofBody(requestBody, `${name}Request`) }),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, body]) => [status, ofBody(body, `${name}${answerName(status)}`)])
      )
    }
  }

  function ofBody (body: Body, name: string): Body {
    const content = Object.entries(body.content ?? {}).map(([type, { schema, ...others }]) => {
      const object = isObject(schema) && schema['type'] === 'object' && schema[mark] === undefined
      return [type, { ...others, schema: object ? named(name, schema) : inside(schema) }]
    })
    return { ...body, ...(content.length > 0 && { content: Object.fromEntries(content) }) }
  }

  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, inside(ofOperation(operation)) as Operation])
      )
    ])
  )
  return { ...document, paths, components: { ...document.components, schemas: sorted(components) } }
}

/** `x-documented-enum`: the values to send, of a field that takes others too and ignores or refuses them itself. */
function documented ({ 'x-documented-enum': values, 'x-message': _message, ...schema }: Json): Json {
  if (!Array.isArray(values)) return schema
  const { pattern: _pattern, ...others } = schema
  return { ...others, enum: [...values, null] }
}

function isObject (value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

function answerName (status: string): string {
  return status === '200' ? 'Answer' : `Answer${status}`
}

function pascalCase (name: string): string {
  return name.split('_').map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function sorted (components: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => a < b ? -1 : 1))
}
