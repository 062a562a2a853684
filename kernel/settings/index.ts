/** Validates the loaded settings and decorates the app with them; a bad value is named with its variable and rule. */
import { Ajv, type ErrorObject } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { SettingInvalid } from '../../domain/errors.ts'
import type { LoadedSettings } from './load.ts'

/** For what is checked once, at start: making a quick check takes longer than the check itself. */
const quickToMake = { meta: false, validateSchema: false, strict: false, code: { optimize: false } }
const reading = { allErrors: true, removeAdditional: false, coerceTypes: true, useDefaults: true }

export async function registerSettings (
  app: FastifyInstance,
  { values, schema, manifests }: Pick<LoadedSettings, 'values' | 'schema' | 'manifests'>
): Promise<void> {
  app.decorate('manifests', manifests)
  app.decorate('chosen', {})
  const settings = structuredClone(values)
  const valid = new Ajv({ ...quickToMake, ...reading }).compile(schema)
  if (!valid(settings)) throw new SettingInvalid((valid.errors ?? []).map(describe).join('\n'))
  app.decorate('settings', settings)
}

function describe ({ instancePath, keyword, message, params }: ErrorObject): string {
  const path = instancePath.split('/').filter(Boolean)
  const allowed = keyword === 'enum'
    ? `must be one of ${[params['allowedValues']].flat().join(', ')}`
    : message ?? keyword
  const detail = params['additionalProperty'] === undefined ? '' : ` (${String(params['additionalProperty'])})`
  return `The setting ${path.join(':')} (SVC_${path.join('__')}) ${allowed}${detail}.`
}
