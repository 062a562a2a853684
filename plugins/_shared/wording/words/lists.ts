/** How the word lists are written: alternatives between word boundaries, over several lines. */
import { fold } from '../../../../domain/text/analyse.ts'

/** A list that is written over several lines. */
export function joined (alternatives: string): string {
  return alternatives.replace(/\n\s*/g, '')
}

/**
 * Alternatives between word boundaries; the text is folded before, so that ASCII boundaries hold for alphabetic
 * scripts. What may run on in them is bounded, so that no place is read from thousands of starts.
 */
export function words (alternatives: string): RegExp {
  const bounded = joined(alternatives).replaceAll(String.raw`\w`, String.raw`[\p{L}\p{N}]`)
    .replaceAll(/(\]|\\S)([*+])/g, (_, last: string, sign: string) => `${last}{${sign === '+' ? 1 : 0},40}`)
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${bounded})(?![\\p{L}\\p{N}])`, 'u')
}

export const folded = (text: string): string => fold(text).replace(/[‘’`´]/g, "'")
