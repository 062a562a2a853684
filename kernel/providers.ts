/**
 * The capabilities in boot order, and which folder serves which value of which setting. A capability may use what stands above it.
 * A value that is not in the table is a path (beside the settings file) or an npm name: a stranger's plugin, loaded through the same seam.
 */
import { authInterfaceVersion } from './capabilities/auth.ts'
import { backupInterfaceVersion } from './capabilities/backup.ts'
import { cacheInterfaceVersion } from './capabilities/cache.ts'
import { distillerInterfaceVersion } from './capabilities/distiller.ts'
import { embedderInterfaceVersion } from './capabilities/embedder.ts'
import { guardInterfaceVersion } from './capabilities/guard.ts'
import { healthInterfaceVersion } from './capabilities/health.ts'
import { llmInterfaceVersion } from './capabilities/llm.ts'
import { memoryInterfaceVersion } from './capabilities/memory.ts'
import { metricsInterfaceVersion } from './capabilities/metrics.ts'
import { rerankerInterfaceVersion } from './capabilities/reranker.ts'
import { schedulerInterfaceVersion } from './capabilities/scheduler.ts'
import { storeInterfaceVersion } from './capabilities/store.ts'
import type { Settings } from './settings/schema.ts'

export interface BuiltIn {
  /** Under `plugins/<capability>/`. */
  folder: string
  /** The section handed to the provider as its options, for example `Embedding:HostedA`. */
  section?: string
}

export interface Capability {
  /** The decorator, and the folder under `plugins/`. */
  name: string
  interfaceVersion: number
  /** The setting that chooses, for messages; absent when there is nothing to choose. */
  setting?: string
  /** The value in force. */
  choose: (settings: Settings) => string
  builtIn: Record<string, BuiltIn>
  /** Where a stranger's provider finds its options. */
  strangerSection?: string
}

function llmInForce ({ Llm }: Settings): string {
  if (Llm.Provider) return Llm.Provider
  if (Llm.HostedBEndpoint) return 'hosted_b'
  return Llm.CloudEndpoint ? 'cloud' : 'none'
}

export const capabilities: Capability[] = [
  // First, because it counts at the door of everybody after it.
  {
    name: 'metrics',
    interfaceVersion: metricsInterfaceVersion,
    setting: 'Metrics:Enabled',
    choose: settings => settings.Metrics.Enabled ? 'prometheus' : 'none',
    builtIn: { prometheus: { folder: 'prometheus' }, none: { folder: 'none' } }
  },
  {
    name: 'health',
    interfaceVersion: healthInterfaceVersion,
    choose: () => 'checks',
    builtIn: { checks: { folder: 'checks' } }
  },
  {
    name: 'scheduler',
    interfaceVersion: schedulerInterfaceVersion,
    choose: () => 'toad',
    builtIn: { toad: { folder: 'toad' } }
  },
  {
    name: 'cache',
    interfaceVersion: cacheInterfaceVersion,
    setting: 'Cache:Enabled',
    choose: settings => settings.Cache.Enabled ? 'disk' : 'none',
    builtIn: { disk: { folder: 'disk', section: 'Cache' }, none: { folder: 'none', section: 'Cache' } }
  },
  {
    name: 'store',
    interfaceVersion: storeInterfaceVersion,
    setting: 'Database:Provider',
    choose: settings => settings.Database.Provider,
    builtIn: {
      graphdb_a: { folder: 'falkordb', section: 'GraphDbA' },
      graphdb_b: { folder: 'bolt', section: 'GraphDbB' },
      embedded: { folder: 'sqlite', section: 'Sqlite' }
    },
    strangerSection: 'Database:Options'
  },
  {
    name: 'embedder',
    interfaceVersion: embedderInterfaceVersion,
    setting: 'Embedding:Provider',
    choose: settings => settings.Embedding.Provider || 'unset',
    builtIn: {
      hosted_a: { folder: 'openai-compatible', section: 'Embedding:HostedA' },
      hosted_b: { folder: 'openai-compatible', section: 'Embedding:HostedB' },
      cloud: { folder: 'azure-openai', section: 'Embedding:Cloud' },
      builtin: { folder: 'static' },
      unset: { folder: 'unset' }
    },
    strangerSection: 'Embedding:Options'
  },
  {
    name: 'guard',
    interfaceVersion: guardInterfaceVersion,
    choose: () => 'dimension',
    builtIn: { dimension: { folder: 'dimension' } }
  },
  {
    name: 'llm',
    interfaceVersion: llmInterfaceVersion,
    setting: 'Llm:Provider',
    choose: llmInForce,
    builtIn: {
      hosted_b: { folder: 'openai-compatible', section: 'Llm' },
      cloud: { folder: 'azure-openai', section: 'Llm' },
      none: { folder: 'none' }
    },
    strangerSection: 'Llm:Options'
  },
  {
    name: 'distiller',
    interfaceVersion: distillerInterfaceVersion,
    setting: 'Distill:Provider',
    choose: settings => settings.Distill.Provider || (llmInForce(settings) === 'none' ? 'rules' : 'llm'),
    builtIn: { rules: { folder: 'rules' }, llm: { folder: 'llm' } },
    strangerSection: 'Distill:Options'
  },
  {
    name: 'reranker',
    interfaceVersion: rerankerInterfaceVersion,
    setting: 'Rerank:Provider',
    choose: settings => settings.Rerank.HttpEndpoint ? 'http' : settings.Rerank.Provider,
    builtIn: { onnx: { folder: 'onnx', section: 'Rerank' }, http: { folder: 'http', section: 'Rerank' }, none: { folder: 'none' } },
    strangerSection: 'Rerank:Options'
  },
  {
    name: 'memory',
    interfaceVersion: memoryInterfaceVersion,
    choose: () => 'pipeline',
    builtIn: { pipeline: { folder: 'pipeline', section: 'Recall' } }
  },
  {
    name: 'backup',
    interfaceVersion: backupInterfaceVersion,
    choose: () => 'ndjson',
    builtIn: { ndjson: { folder: 'ndjson' } }
  },
  {
    name: 'auth',
    interfaceVersion: authInterfaceVersion,
    setting: 'Auth:Secret',
    choose: settings => settings.Auth.Secret ? 'hmac' : 'open',
    builtIn: { open: { folder: 'open' }, hmac: { folder: 'hmac', section: 'Auth' } }
  }
]
