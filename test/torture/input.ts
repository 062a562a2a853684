/** Bodies and queries of every route of the OpenAPI document, valid and broken: no 5xx, and /livez goes on. */
import { random } from '../conformance/store/suite.ts'
import { startService } from '../services/running.ts'
import type { Torture } from './run.ts'

interface Operation {
  method: string
  path: string
  names: string[]
}

const nasty: unknown[] = [
  null,
  '',
  ' ',
  '\0',
  '\ud800',
  '.',
  '..',
  "'; MATCH (n) DETACH DELETE n //",
  'a'.repeat(60_000),
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[]],
  ['ada', null],
  { a: { b: { c: 1 } } },
  '2024-02-30T99:99:99Z',
  '9999-12-31T23:59:59Z',
  'ada'
]

export const input: Torture = async ({ t, folder, seed, rounds }) => {
  const next = random(seed)
  const pick = <T>(from: T[]): T => from[Math.floor(next() * from.length)] as T
  const service = await startService(t, folder, { SVC_Cache__Enabled: 'false' })
  const document = await (await fetch(`${service.url}/docs/json`)).json() as {
    paths: Record<string, Record<string, { parameters?: Array<{ name: string }>, requestBody?: unknown }>>
    components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
  }
  const fields = [
    ...new Set(Object.values(document.components.schemas).flatMap(({ properties = {} }) => Object.keys(properties)))
  ]
  const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method,
      path,
      names: parameters.map(({ name }) => name)
    }))
  ).filter(({ path }) => path.startsWith('/api/v1/') && !path.includes('reindex'))
  const faults: string[] = []
  let slowestMs = 0
  for (let request = 0; request < rounds; request++) {
    const { method, path, names } = pick(operations)
    const query = new URLSearchParams(
      names.filter(() => next() < 0.5).map((name): [string, string] => [name, spelled(pick(nasty))])
    )
    if (next() < 0.7) query.set('user_id', 'ada')
    const place = path.replace(
      /\{[^}]+\}/g,
      () => encodeURIComponent(wellFormed(spelled(pick(nasty))).slice(0, 200) || 'x')
    )
    const body = { user_id: next() < 0.8 ? 'ada' : pick(nasty), ...Object.fromEntries(bodyOf()) }
    const url = `${service.url}${place}?${query}`
    const answer = await fetch(url, {
      method: method.toUpperCase(),
      ...(method === 'get' || method === 'head'
        ? {}
        : {
          headers: { 'content-type': 'application/json' },
          body: next() < 0.05 ? '{"user_id":' : JSON.stringify(body)
        })
    }).then(async answer => ({ status: answer.status, text: (await answer.text()).slice(0, 300) }), String)
    if (typeof answer === 'string' || answer.status >= 500) {
      faults.push(`${method} ${place.slice(0, 80)} ${JSON.stringify(body).slice(0, 300)}: ${JSON.stringify(answer)}`)
    }
    if (request % 20 === 0) {
      const begun = performance.now()
      await fetch(`${service.url}/livez`)
      slowestMs = Math.max(slowestMs, performance.now() - begun)
    }
  }
  await service.stop()
  for (const fault of faults.slice(0, 20)) console.error(fault)
  return {
    requests: rounds,
    operations: operations.length,
    faults: faults.length,
    slowestLivezMs: Math.round(slowestMs),
    lost: faults.length
  }

  function bodyOf (): Array<[string, unknown]> {
    return Array.from({ length: Math.floor(next() * 5) }, () => [pick(fields), pick(nasty)])
  }
}

const spelled = (value: unknown): string => typeof value === 'string' ? value.slice(0, 4_000) : JSON.stringify(value)
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '?')
