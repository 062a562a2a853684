/** Validates the loaded settings and decorates the app with them; a bad value is named with its variable and rule. */
import env from '@fastify/env'
import type { FastifyInstance } from 'fastify'
import { SettingInvalid } from '../../domain/errors.ts'
import type { LoadedSettings } from './load.ts'

interface SchemaError {
  instancePath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
}

/** For what is checked once, at start: making a quick check takes longer than the check itself. */
const quickToMake = { meta: false, validateSchema: false, strict: false, code: { optimize: false } }
const reading = { allErrors: true, removeAdditional: false, coerceTypes: true, useDefaults: true }

export async function registerSettings (
  app: FastifyInstance,
  { values, schema, manifests }: Pick<LoadedSettings, 'values' | 'schema' | 'manifests'>
): Promise<void> {
  app.decorate('manifests', manifests)
  app.decorate('chosen', {})
  try {
    // The types of @fastify/env know only the function form of customOptions; env-schema takes Ajv's options as well.
    await app.register(env as never, {
      confKey: 'settings',
      // @fastify/env writes into the schema it is given, and coercion into the data.
      schema: structuredClone(schema),
      env: false,
      data: structuredClone(values),
      ajv: { customOptions: { ...quickToMake, ...reading } }
    })
    await app.after()
  } catch (error) {
    const { errors } = error as { errors?: SchemaError[] }
    if (errors === undefined) throw error
    throw new SettingInvalid(errors.map(describe).join('\n'))
  }
}

function describe ({ instancePath, keyword, message, params }: SchemaError): string {
  const path = instancePath.split('/').filter(Boolean)
  const allowed = keyword === 'enum'
    ? `must be one of ${[params['allowedValues']].flat().join(', ')}`
    : message ?? keyword
  const detail = params['additionalProperty'] === undefined ? '' : ` (${String(params['additionalProperty'])})`
  return `The setting ${path.join(':')} (SVC_${path.join('__')}) ${allowed}${detail}.`
}
