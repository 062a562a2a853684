/** Words that mean what was said before their clause: "I've put a bed in it", "I see him often", "I've got two". */
import type { Token } from './token.ts'
import { when } from './date-words.ts'
import { animal, kin, person, trade } from './kin.ts'
import { isVerb } from './phrases.ts'

const things = /^(?:it|itself)$/
const several = /^(?:them|themselves|ones|mine|ours|theirs)$/
/** "I cook because she's ill". */
const subjects = /^s?he$/
const people = /^(?:him|her|hers|his|himself|herself)$/
/** What stands behind "it" where "it" means nothing: "I find it hard to sleep", "I hate it when". */
const opensClause = /^(?:when|if|that|how|to)$/
const amounts =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|few|couple|some|none|any|both|another|several|plenty)$/
/** With these a number alone is of years, of clock time or of money. */
const having =
  /^(?:have|'ve|has|had|got|get|need|needed|want|wanted|buy|bought|own|keep|kept|take|took|sell|sold|eat|find|found|order|ordered|lost|try|tried|do|did)$/
const isThing = ({ pos, lower }: Token) => /NOUN|PROPN/.test(pos) && !kin.test(lower) && !person.test(lower)
/** "My flatmate Jule", "Jule pays": no thing. */
const isNamed = (tokens: Token[], at: number) =>
  tokens[at]!.pos === 'PROPN' && (at === 0 || kin.test(tokens[at - 1]!.lower))
const isPerson = ({ pos, lower, text }: Token) =>
  kin.test(lower) || person.test(lower) || (pos === 'PROPN' && /^\p{Lu}/u.test(text))

/** Whom "he" and "she" may mean. */
const isWho = (token: Token) =>
  isPerson(token) || animal.test(token.lower) || /^(?:s?he|his|him|her|who|one)$|(?:body|one)$/.test(token.lower) ||
  (token.pos === 'NOUN' && trade.test(token.lower))

/** It, she, that: at the head of a clause, what was said before. */
export const pointing =
  /^(?:it|this|that|these|those|they|he|she|there|which|one|both|neither|everything|everyone|mine|ours|hers|theirs|his|her|its|their)$/

const owners = /^(?:his|her|its|their)$/

/** "Her house", "his cat", "their plants": not "I saw her", nor "I cook for her sundays". */
export const isOwning = (tokens: Token[], at: number) =>
  owners.test(tokens[at]!.lower) && /NOUN|ADJ|NUM|PROPN/.test(tokens[at + 1]?.pos ?? '') &&
  !when.test(tokens[at + 1]!.lower)

/** "My sister lost her keys", "everyone loves their new desk". */
const isOwnerNamed = (owner: string, front: Token[]) =>
  front.some(token =>
    /^(?:his|her)$/.test(owner)
      ? isPerson(token) || /^(?:s?he|his|her|who|one)$|(?:body|one)$/.test(token.lower)
      : /NOUN|PROPN/.test(token.pos) || /^(?:they|it|their|its|who|both|all)$|(?:body|one)$/.test(token.lower)
  )

export const pointsBack = (tokens: Token[]): boolean =>
  pointing.test(tokens[0]?.lower ?? '') || anaphorIn(tokens) !== null

/** The first such word, where nothing before it in the clause is what it means; null when there is none. */
export const anaphorIn = (tokens: Token[]): Token | null =>
  tokens.find((_, at) => at > 0 && meansBefore(tokens, at) && !isMeant(tokens, at)) ?? null

function meansBefore (tokens: Token[], at: number): boolean {
  const [{ lower }, before, next] = [tokens[at]!, tokens[at - 1]!, tokens[at + 1]]
  // "I cycle to work, it's far" stays within what is said.
  if (things.test(lower)) return !isSubject(before, next) && !isEmpty(tokens, at)
  if ([several, people, owners, subjects].some(of => of.test(lower))) return true
  // "We're doing Budapest instead": of what, was said before.
  if (lower === 'instead') return next?.lower !== 'of'
  // "My employer pays half."
  if (lower === 'half') return endsPhrase(next) && isVerb(before)
  return lower === 'there' ? isPlace(before, next) : isAmount(tokens, at)
}

/** "I went there", and not "there is". */
const isPlace = (before: Token, next: Token | undefined) =>
  !isVerb(next) && /VERB|ADP|AUX|ADV|NOUN|PROPN/.test(before.pos)

/** "The older one", "I've got two", "I own a few". */
function isAmount (tokens: Token[], at: number): boolean {
  const [{ lower }, before, next] = [tokens[at]!, tokens[at - 1]!, tokens[at + 1]]
  if (/^(?:one|others?)$/.test(lower) && /DET|ADJ/.test(before.pos)) return isVerb(next) || endsPhrase(next)
  const verb = before.pos === 'DET' ? tokens[at - 2] : before
  // "There's one next to my office".
  const isThere = tokens[at - 2]?.lower === 'there' && before.lemma === 'be'
  if (lower === 'one') return (isThere || having.test(before.lower)) && (endsPhrase(next) || when.test(next!.lower))
  return amounts.test(lower) && endsPhrase(next) && having.test(verb?.lower ?? '')
}

const isSubject = (before: Token, next: Token | undefined) =>
  next?.pos === 'AUX' || (isVerb(next) && before.pos === 'PUNCT')

/** No noun, nor "of …", behind it. */
const endsPhrase = (next: Token | undefined) =>
  next === undefined || (/PUNCT|CCONJ|ADP|ADV/.test(next.pos) && next.lower !== 'of')

/** What it stands for is said up to two words behind it. */
const isEmpty = (tokens: Token[], at: number) =>
  tokens.slice(at + 1, at + 3).some(({ lower }, place) => opensClause.test(lower) && (place > 0 || lower !== 'to'))

/**
 * In "I've put a bed in it" the bed is not it, and in "my brother takes her" the brother is not her: what the same verb
 * has beside a word does not mean the same.
 */
function isMeant (tokens: Token[], at: number): boolean {
  const front = tokens.slice(0, at)
  if (tokens[at]!.lower === 'instead') return front.filter(isVerb).length > 2
  // "In his spare time my uncle paints".
  if (isOwning(tokens, at)) return isOwnerNamed(tokens[at]!.lower, front.some(isVerb) ? front : tokens)
  if (subjects.test(tokens[at]!.lower)) return front.some(isWho)
  const end = front.findLastIndex(token => isVerb(token) || token.pos === 'PUNCT')
  // "Take care of them": the care is not they.
  const others = front.at(-1)?.lower === 'of' ? front.slice(0, -2) : end < 0 ? front : front.slice(0, end)
  const isObject = end === at - 1 && !others.some(({ pos }) => pos === 'VERB')
  return !isObject &&
    others.some(people.test(tokens[at]!.lower) ? isPerson : (token, place) => isThing(token) && !isNamed(others, place))
}
