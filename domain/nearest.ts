/** What a mistyped name may have meant. */
import { distance } from 'fastest-levenshtein'

/** Undefined when nothing is near: more than a third of the name would have to be another. */
export function nearest (wrong: string, known: string[]): string | undefined {
  const far = (name: string) => distance(name.toLowerCase(), wrong.toLowerCase())
  const [best] = known.map(name => ({ name, edits: far(name) })).sort((one, other) => one.edits - other.edits)
  return best !== undefined && best.edits <= Math.max(2, Math.ceil(wrong.length / 3)) ? best.name : undefined
}
