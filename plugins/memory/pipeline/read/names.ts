/**
 * Which entities a query may name, by its words and by spellings one edit away from a word that looks like a name; and
 * the names that a text says.
 */
import { terms } from '../../../../domain/text/analyse.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import type { Entity } from '../../../../domain/nouns.ts'

export interface QueryNames {
  /** Every run of up to four words, as names are stored. */
  exact: Set<string>
  /** Spellings one edit away from a word that looks like a name, and that word. */
  near: Map<string, string>
}

/** Longest entity name looked for, in words. */
const longestName = 4
/**
 * A question names what it is about in its first words; a page pasted into the query is not searched for names to its
 * end.
 */
const longestQuestion = 64
/** Characters; shorter names are one edit away from too many others: "Anna" is not "Hanna". */
const shortestNear = 5
/** Characters; a word has some fifty near spellings for each of them, and a longer one is hardly a name. */
const longestNear = 32
/** Words whose near spellings are looked up; each has some five hundred. */
const maxNearWords = 2
const alphabet = [...'abcdefghijklmnopqrstuvwxyz']

export function namesIn (query: string): QueryNames {
  const [exact, near] = [new Set<string>(), new Map<string, string>()]
  const beginning = query.trim().split(/\s+/u, longestQuestion).join(' ')
  const words = nameKey(beginning).split(' ')
  for (let start = 0; start < words.length; start++) {
    for (let length = 1; length <= longestName && start + length <= words.length; length++) {
      exact.add(words.slice(start, start + length).join(' '))
    }
  }
  for (const word of likeNames(beginning)) {
    for (const spelling of oneEditAway(word)) if (spelling.length >= shortestNear) near.set(spelling, word)
  }
  return { exact, near }
}

/** The entities that the query names; a near spelling counts only when no entity has the name as it was written. */
export function namedAmong (found: Entity[], { exact, near }: QueryNames): Entity[] {
  const keysOf = ({ key, aliases }: Entity) => [key, ...aliases]
  const known = new Set(found.flatMap(keysOf).filter(key => exact.has(key)))
  const meant = (key: string) => known.has(key) || (near.has(key) && !known.has(near.get(key) as string))
  return found.filter(entity => keysOf(entity).some(meant))
}

/** A word with a capital that does not begin a sentence. */
const capitalised = /(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}\p{M}-]+/gu

/** Written down: the first use of `Intl` costs a start 16 ms. */
const monthsAndDays = new Set(
  ('january february march april may june july august september october november december ' +
    'monday tuesday wednesday thursday friday saturday sunday').split(' ')
)

/** What English names within its sentences, in the order in which it is said; no months and no days. */
export function namesSaid (text: string): string[] {
  return (text.match(capitalised) ?? []).filter(name =>
    terms(name).length > 0 && !monthsAndDays.has(name.toLowerCase())
  )
}

/** Words with a capital that carry meaning. */
function likeNames (text: string): string[] {
  const words = text.match(/(?<![\p{L}\p{N}])\p{Lu}\p{L}+/gu) ?? []
  const keys = words.filter(word => terms(word).length > 0).map(nameKey)
  return [...new Set(keys)].filter(key => key.length >= shortestNear && key.length <= longestNear)
    .slice(0, maxNearWords)
}

/** Every spelling at Damerau-Levenshtein distance 1: a letter left out, two swapped, one wrong, one too many. */
function oneEditAway (word: string): Set<string> {
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
