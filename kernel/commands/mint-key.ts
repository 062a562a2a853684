/** Prints a key bound to one user. */
import { ProviderMissing } from '../errors.ts'

export async function run (): Promise<void> {
  throw new ProviderMissing('mint-key: keys are not built yet.')
}
