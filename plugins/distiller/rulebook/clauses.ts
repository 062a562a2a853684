/** Sentences to clauses that each say one thing: "I'm a nurse and I live in Bern" is two, "I tried it but it was slow" stays one. */
import { has, supplied, words, type Token } from './tokens.ts'

const joins = new Set(['and', 'but', 'plus', 'while', 'whereas'])
const own = new Set(['i', 'we', 'my', 'our'])
const subjects = new Set(['i', 'we', 'you', 'there', 'it', 'this', 'that', 'they', 'these', 'those', 'which', 'he', 'she'])
/** What is announced is in the clause that follows. */
const announcement = /^(?:\w+ )?(?:\w+ )?(?:news|update|upgrade|decision|change|question|announcement|thing|note|first|one|milestone)$|^(?:quick|big|great|good|bad|small|first|second) \w+$/
const leads = new Set(`also and but so oh well yeah yes yep ok okay anyway plus honestly btw hey hi hello basically thanks then please actually
no nope sure great perfect exactly meanwhile additionally right absolutely update ah ooh wow hmm man dude`.split(/\s+/))
/** "I should mention I use Vim": what is mentioned is the fact. */
const prefaces = /^(?:i (?:should|must|want to|wanted to|have to|would like to|just wanted to) (?:also )?(?:mention|say|add|tell you|note|point out)|(?:just )?so you know|for (?:context|the record|your information|reference)|fyi|by the way|(?:just )?to (?:be clear|give you (?:some )?context)|as (?:you know|i (?:said|mentioned))|fun fact|quick update|i forgot to (?:mention|say)|(?:please )?(?:remember|note|keep in mind|do not forget|know))(?: that)?$/

const subordinate = new Set(['when', 'if', 'because', 'since', 'after', 'before', 'while', 'although', 'though', 'as', 'once', 'until', 'unless', 'whenever', 'wherever'])
/** Statements that another can replace: they must not take a neighbour with them. */
const replaceable = /\b(?:us(?:e|es|ing)|lov(?:e|es)|like|hate|enjoy|liv(?:e|es|ing)|based|work(?:s|ing)? (?:at|for|as)|prefer|targets?|i am|my \w+(?: \w+)? is|years old|married|mov(?:e|ed|ing)|switch\w*|migrat\w*|team (?:is|has)|deadline|meeting is)\b/

export function finite (tokens: Token[], index: number): boolean {
  const token = tokens[index]
  if (!has(token, 'Verb') || has(token, 'Gerund')) return has(token, 'Copula', 'Modal')
  return !(has(token, 'Infinitive') && tokens[index - 1]?.word === 'to')
}

export function hasSubjectAndVerb (tokens: Token[]): boolean {
  const verb = tokens.findIndex((_, index) => index > 0 && finite(tokens, index))
  return verb > 0 && tokens.slice(0, verb).some(token => has(token, 'Noun', 'Pronoun', 'Hyphenated', 'Gerund') || subjects.has(token.word))
}

/** What goes before the statement: "Also, …", "By the way, …", "I should mention …". */
export function withoutLead (tokens: Token[]): Token[] {
  let start = 0
  while (start < tokens.length - 1 && (leads.has(tokens[start]!.word) || has(tokens[start], 'Expression'))) start++
  for (let end = Math.min(tokens.length - 1, start + 9); end > start; end--) {
    if (prefaces.test(words(tokens.slice(start, end)))) return withoutLead(tokens.slice(end))
  }
  // A vocative after a greeting: "Hi Sam, …" leaves the name behind.
  return start > 0 && has(tokens[start], 'FirstName') && /,/.test(tokens[start]!.post) ? withoutLead(tokens.slice(start + 1)) : tokens.slice(start)
}

