/** How the word lists are written: alternatives between word boundaries, over several lines. */
import { fold } from '../../../../../domain/text/analyse.ts'

/** A list that is written over several lines. */
export function joined (alternatives: string): string {
  return alternatives.replace(/\n\s*/g, '')
}

/**
 * Alternatives between word boundaries; the text is folded before, so that ASCII boundaries hold for alphabetic
 * scripts.
 */
export function words (alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${joined(alternatives)})(?![\\p{L}\\p{N}])`, 'u')
}

export const folded = (text: string): string => fold(text).replace(/[‘’`´]/g, "'")
