/**
 * Client id metadata documents: a client that names itself by an https address is described by the document there.
 * Anybody can name any address, so it is fetched only from public ones, without redirects, and bounded.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'

const longestDocument = 20_000
const timeoutMs = 5_000
const keptMs = 5 * 60_000

/** Networks that are no public hosts: IANA's special-purpose registries. */
const special = new BlockList()
for (
  const network of [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3'
  ]
) {
  const [address = '', bits] = network.split('/')
  special.addSubnet(address, Number(bits), 'ipv4')
}
/** Of IPv6 only global unicast is public, without documentation addresses and the tunnels that lead to IPv4. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [address, bits] of [['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20]] as const) {
  special.addSubnet(address, bits, 'ipv6')
}

export function isPublicAddress (address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Refuses in the connection itself, so that a name cannot change its address between a check and the use. */
export const publicLookup: LookupFunction = (name, options, done) => {
  resolve(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const bad = error ?? (found.every(({ address }) => isPublicAddress(address)) ? null : refused(name))
    const [first] = found ?? []
    if (bad !== null || first === undefined) done(bad ?? refused(name), '', 0)
    else if (options.all === true) done(null, found)
    else done(null, first.address, first.family)
  })
}

function refused (name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} is no public address`), { code: 'EACCES' })
}

export type FetchDocument = (url: string) => Promise<unknown>

/** Throws where there is no such document. */
export function createDocuments (fetchOne: FetchDocument = fetchPublic): FetchDocument {
  const kept = new LRUCache<string, Promise<unknown>>({ max: 100, ttl: keptMs })
  return async url => {
    const fetched = kept.get(url) ?? fetchOne(url)
    kept.set(url, fetched, { noUpdateTTL: true })
    fetched.catch(() => kept.delete(url))
    return await fetched
  }
}

/** Only https on its own port, with a path; an address that is an IP literal never reaches the lookup. */
export function isDocumentUrl (text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && url.protocol === 'https:' && url.pathname.length > 1 && url.username === '' &&
    url.password === '' && url.hash === '' && url.port === '' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
}

export async function fetchPublic (url: string, options: object = { lookup: publicLookup }): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const asked = request(
      url,
      { headers: { accept: 'application/json' }, agent: false, signal, ...options },
      answer => {
        const chunks: Buffer[] = []
        let length = 0
        if (answer.statusCode !== 200) asked.destroy(new Error(`it answered ${answer.statusCode}`))
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          length += chunk.length
          if (length > longestDocument) asked.destroy(new Error('it is too long'))
        })
        answer.on('error', reject)
        answer.on('end', () => {
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')))
          } catch (error) {
            reject(new Error('it is no JSON', { cause: error }))
          }
        })
      }
    )
    asked.on('error', reject)
    asked.end()
  })
}
