// Packages that are shipped: each has a licence we may ship, comes from the registry, and has a checksum.
import { readFileSync } from 'node:fs'

const allowed = new Set([
  'Apache-2.0',
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
  'MIT-0',
  'Zlib'
])

/** An SPDX expression: one of an OR, all of an AND. */
function isAllowed (expression) {
  const text = expression.replace(/[()]/g, '')
  if (/ OR /.test(text)) return text.split(' OR ').some(isAllowed)
  return text.split(' AND ').every(part => allowed.has(part.trim()))
}

/** The production packages of a package-lock.json (version 3), with their paths. */
export function shippedFrom ({ packages }) {
  return Object.entries(packages).filter(([path, { dev, link, devOptional }]) =>
    path.includes('node_modules/') && !dev && !link && !devOptional
  )
}

/** What is wrong with them. */
export function faultsOf (lock) {
  return shippedFrom(lock).flatMap(([path, { license, resolved, integrity }]) => [
    ...(typeof license === 'string' && isAllowed(license) ? [] : [`${path}: licence ${license ?? 'unknown'}`]),
    ...(resolved === undefined || resolved.startsWith('https://') ? [] : [`${path}: from ${resolved}`]),
    ...(/^sha512-/.test(integrity ?? '') ? [] : [`${path}: no checksum`])
  ])
}

if (process.argv[1]?.endsWith('licences.mjs')) {
  const faults = faultsOf(JSON.parse(readFileSync(new URL('package-lock.json', import.meta.url), 'utf8')))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
}
