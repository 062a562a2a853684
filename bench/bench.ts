/** `npm run bench -- <what>`: how quick the service is on this machine, and how it compares. */

interface Benchmark {
  run(args: string[]): Promise<void>
}

const benchmarks: Record<string, () => Promise<Benchmark>> = {
  recall: () => import('./recall.ts'),
  rerank: () => import('./rerank.ts'),
  ingest: () => import('./ingest.ts'),
  peers: () => import('./peers.ts'),
  stores: () => import('./stores.ts'),
  reindex: () => import('./reindex.ts'),
  start: () => import('./start.ts'),
  export: () => import('./export.ts'),
  dashboard: () => import('./dashboard.ts'),
  page: () => import('./page.ts'),
  tokens: () => import('./tokens.ts'),
  scale: () => import('./scale.ts'),
  size: () => import('./size.ts')
}

const [name = '', ...args] = process.argv.slice(2)
const benchmark = benchmarks[name]
if (benchmark === undefined) {
  console.error(`Usage: npm run bench -- <${Object.keys(benchmarks).join(' | ')}>`)
  process.exit(1)
}
try {
  await (await benchmark()).run(args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
