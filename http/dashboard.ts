/**
 * The built dashboard: `dashboard/dist`, where it was built. Looked at when it is first asked for, so that a
 * service that no browser opens neither waits for it nor keeps it.
 */
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { packageRoot } from '../domain/package-root.ts'

const folder = join(packageRoot, 'dashboard', 'dist')
/** Stands in the built page wherever the nonce of an answer belongs. */
const noncePlaceholder = '__NONCE__'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8'
}

export interface Asset {
  path: string
  type: string
  /** Codings beside the file as it is, in the order of preference. */
  encodings: Array<'br' | 'gzip'>
}

export interface Dashboard {
  /** The page for one answer, and the policy that goes with it. */
  page: () => { html: string, policy: string }
  /** By file name; a name that is not there, whatever it holds, is undefined. */
  assets: ReadonlyMap<string, Asset>
}

let opened: Promise<Dashboard | null> | undefined

/** Null where the dashboard was not built. */
export async function dashboard (): Promise<Dashboard | null> {
  opened ??= open()
  return await opened
}

async function open (): Promise<Dashboard | null> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  if (html === null) return null
  const names = await readdir(join(folder, 'assets'))
  const present = new Set(names)
  const assets = names.filter(name => types[extname(name)] !== undefined).map((name): [string, Asset] => [name, {
    path: join(folder, 'assets', name),
    type: types[extname(name)] as string,
    encodings: [
      ...present.has(`${name}.br`) ? ['br' as const] : [],
      ...present.has(`${name}.gz`) ? ['gzip' as const] : []
    ]
  }])
  return {
    assets: new Map(assets),
    page () {
      const nonce = randomBytes(18).toString('base64')
      return { html: html.replaceAll(noncePlaceholder, nonce), policy: policyWith(nonce) }
    }
  }
}

/** Libraries of the page insert `<style>`; nothing inserts a script, and nothing is sent anywhere else. */
function policyWith (nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
}
