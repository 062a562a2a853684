/**
 * How the data of users is kept apart. `namespace` is a hash of the user id, safe in every query language; every node
 * carries it as `ns`, and `uid`, by which nodes are looked up, begins with it: a statement with one user's keys
 * cannot name a node of another.
 */
import { createHash } from 'node:crypto'
import { requireUserId, storableText } from '../../../domain/text/storable.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** 32 hexadecimal digits: under the 40 bytes at which one full-text index drops a token. */
export function namespaceOf (userId: string): string {
  return hash(requireUserId(userId)).slice(0, 32)
}

const plain = /^[\w-]{1,64}$/

/** Ids are the caller's, of any length and in any script; what is not plain is hashed. */
export const uidOf = (namespace: string, id: string): string =>
  `${namespace}:${plain.test(id) ? id : '#' + hash(storableText(id))}`

/** Labels whose nodes are distinguished by `uid`, which a unique constraint keeps. */
export const uniqueLabels = [
  'Memory',
  'Entity',
  'Session',
  'Community',
  'Reading',
  'Replay',
  'User',
  'Lease',
  'Counter',
  'StoreMeta'
]
