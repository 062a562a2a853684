/** The machine that the figures were measured on, in one line: numbers without it say nothing. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

export function machine (): string {
  const [load = 0] = loadavg()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const cpu = cpus()[0]?.model.trim() ?? 'unknown processor'
  const { version, platform, arch } = process
  return `${cpu}, ${availableParallelism()} cores, ${gigabytes} GiB, Node ${version.slice(1)}, ${platform} ${arch}, ` +
    `load ${load.toFixed(1)} at the start`
}

/** Value below which the given share (0 to 1) of the values lies; nearest rank. */
export function percentile (values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
