/** Validates the loaded settings and decorates the app with them; a bad value names the setting, its variable and what is allowed. */
import env from '@fastify/env'
import type { FastifyInstance } from 'fastify'
import { SettingInvalid } from '../errors.ts'
import { usedOnce } from '../options.ts'
import { settingsSchema } from './schema.ts'

interface SchemaError { instancePath: string, keyword: string, message?: string, params: Record<string, unknown> }

export async function registerSettings (app: FastifyInstance, values: Record<string, unknown>): Promise<void> {
  try {
    // The types of @fastify/env know only the function form of customOptions; env-schema takes an object of Ajv options as well.
    await app.register(env as never, {
      confKey: 'settings',
      // @fastify/env writes into the schema it is given.
      schema: structuredClone(settingsSchema),
      env: false,
      data: values,
      ajv: { customOptions: { ...usedOnce, allErrors: true, removeAdditional: false, coerceTypes: true, useDefaults: true } }
    })
    await app.after()
  } catch (error) {
    const { errors } = error as { errors?: SchemaError[] }
    if (errors === undefined) throw error
    throw new SettingInvalid(errors.filter(({ keyword }) => keyword !== 'const').map(describe).join('\n'))
  }
}

function describe ({ instancePath, keyword, message, params }: SchemaError): string {
  const path = instancePath.split('/').filter(Boolean)
  const allowed = keyword === 'anyOf' ? `must be one of ${choices(path).join(', ')}` : message ?? keyword
  const detail = params['additionalProperty'] === undefined ? '' : ` (${String(params['additionalProperty'])})`
  return `The setting ${path.join(':')} (SVC_${path.join('__')}) ${allowed}${detail}.`
}

function choices (path: string[]): string[] {
  let node = settingsSchema as unknown as { properties?: Record<string, unknown>, anyOf?: Array<{ const?: unknown }> }
  for (const name of path) node = node.properties?.[name] as typeof node
  return (node.anyOf ?? []).map(choice => String(choice.const))
}
