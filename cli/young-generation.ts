/**
 * V8 doubles the space of young objects whenever as much has outlived it as it is large. Nearly all that a start
 * loads outlives it, so that an idle service would keep 20 MiB of empty space until its first full collection. It is
 * held while the service starts and let go for the work, where a large one spares copying. V8 reads the factor
 * whenever it is about to grow the space, so it may be set at any time; up to Node 22 the start of a thread puts it
 * back, so it is set once more with each plugin.
 */
import { setFlagsFromString } from 'node:v8'

let held = false

export function holdYoungGeneration (): void {
  held = true
  setFlagsFromString('--semi-space-growth-factor=1')
}

export function stillHoldYoungGeneration (): void {
  if (held) holdYoungGeneration()
}

/** As V8 has it by itself. */
export function releaseYoungGeneration (): void {
  held = false
  setFlagsFromString('--semi-space-growth-factor=2')
}
