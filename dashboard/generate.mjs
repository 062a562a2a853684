/**
 * Writes src/api/schema.ts from the OpenAPI document of this checkout's service, which must be built, and
 * src/api/supports.ts: what the page offers only where the service has it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapi, { astToString } from 'openapi-typescript'

const here = dirname(fileURLToPath(import.meta.url))
const built = path => import(pathToFileURL(join(here, '..', 'dist', path)).href)
const { buildService } = await built('cli/service.js')
const { loadSettings } = await built('kernel/settings/load.js')

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-schema-'))
const app = await buildService(
  await loadSettings(join(here, '..', 'settings.embedded.json'), {
    SVC_Sqlite__Path: join(folder, 'palimpsest.db'),
    SVC_Cache__Enabled: 'false',
    SVC_Backup__Directory: join(folder, 'backups'),
    SVC_Rerank__Provider: 'none',
    SVC_Server__LogLevel: 'silent'
  })
)
try {
  await app.ready()
  const { body } = await app.inject('/openapi.json')
  const types = astToString(await openapi(body, { defaultNonNullable: false }))
  const { paths, components } = JSON.parse(body)
  const supports = {
    dryRun: 'dry_run' in components.schemas.ConversationRequest.properties,
    explainMiss: '/api/v1/memories/{id}/explain-miss' in paths
  }
  writeFileSync(
    join(here, 'src/api/supports.ts'),
    `/** Made by npm run generate from the OpenAPI document. */
export const supports: { dryRun: boolean, explainMiss: boolean } = ${JSON.stringify(supports)}
`
  )
  writeFileSync(join(here, 'src/api/schema.ts'), `/** Made by npm run generate from the OpenAPI document. */\n${types}`)
} finally {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
