/** Holds processes to a share of one core by a control group of their own, version 1 or 2; needs root. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../test/services/running.ts'

const periodUs = 100_000
const [version1, version2] = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup']

export interface CpuShare {
  /** The beginning of a command line: what follows is started within the share. */
  launcher: string[]
  release: () => Promise<void>
}

/** Throws where no control group can be made: a share that is not held would be a lie. */
export function cpuShare (name: string, percent: number): CpuShare {
  const old = existsSync(join(version1, 'cpu.cfs_quota_us'))
  const folder = join(old ? version1 : version2, `palimpsest-${process.pid}-${name}`)
  const quota = String(percent * periodUs / 100)
  try {
    mkdirSync(folder)
    if (old) {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), quota)
    } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${periodUs}`)
  } catch (error) {
    throw new Error(`A share of ${percent} % cannot be held here: ${(error as Error).message}`)
  }
  return {
    launcher: ['sh', '-c', `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$@"`, 'sh'],
    // A process that has ended is in its group for a moment longer.
    release: async () => {
      await until(async () => {
        try {
          rmdirSync(folder)
          return true
        } catch {
          return false
        }
      }, released => released)
    }
  }
}
