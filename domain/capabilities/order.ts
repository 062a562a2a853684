/** The capabilities in boot order: each may use what stands above it. */
import { authInterfaceVersion } from './auth.ts'
import { backupInterfaceVersion } from './backup.ts'
import { cacheInterfaceVersion } from './cache.ts'
import { distillerInterfaceVersion } from './distiller.ts'
import { embedderInterfaceVersion } from './embedder.ts'
import { guardInterfaceVersion } from './guard.ts'
import { healthInterfaceVersion } from './health.ts'
import { llmInterfaceVersion } from './llm.ts'
import { memoryInterfaceVersion } from './memory.ts'
import { metricsInterfaceVersion } from './metrics.ts'
import { rerankerInterfaceVersion } from './reranker.ts'
import { schedulerInterfaceVersion } from './scheduler.ts'
import { storeInterfaceVersion } from './store.ts'

export interface Capability {
  /** The decorator, and the folder under `plugins/`. */
  name: string
  interfaceVersion: number
  /** The setting that chooses the provider: one of the values the manifests answer to, a path, or an npm name. */
  setting: string
  /** Its default; empty chooses automatically. */
  initial: string
  /** What an empty value means, for the settings reference. */
  empty?: string
}

export const capabilities: readonly Capability[] = [
  // First, because it instruments every provider after it.
  {
    name: 'metrics',
    interfaceVersion: metricsInterfaceVersion,
    setting: 'Metrics:Provider',
    initial: '',
    empty: 'Empty: `prometheus` while Metrics:Enabled is true, else `none`.'
  },
  { name: 'health', interfaceVersion: healthInterfaceVersion, setting: 'Health:Provider', initial: 'checks' },
  { name: 'scheduler', interfaceVersion: schedulerInterfaceVersion, setting: 'Scheduler:Provider', initial: 'toad' },
  {
    name: 'cache',
    interfaceVersion: cacheInterfaceVersion,
    setting: 'Cache:Provider',
    initial: '',
    empty: 'Empty: `disk` while Cache:Enabled is true, else `none`.'
  },
  { name: 'store', interfaceVersion: storeInterfaceVersion, setting: 'Database:Provider', initial: 'graphdb_b' },
  {
    name: 'embedder',
    interfaceVersion: embedderInterfaceVersion,
    setting: 'Embedding:Provider',
    initial: '',
    empty: 'Empty: requests that need embeddings answer an error.'
  },
  { name: 'guard', interfaceVersion: guardInterfaceVersion, setting: 'Guard:Provider', initial: 'dimension' },
  {
    name: 'llm',
    interfaceVersion: llmInterfaceVersion,
    setting: 'Llm:Provider',
    initial: '',
    empty: 'Empty picks whichever block is filled in, else none.'
  },
  {
    name: 'distiller',
    interfaceVersion: distillerInterfaceVersion,
    setting: 'Distill:Provider',
    initial: '',
    empty: 'Empty: `llm` when an LLM is configured, else `rules`.'
  },
  { name: 'reranker', interfaceVersion: rerankerInterfaceVersion, setting: 'Rerank:Provider', initial: 'onnx' },
  { name: 'memory', interfaceVersion: memoryInterfaceVersion, setting: 'Memory:Provider', initial: 'pipeline' },
  { name: 'backup', interfaceVersion: backupInterfaceVersion, setting: 'Backup:Provider', initial: 'ndjson' },
  {
    name: 'auth',
    interfaceVersion: authInterfaceVersion,
    setting: 'Auth:Provider',
    initial: '',
    empty: 'Empty: `hmac` when Auth:Secret is set, else `open`.'
  }
]
