/** The machine a figure was measured on: a figure without it says little. */
import { cpus, totalmem } from 'node:os'

export function machine (): string {
  const cores = cpus()
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform} ${process.arch}`
}
