/** Who someone is that is spoken of by name. */
import { leadOf } from '../wording/lead.ts'
import { ofCalendar } from '../wording/words/calendar.ts'
import { kin, kinWords } from './kin.ts'
import { inside } from './third-person.ts'

/** "Older brother", "best friend", "ex-wife". */
const which =
  '(?:older|younger|elder|big|little|oldest|youngest|eldest|best|close|old|half|step|twin|great|foster|late|ex)'
const relation = String.raw`(?<relation>(?:${which}[ -])?${kinWords})`
const name = String.raw`(?<name>\p{Lu}[\p{L}-]{1,30}(?: \p{Lu}[\p{L}-]{1,30})?)(?![\p{L}-])`
/** "Ana" of "my sister is Ana's boss" is another. */
const notOwner = String.raw`(?! ?['’]s\b)`
const my = '(?<![\\p{L}\\p{N}])(?:[Mm]y|[Oo]ur)'
const introductions = [
  // "My sister Ana", "my mum, Elaine,"
  String.raw`${my} ${relation} ?,? ${name}`,
  // "My boyfriend's called Sam", "my boss's name is Ray"
  String.raw`${my} ${relation}(?: ?['’]s? name)?(?: is| was| ?['’]s)(?: called| named)? ${name}${notOwner}`,
  // "Kev is my flatmate"
  String.raw`(?:^|[,.;:] |and |but )${name} (?:is|was) (?:my|our) ${relation}(?![\p{L}-])${notOwner}`,
  // "I have just one kid, Milo", "we've got a dog called Rex", "no, just one kid, Milo"
  String.raw`(?:\b(?:I|[Ww]e)(?: have| ?['’]ve got| got| adopted)|^(?:(?:[Yy]es|[Yy]eah|[Nn]o|[Nn]ope),?|))` +
  String.raw` ?(?:[Jj]ust |[Oo]nly )?(?:[Aa]n?|[Oo]ne) ${relation}(?: ?,| called| named) ${name}`
].map(pattern => new RegExp(pattern, 'gu'))

/** How people stand to the speaker, by their names: "boyfriend", of the words that say so. */
export function noteRelations (relations: Map<string, string>, said: string): void {
  for (const pattern of introductions) {
    for (const { groups } of said.matchAll(pattern)) {
      const { name, relation } = groups as Record<'name' | 'relation', string>
      // "I saw my mum Monday", "my sisters Ana and Eva".
      const [first] = name.toLowerCase().split(/[ -]/) as [string]
      if (!ofCalendar.test(first.replace(/days$/, 'day')) && !/(?:[^s]s|children)$/.test(relation)) {
        relations.set(name, relation)
      }
    }
  }
}

/** "Sam (the user's boyfriend) is a chef", where the talk says it and the text does not. */
export function withRelations<Fact extends { text: string }> (
  fact: Fact,
  relations: ReadonlyMap<string, string>,
  self: string
): Fact {
  let { text } = fact
  for (const [name, relation] of relations) {
    const end = endOf(name, text)
    if (end !== null && !speaksOf(relation, text)) {
      text = `${text.slice(0, end)} (${inside(self)}'s ${relation})${text.slice(end)}`
    }
  }
  return { ...fact, text }
}

/** Behind the name, where it stands alone: not in "Sam's", "Sam Smith" or what is quoted in front. */
function endOf (name: string, text: string): number | null {
  for (let at = text.indexOf(name, text.length - leadOf(text).rest.length); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length
    const isAlone = !/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !longer.test(text.slice(end))
    if (isAlone) return end
  }
  return null
}

const longer = /^(?:[\p{L}\p{N}]|['’-]\p{L}| \p{Lu}| \()/u

/** By this word, or by any other for someone close: "he's my flatmate, not my boyfriend". */
const speaksOf = (relation: string, text: string) =>
  text.toLowerCase().split(/[^\p{L}-]+/u).some(word => word === relation.split(' ').at(-1) || kin.test(word))
