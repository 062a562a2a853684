/**
 * Where the package is: the built files are one folder deeper than the sources, and both must find the files that
 * ship with them.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot (folder: string): string {
  return existsSync(join(folder, 'package.json')) || dirname(folder) === folder ? folder : findRoot(dirname(folder))
}

/** The folder that holds `package.json`, `models/` and the ready settings files. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)))

/** The version of this release. */
export const release =
  (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version
