// Packages that are shipped: each has a licence we may ship, comes from the registry, and has a checksum.
import { readFileSync } from 'node:fs'

const registry = 'https://registry.npmjs.org/'
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

/** An SPDX expression: one of an OR, all of an AND, which binds closer; an exception (WITH) only allows more. */
function isAllowed (expression) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  const joined = (word, part, join) => {
    let verdict = part()
    while (tokens[0] === word) {
      tokens.shift()
      verdict = join(part(), verdict)
    }
    return verdict
  }
  const either = () => joined('OR', both, (one, other) => one || other)
  const both = () => joined('AND', single, (one, other) => one && other)
  const single = () => {
    const token = tokens.shift()
    if (token !== '(') {
      if (tokens[0] === 'WITH') tokens.splice(0, 2)
      return allowed.has(token)
    }
    const verdict = either()
    return tokens.shift() === ')' && verdict
  }
  const verdict = either()
  return tokens.length === 0 && verdict
}

/** The production packages of a package-lock.json (version 3), with their paths; `devOptional` is in both worlds. */
export function shippedFrom ({ packages }) {
  return Object.entries(packages).filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
}

/** What is wrong with them. */
export function faultsOf (lock) {
  return shippedFrom(lock).flatMap(([path, { license, resolved, integrity }]) => [
    ...(typeof license === 'string' && isAllowed(license) ? [] : [`${path}: licence ${license ?? 'unknown'}`]),
    ...(resolved === undefined || resolved.startsWith(registry) ? [] : [`${path}: from ${resolved}`]),
    ...(/^sha512-/.test(integrity ?? '') ? [] : [`${path}: no checksum`])
  ])
}

if (process.argv[1]?.endsWith('licences.mjs')) {
  const faults = faultsOf(JSON.parse(readFileSync(new URL('package-lock.json', import.meta.url), 'utf8')))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
}
