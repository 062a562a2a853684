export { Palimpsest, type CallOptions, type PalimpsestOptions, type Schemas } from './client.ts'
export * from './errors.ts'
export type { components, operations, paths } from './schema.ts'
export {
  UserMemory,
  type AddOptions,
  type ContextOptions,
  type ExportRecord,
  type IngestOptions,
  type ListOptions,
  type SearchOptions,
  type Turn,
  type WriteOptions
} from './user.ts'
