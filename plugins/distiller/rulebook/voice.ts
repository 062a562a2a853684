/** First person to third, so that a fact reads alone: "I use my Mac" is "Sarah uses their Mac". */
import { has, type Grammar, type Token } from './tokens.ts'

export interface Voice {
  /** Who "I" is: a name, "The user" or "The assistant". */
  self: string
  /** Who "you" is. */
  other: string
  /** Who "we" are: "Sarah's team". */
  group: string
}

export function possessive (name: string): string {
  return /s$/i.test(name) && name.includes(' ') ? `${name}'` : `${name}'s`
}

/** The same voice once the name is known. */
export function voiceNamed (voice: Voice, name: string): Voice {
  return { ...voice, self: name, group: voice.group.replace(/^The user's?/, possessive(name)) }
}

const invariant = new Set(['Modal', 'PastTense', 'Gerund', 'Participle'])

export function inThirdPerson (tokens: Token[], voice: Voice, grammar: Grammar): Token[] {
  const result: Token[] = []
  let named = false
  let agreeing = false
  let present = false
  const name = (who: string, index: number) => { named = true; return index === 0 ? who : who.replace(/^The (user|assistant)/, 'the $1') }
  for (const [index, token] of tokens.entries()) {
    const put = (text: string) => result.push({ ...token, text })
    const subject = index === 0 || !has(tokens[index - 1], 'Preposition') || has(tokens[index + 1], 'Verb', 'Adverb', 'Negative')
    if (token.word === 'i' && has(token, 'Pronoun', 'Noun')) { put(name(voice.self, index)); agreeing = true; present = false; continue }
    if (token.word === 'we') { put(name(voice.group, index)); agreeing = true; present = false; continue }
    if (token.word === 'me') { put(named ? 'them' : name(voice.self, index)); continue }
    if (token.word === 'us') { put(named ? 'them' : name(voice.group, index)); continue }
    if (token.word === 'my') { put(named ? 'their' : possessive(name(voice.self, index))); continue }
    if (token.word === 'our') { put(named ? 'their' : possessive(name(voice.self, index))); continue }
    if (token.word === 'mine' || token.word === 'ours') { put('theirs'); continue }
    if (token.word === 'myself' || token.word === 'ourselves') { put('themselves'); continue }
    if (token.word === 'you') { put(index === 0 ? voice.other : lower(voice.other)); agreeing = subject; present = false; continue }
    if (token.word === 'your') { put(possessive(index === 0 ? voice.other : lower(voice.other))); continue }
    if (has(token, 'Verb') && (agreeing || coordinated(tokens, index, present))) {
      put(agree(token, grammar))
      present ||= agreeing && !has(token, ...invariant) && !has(token, 'Auxiliary', 'Copula')
      agreeing = false
      continue
    }
    if (agreeing && !has(token, 'Adverb', 'Negative') && !/^(both|all|just|also|now|still|never|always|usually|recently)$/.test(token.word)) agreeing = false
    result.push(token)
  }
  return result
}

function lower (who: string): string {
  return who.replace(/^The /, 'the ')
}

/** The second verb of one subject: "I run and swim". */
function coordinated (tokens: Token[], index: number, present: boolean): boolean {
  if (!present || !has(tokens[index], 'Infinitive')) return false
  let before = index - 1
  while (has(tokens[before], 'Adverb')) before--
  return tokens[before]?.word === 'and' || tokens[before]?.word === 'but'
}

/** "I quit smoking" is past far more often than present. */
export const pastAlike = new Set(['quit', 'hit', 'cut', 'set', 'put', 'split', 'shut', 'cost', 'hurt', 'beat'])

function agree (token: Token, grammar: Grammar): string {
  if (token.word === 'am' || token.word === 'are') return 'is'
  if (token.word === 'were') return 'was'
  if (token.word === 'have') return 'has'
  if (token.word === 'do') return 'does'
  if (has(token, ...invariant) || pastAlike.has(token.word) || !has(token, 'Infinitive', 'PresentTense') || /(?:[^s]s|ss?es|ies)$/.test(token.word)) return token.text
  return grammar.thirdPerson(token.word)
}
