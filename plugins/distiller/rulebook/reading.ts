/** One clause to subject, verb and object. */
import { finite, hasSubjectAndVerb } from './clauses.ts'
import { pastAlike } from './voice.ts'
import { has, words, write, type Grammar, type Token } from './tokens.ts'

export interface Reading {
  subject: Token[]
  /** Auxiliaries, adverbs and the main verb. */
  verb: Token[]
  /** Infinitive of the main verb: "want to learn" is `learn`. */
  lemma: string
  /** Infinitive of a verb that governs it: "want to learn" is `want`; null without one. */
  governor: string | null
  object: Token[]
  negated: boolean
  tense: 'present' | 'past' | 'future' | 'conditional'
}

/** "started working at" works there already. */
const transparent = new Set(['start', 'begin', 'continue', 'keep'])
const denials = /^(never|no longer|neither|nobody|nothing|none|hardly)$/

export function readClause (tokens: Token[], grammar: Grammar): Reading | null {
  // "When I was a kid, I lived in Rome": what is told stands after the comma.
  const comma = /^(?:when|if|because|since|after|before|while|although|though|once|until)$/.test(tokens[0]?.word ?? '') ? tokens.findIndex(token => /^,/.test(token.post)) : -1
  if (comma > 0 && hasSubjectAndVerb(tokens.slice(comma + 1))) return readClause(tokens.slice(comma + 1), grammar)
  const start = tokens.findIndex((_, index) => index > 0 && finite(tokens, index))
  if (start < 1) return null
  let subject = tokens.slice(0, start)
  while (subject.length > 1 && (has(subject.at(-1), 'Negative') || (has(subject.at(-1), 'Adverb') && !has(subject.at(-2), 'Possessive', 'Determiner')))) subject = subject.slice(0, -1)
  if (!subject.some(token => has(token, 'Noun', 'Pronoun', 'Determiner', 'Value'))) return null
  let end = start
  let lastVerb = start
  const lemmas: string[] = []
  for (; end < tokens.length; end++) {
    const token = tokens[end]!
    if (has(token, 'Verb') && !(end > start && has(tokens[end - 1], 'Determiner', 'Preposition'))) {
      lastVerb = end
      if (!has(token, 'Auxiliary', 'Modal', 'Particle') || (lemmas.length === 0 && !has(token, 'Modal'))) lemmas.push(grammar.infinitive(token))
    } else if (!has(token, 'Adverb', 'Negative') && !/^(now|also|still|just|both|all)$/.test(token.word) && !(token.word === 'to' && has(tokens[end + 1], 'Infinitive') && !/^(?:promote|switch|migrate|relocate|transition)$/.test(lemmas.at(-1) ?? '')) && !(token.word === 'about' && has(tokens[end + 1], 'Gerund'))) break
    if (/[,–—;]/.test(token.post)) { end++; break }
  }
  const verb = tokens.slice(start, lastVerb + 1)
  const chain = lemmas.filter((lemma, index) => index === lemmas.length - 1 || !['be', 'have', 'do', 'get', 'will', 'would'].includes(lemma))
  const lemma = chain.at(-1) ?? 'be'
  const before = chain.at(-2)
  const clauseWords = words(verb)
  return {
    subject,
    verb,
    lemma,
    governor: before === undefined || transparent.has(before) ? null : before,
    object: tokens.slice(lastVerb + 1),
    negated: verb.some(token => has(token, 'Negative') || denials.test(token.word)) || /\bno longer\b/.test(words(tokens)) || tokens.slice(lastVerb + 1, lastVerb + 2).some(token => token.word === 'no' || token.word === 'not'),
    tense: /\b(will|going to)\b/.test(clauseWords) ? 'future' : has(verb[0], 'Modal') ? 'conditional' : has(verb[0], 'PastTense') || pastAlike.has(verb[0]!.word) || /^(was|were|had|did|got)$/.test(verb[0]!.word) ? 'past' : 'present'
  }
}

/** The first noun phrase of an object: up to a comma, a dash or a word that opens something else. */
export function nounPhrase (tokens: Token[]): Token[] {
  const phrase: Token[] = []
  for (const [index, token] of tokens.entries()) {
    // "chief mechanic last Friday" names a job and a day.
    const dated = has(token, 'Date', 'WeekDay', 'Month') || (/^(last|next|this|two|three|a)$/.test(token.word) && has(tokens[index + 1], 'Date', 'WeekDay', 'Month', 'Duration'))
    if (phrase.length > 0 && dated && !phrase.some(part => has(part, 'Date', 'WeekDay', 'Month'))) break
    if (phrase.length > 0 && (has(token, 'Preposition', 'Conjunction', 'Verb', 'Pronoun', 'QuestionWord') || /^(to|now|currently|too|already|yet|any|anymore|instead|remotely)$/.test(token.word)) && token.word !== 'of' && !/^\p{Lu}/u.test(token.text)) break
    phrase.push(token)
    if (/[,–—;:!?.(]/.test(token.post)) break
  }
  while (phrase.length > 1 && has(phrase[0], 'Determiner', 'Possessive')) phrase.shift()
  return phrase
}

export function phrase (tokens: Token[]): string {
  return write(nounPhrase(tokens))
}
