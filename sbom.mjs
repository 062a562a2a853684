// `npm run sbom`: what is shipped, as CycloneDX 1.5 JSON, read from package-lock.json.
import { readFileSync } from 'node:fs'
import { shippedFrom } from './licences.mjs'

const read = name => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

/** The bill of materials for a package.json and a package-lock.json (version 3). */
export function billOf ({ name, version, license }, lock) {
  const seen = new Map(
    shippedFrom(lock).map(([path, one]) => [purlOf(one.name ?? nameOf(path), one.version), [path, one]])
  )
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', name, version, 'bom-ref': `${name}@${version}`, licenses: licences(license) }
    },
    components: [...seen].map(([purl, [path, one]]) => ({
      type: 'library',
      name: one.name ?? nameOf(path),
      version: one.version,
      purl,
      'bom-ref': purl,
      licenses: licences(one.license),
      hashes: hashes(one.integrity)
    }))
  }
}

const nameOf = path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

function licences (license) {
  if (license === undefined) return []
  if (/^[\w.+-]+$/.test(license)) return [{ license: { id: license } }]
  // What npm allows beside SPDX is a name: "SEE LICENSE IN …".
  return / (?:OR|AND|WITH) /.test(license) ? [{ expression: license }] : [{ license: { name: license } }]
}

function hashes (integrity) {
  const [, sum] = /^sha512-(\S+)/.exec(integrity ?? '') ?? []
  return sum === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }]
}

if (process.argv[1]?.endsWith('sbom.mjs')) {
  console.log(JSON.stringify(billOf(read('package.json'), read('package-lock.json')), null, 2))
}