export function clausesOf (sentence: Token[]): Token[][] {
  const pieces = cut(withoutLead(sentence))
  const clauses: Token[][] = []
  for (const [index, { piece, apart }] of pieces.entries()) {
    const tokens = withoutLead(piece)
    const announced = index === 0 && pieces.length > 1 && announcement.test(words(tokens))
    if (announced || tokens.length === 0) continue
    const last = clauses.at(-1)
    // Only what the speaker says of themselves stands apart; the rest elaborates the clause before, as a fragment needs the clause after.
    if (last && !apart && (!own.has(tokens[0]!.word) || !hasSubjectAndVerb(tokens) || !hasSubjectAndVerb(last))) last.push(...piece)
    else clauses.push(tokens)
  }
  return clauses.flatMap(splitPlace)
}

/** At dashes and full stops, and where a joined clause must not be taken along when its neighbour ends. */
function cut (tokens: Token[]): Array<{ piece: Token[], apart: boolean }> {
  const pieces: Array<{ piece: Token[], apart: boolean }> = []
  let start = 0
  let apart = false
  for (let index = 0; index < tokens.length - 1; index++) {
    // "… for Gen Z. I also …" is two sentences, whatever the abbreviation says.
    const stop = /^[.!?]+\s/.test(tokens[index]!.post) && !has(tokens[index], 'Honorific') && (subjects.has(tokens[index + 1]!.word) || own.has(tokens[index + 1]!.word) || has(tokens[index + 1], 'Adverb', 'Conjunction'))
    const dash = stop || /\s[–—-]+\s|[–—;]/.test(tokens[index]!.post)
    const joined = joins.has(tokens[index + 1]!.word) && hasSubjectAndVerb(tokens.slice(start, index + 1)) && opensClause(tokens.slice(index + 2)) &&
      (replaceable.test(words(tokens.slice(start, index + 1))) || replaceable.test(words(tokens.slice(index + 2))))
    const left = tokens.slice(start, index + 1)
    // "I changed jobs, I'm at Stripe now": two statements and a comma.
    const spliced = /^,/.test(tokens[index]!.post) && /^(i|we)$/.test(tokens[index + 1]!.word) && !left.some(token => subordinate.has(token.word)) && hasSubjectAndVerb(left) && finite(tokens, index + 2)
    if (!dash && !joined && !spliced) continue
    pieces.push({ piece: left, apart })
    start = index + 1
    apart = stop || ((joined || spliced) && !dash)
  }
  return [...pieces, { piece: tokens.slice(start), apart }]
}

/** A subject and then a finite verb, with nothing between them but the subject's own words. */
function opensClause (tokens: Token[]): boolean {
  const first = tokens.findIndex(token => !has(token, 'Adverb') && !leads.has(token.word))
  if (first < 0 || !(own.has(tokens[first]!.word) || tokens[first]!.word === 'the')) return false
  // "… and I need to present it": what must be done about it belongs to it.
  if (/^i (?:need to|have to|must|should) /.test(words(tokens.slice(first, first + 4)) + ' ')) return false
  if (subjects.has(tokens[first]!.word)) return true
  for (let index = first; index < tokens.length; index++) {
    const token = tokens[index]!
    if (index > first && finite(tokens, index)) return tokens.slice(first, index).some(part => has(part, 'Noun'))
    if (!has(token, 'Noun', 'Determiner', 'Adjective', 'Possessive', 'Value') && token.word !== 'of') return false
    if (/,/.test(token.post)) return false
  }
  return false
}

/** "a designer based in Oslo" says two things that change independently. */
function splitPlace (tokens: Token[]): Token[][] {
  const at = tokens.findIndex((token, index) => index > 2 && /^(based|living|residing)$/.test(token.word) && tokens[index + 1]?.word === 'in' &&
    (has(tokens[index + 2], 'Place') || /^\p{Lu}/u.test(tokens[index + 2]?.text ?? '')))
  if (at < 0 || tokens[0]!.word !== 'i' || has(tokens[at - 1], 'Copula', 'Adverb')) return [tokens]
  let end = at + 2
  while (end < tokens.length && (has(tokens[end], 'Place', 'ProperNoun') || /^\p{Lu}/u.test(tokens[end]!.text))) end++
  const rest = tokens.slice(end)
  return [[...tokens.slice(0, at), ...rest], [supplied('I', ['Noun', 'Pronoun']), supplied('am', ['Verb', 'Copula', 'PresentTense']), ...tokens.slice(at, end)]]
}
