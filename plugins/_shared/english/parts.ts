/**
 * A clause in parts that may come to an end one without the others: a name, a title, an employer; the items of a list.
 */
import type { Token } from './token.ts'
import { readClause, type Clause } from './clause.ts'
import { months, weekdays } from '../wording/words/calendar.ts'
import { joined } from '../wording/words/lists.ts'
import { isVerb } from './phrases.ts'

/** With these an "and" joins things that are each true alone. */
const distributive = new RegExp(
  joined(String.raw`
    ^(?:play|speak|use|own|have|like|love|hate|take|eat|drink|study|learn|know|collect|grow|teach|read|watch|follow|
    enjoy|adore|prefer|drive|ride|raise|breed|wear|visit|target|support|sell|stock|offer|serve|coach|tutor|
    attend)$`),
  ''
)

export function partsOf (clause: Clause): Clause[] {
  if (clause.past || clause.negated) return [clause]
  return clause.verb === 'be' ? described(clause) : listed(clause)
}

/** The same subject with another rest, and maybe another verb. */
const again = ({ subject, group }: Clause, rest: Token[], verb = group) => readClause([...subject, ...verb, ...rest])

/** "I'm Sarah, a nurse at St Mary's based in Leeds." */
function described (clause: Clause): Clause[] {
  const { rest } = clause
  const comma = rest.findIndex(({ text }) => text === ',')
  if (comma > 0 && rest.slice(0, comma).every(({ pos }) => /PROPN|NUM/.test(pos)) && isDescription(rest.slice(comma))) {
    return [again(clause, rest.slice(0, comma)), ...described(again(clause, rest.slice(comma + 1)))]
  }
  const at = rest.findIndex(({ lower }) => /^(?:at|for|based|living)$/.test(lower))
  const named = rest.slice(at + 1, at + 3).some(({ text }) => /^\p{Lu}/u.test(text))
  if (at < 1 || !named || rest[at - 1]!.pos !== 'NOUN' || rest[0]!.pos !== 'DET') return [clause]
  const place = rest.slice(at)
  const where = /^(?:at|for)$/.test(place[0]!.lower)
    ? again(clause, place, [working(clause, place[0]!)])
    : again(clause, place)
  return [again(clause, rest.slice(0, at)), ...described(where)]
}

/** "…, a nurse", "…, 28, nurse from Graz". */
const isDescription = ([, first, ...others]: Token[]) =>
  first?.pos === 'DET' || (isAgeOrTitle(first) && others[0]?.pos !== 'NUM' && !others.some(isVerb))

/** "Oakfield Vets, 01632 960 145" is no age. */
const isAgeOrTitle = (first: Token | undefined) =>
  first?.pos === 'NOUN' || (first?.pos === 'NUM' && !/^\d{4,}|^0/.test(first.text))

/** "At St Mary's" of a nurse is where they work. */
function working ({ subject }: Clause, { start }: Token): Token {
  const text = /^(?:i|we)$/.test(subject[0]?.lower ?? '') ? 'work' : 'works'
  return { text, lower: text, lemma: 'work', pos: 'VERB', start: start - 1 - text.length, end: start - 1, known: true }
}

/** "Tennis and squash", "Evernote for notes and Todoist for tasks"; but "salt and vinegar crisps". */
function listed (clause: Clause): Clause[] {
  const end = clause.rest.findLastIndex(({ pos, lower }) => !/PUNCT|ADV/.test(pos) && !/.ly$/.test(lower)) + 1
  const items: Token[][] = [[]]
  const named = clause.rest.slice(0, end)
  for (const [at, token] of named.entries()) {
    const isBetween = (token.lower === 'and' || (token.text === ',' && !isCalled(items.at(-1)!, named[at + 1]))) &&
      isAlike(items[0]!, named[at + 1])
    if (isBetween) items.push([])
    else items.at(-1)!.push(token)
  }
  const things = items.filter(item => item.length > 0)
  // "Daily" behind the last is said of all.
  const shared = clause.rest.slice(end).filter(({ pos }) => pos !== 'PUNCT')
  return distributive.test(clause.verb) && !isThat(clause) && things.length > 1 && things.every(isThing)
    ? things.map(item => again(clause, [...item, ...shared]))
    : [clause]
}

/** What leans on the words before is said with them, once. */
const isThat = ({ subject: [first] }: Clause) => /^(?:it|they|this|that|these|those)$/.test(first?.lower ?? '')

/** "A place in Tallinn, near the harbour": where it is; the others of a list are of the kind of its first. */
const isAlike = ([first]: Token[], next: Token | undefined) =>
  next?.pos === 'PUNCT' || next?.lower === 'and' || [first, next].every(token => token?.pos === 'ADP') ||
  ![first, next].some(token => token?.pos === 'ADP')

/** "A daughter, Ida": her name. */
const isCalled = ([first]: Token[], next: Token | undefined) =>
  /^(?:an?|one|my|our)$/.test(first?.lower ?? '') && next?.pos === 'PROPN'

/** "Exams on Tuesday and Thursday." */
const isDay = new RegExp(`^(?:${weekdays}|${months})s?$`)
const isThing = (item: Token[]) =>
  // "Birmingham, the Alabama one".
  !/^(?:but|except|only|not)$/.test(item[0]?.lower ?? '') &&
  !(item[0]?.lower === 'the' && item.at(-1)?.lower === 'one') &&
  item.some(({ pos, text }) => /NOUN|PROPN/.test(pos) || /^\p{Lu}/u.test(text)) &&
  !item.some(({ pos }) => /VERB|AUX|PRON/.test(pos)) && !item.every(({ lower }) => isDay.test(lower)) &&
  (item.length === 1 || /PROPN|DET|ADJ/.test(item[0]!.pos) || item.some(({ pos }) => pos === 'ADP'))
