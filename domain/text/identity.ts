/** When two texts are the same text, and two names the same name. */
import { createHash } from 'node:crypto'
import { fold } from './analyse.ts'
import { storableText } from './storable.ts'

/** Case, spacing, quotation marks and closing punctuation do not make a different fact. */
export function normaliseText (text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[‘’‛`´]/g, "'").replace(/[“”„«»]/g, '"').replace(/\s+/gu, ' ')
    .trim().replace(/(?<![\s.!。！])[\s.!。！]+$/u, '')
}

/**
 * SHA-256 (hex) of the normalised text within its project, of both as a store keeps them. Texts that normalise to
 * nothing are hashed as they are, so that they stay distinct.
 */
export function fingerprint (text: string, project: string | null): string {
  const [kept, within] = [storableText(text), storableText(project ?? '')]
  return createHash('sha256').update(`${normaliseText(kept) || kept}\u0000${within}`).digest('hex')
}

/**
 * Words that wait to be read are equal to nothing: said again, they are to be read again in their turn, and a fact in
 * the same words does not stand already.
 */
export function waitingFingerprint (id: string, text: string, project: string | null): string {
  return createHash('sha256').update(`${id}\u0000${fingerprint(text, project)}`).digest('hex')
}

/** "New York-City " and "new york city" are one name. */
export function nameKey (name: string): string {
  const key = fold(name).replace(/['’]s\b/g, '').replace(/[^\p{L}\p{N}\p{M}+#]+/gu, ' ').trim()
  return key || fold(name).trim()
}
