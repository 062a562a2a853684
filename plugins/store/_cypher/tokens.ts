/**
 * Terms as the full-text indexes get them. Their tokenizers disagree on every script but ASCII, so all other terms
 * are spelled in hexadecimal; a term is indexed once however often it occurs; one that occurs more than once brings a
 * second token that says so, and `repeats` keeps how often.
 */
import { createHash } from 'node:crypto'
import { termFrequencies, terms } from '../../../domain/text/analyse.ts'

const ascii = /^[a-z0-9]+$/

/** At most 39 bytes, as one index drops longer tokens. */
export function tokenOf (term: string): string {
  if (ascii.test(term)) return term
  const spelled = 'x' + Buffer.from(term).toString('hex')
  return spelled.length <= 39 ? spelled : 'h' + createHash('sha1').update(term).digest('hex').slice(0, 32)
}

/** Distinct tokens of a query. */
export const queryTokens = (text: string): string[] => [...new Set(terms(text).map(tokenOf))]

/**
 * The second token of a term that occurs more than once: its holders can be asked for. Two long terms may share one,
 * so they are never too few.
 */
export const repeatMark = (token: string): string => `${token.slice(0, 34)}qz2`

/**
 * `dl` is the number of terms; `fts` what the index gets, between spaces, so that a token can be looked for with
 * CONTAINS, as it can in `repeats` behind one.
 */
export function indexed (text: string): { fts: string, dl: number, repeats: string } {
  const { frequencies, length } = termFrequencies(text)
  const counts = new Map<string, number>()
  for (const [term, count] of frequencies) {
    const token = tokenOf(term)
    counts.set(token, (counts.get(token) ?? 0) + count)
  }
  return {
    fts: ` ${[...counts].flatMap(([token, count]) => count > 1 ? [token, repeatMark(token)] : [token]).join(' ')} `,
    dl: length,
    repeats: [...counts].filter(([, count]) => count > 1).map(([token, count]) => ` ${token}:${count}`).join('')
  }
}

/** How often a token occurs in a memory that holds it. */
export function repeatsOf (repeats: string): Map<string, number> {
  return new Map(
    repeats.split(' ').filter(Boolean).map(pair => {
      const [token = '', count] = pair.split(':')
      return [token, Number(count)]
    })
  )
}
