/** Commands that providers bring along in their manifests. */
import Fastify from 'fastify'
import type { ProviderManifest } from '../domain/manifest.ts'
import { optionsFor } from '../kernel/choose.ts'
import { discoverManifests } from '../kernel/discover.ts'
import { registerSettings } from '../kernel/settings/index.ts'
import { readSettings } from './settings.ts'

export async function commandsOfProviders () {
  const providers = (await discoverManifests()).filter((manifest): manifest is ProviderManifest =>
    'capability' in manifest
  )
  const listed = providers.flatMap(manifest =>
    Object.entries(manifest.commands ?? {}).map(([name, command]) => {
      const load = async () => {
        const { run } = await command.load()
        return { run: async (given: string[]) => await run(given, async file => await optionsOf(manifest, file)) }
      }
      return [name, { ...command, load }] as const
    })
  )
  return Object.fromEntries(listed)
}

/** Whether or not the settings choose it: a key may be minted before the service starts. */
async function optionsOf (manifest: ProviderManifest, file: string | undefined): Promise<Record<string, unknown>> {
  const app = Fastify()
  await registerSettings(app, await readSettings(file))
  const [value = '', section = ''] = Object.entries(manifest.answers ?? {})[0] ?? []
  return optionsFor({ value, section, manifest }, app.settings)
}
