/** "I'm Sarah", "my name is Sarah Chen", "call me Sam". */
import type { Scene } from './scene.ts'
import { has, supplied, words, write, type Token } from './tokens.ts'

const opening = /^(?:i am|my name is|call me|you can call me|people call me|this is)$/

export interface Introduction {
  name: string
  /** What else the sentence says: "I'm Sarah, a nurse" leaves "I am a nurse". */
  rest: Token[] | null
}

/** Null when nobody introduces themselves. Notes the name in the scene. */
export function introduction (tokens: Token[], scene: Scene): Introduction | null {
  const start = [2, 3, 4].find(length => opening.test(words(tokens.slice(0, length))))
  if (start === undefined) return null
  let end = start
  while (end < tokens.length && end - start < 4 && isName(tokens[end]!)) {
    end++
    if (/[,.!–—]/.test(tokens[end - 1]!.post)) break
  }
  const closed = end === tokens.length || /[,.!–—]/.test(tokens[end - 1]?.post ?? '') || /^(and|from|but)$/.test(tokens[end]?.word ?? '')
  if (end === start || !closed) return null
  const said = write(tokens.slice(start, end))
  // "I'm Sarah" from someone known as Sarah Chen is no new name.
  scene.name = scene.name?.toLowerCase().startsWith(said.toLowerCase()) ? scene.name : said
  const left = tokens.slice(end).filter((token, index) => !(index === 0 && token.word === 'and'))
  if (left.length < 2) return { name: said, rest: null }
  const owned = left[0]!.word === 'i'
  return { name: said, rest: owned ? left : [supplied('I', ['Noun', 'Pronoun']), supplied('am', ['Verb', 'Copula', 'PresentTense']), ...left] }
}

function isName (token: Token): boolean {
  return /^\p{Lu}[\p{L}'-]*$/u.test(token.text) && !has(token, 'Place', 'Demonym', 'Organization', 'Adjective', 'Determiner', 'Date', 'Acronym', 'Verb')
}
