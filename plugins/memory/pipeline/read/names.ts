/** Which entities a query may name: by the words as they stand, and by words one slip of the pen away. */
import { terms } from '../../../../kernel/text/analyse.ts'
import { nameKey } from '../../../../kernel/text/identity.ts'
import type { Entity } from '../../../../kernel/nouns.ts'

export interface Names {
  /** Every run of up to four words, as names are stored. */
  said: Set<string>
  /** Spellings one slip away from a word that looks like a name, and that word. */
  near: Map<string, string>
}

/** Longest entity name looked for, in words. */
const longestName = 4
/** A question names what it is about in its first words; a page pasted into the query is not searched for names to its end. */
const longestQuestion = 64
/** Shorter names have too many neighbours: "Anna" is not "Hanna". */
const shortestNear = 5
/** Each brings some five hundred spellings. */
const mostNear = 2
const alphabet = [...'abcdefghijklmnopqrstuvwxyz']

export function namesIn (query: string): Names {
  const [said, near] = [new Set<string>(), new Map<string, string>()]
  const beginning = query.trim().split(/\s+/u, longestQuestion).join(' ')
  const words = nameKey(beginning).split(' ')
  for (let start = 0; start < words.length; start++) {
    for (let length = 1; length <= longestName && start + length <= words.length; length++) said.add(words.slice(start, start + length).join(' '))
  }
  for (const word of likeNames(beginning)) {
    for (const spelling of oneSlipAway(word)) if (spelling.length >= shortestNear) near.set(spelling, word)
  }
  return { said, near }
}

/** Of what was found, the entities named; a near name counts only where nobody has the name as it was written. */
export function namedAmong (found: Entity[], { said, near }: Names): Entity[] {
  const keysOf = ({ key, aliases }: Entity) => [key, ...aliases]
  const known = new Set(found.flatMap(keysOf).filter(key => said.has(key)))
  const meant = (key: string) => known.has(key) || (near.has(key) && !known.has(near.get(key) as string))
  return found.filter(entity => keysOf(entity).some(meant))
}

/** Words with a capital that carry meaning. */
function likeNames (text: string): string[] {
  const capitalised = text.match(/(?<![\p{L}\p{N}])\p{Lu}\p{L}+/gu) ?? []
  const keys = capitalised.filter(word => terms(word).length > 0).map(nameKey)
  return [...new Set(keys)].filter(key => key.length >= shortestNear).slice(0, mostNear)
}

/** Every spelling at Damerau-Levenshtein distance 1: a letter left out, two swapped, one wrong, one too many. */
function oneSlipAway (word: string): Set<string> {
  const letters = [...word]
  const spellings = new Set<string>()
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at)]
    const [first = '', second = '', ...rest] = after
    const behind = after.slice(1).join('')
    if (after.length > 0) spellings.add(before + behind)
    if (after.length > 1) spellings.add(before + second + first + rest.join(''))
    for (const letter of alphabet) {
      spellings.add(before + letter + after.join(''))
      if (after.length > 0) spellings.add(before + letter + behind)
    }
  }
  spellings.delete(word)
  return spellings
}
