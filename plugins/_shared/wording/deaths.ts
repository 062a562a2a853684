/** What held of a person or an animal that has died: "our dog Rex is 13", then "we had to put Rex down". English. */
import { female, male } from '../english/kin.ts'
import { isConsidered, isDenied } from './cues.ts'
import { joined } from './words/lists.ts'

const named = String.raw`(\p{Lu}[\p{L}'’-]*)`
const died = [
  new RegExp(
    joined(String.raw`
      (?<!\p{L})${named} (?:has |had |just |sadly |suddenly |only ){0,2}
      (?:died(?! (?:laughing|inside|of (?:laughter|boredom|embarrassment|shame)))|passed away|
      (?:was|got|to be|be) (?:put down|put to sleep(?! for)))(?!\p{L})`),
    'u'
  ),
  new RegExp(
    joined(String.raw`
      \b(?:put ${named} (?:down|to sleep)|buried ${named}|
      lost ${named}(?=$|[.,;!]| (?:in (?:\p{Lu}|\d)|on |last |this |yesterday|today|to |after |\p{L}+ (?:days|weeks|
      months|years) ago)))(?!\p{L})`),
    'u'
  )
]
/** Of an employee it means another thing. */
const letGo = new RegExp(
  joined(
    String.raw`\b(?:had to let ${named} go|had to say goodbye to ${named})(?!\p{L})`
  ),
  'u'
)
const animal = joined(String.raw`
    dog|cat|puppy|kitten|rabbit|bunny|guinea pig|hamster|parrot|budgie|horse|pony|tortoise|hen|labrador|terrier|spaniel|
    retriever|collie|greyhound|whippet|poodle|dachshund|pet`)
const animals = new RegExp(String.raw`\b(?:${animal})\b`, 'iu')
const living = new RegExp(
  String.raw`\b(?:${male}|${female}|partner|friend|parents?|cousin|neighbou?r|${animal})\b`,
  'iu'
)

/** Not of several: "two cats, Milo and Luna" says something of each. */
export function isOfTheDead ({ text: older }: { text: string }, { text: news }: { text: string }): boolean {
  if (isConsidered(news) || isDenied(news) || /\bfound\b/i.test(news) || !living.test(older)) return false
  return [...died, ...animals.test(older) ? [letGo] : []].some(pattern => {
    const name = pattern.exec(news)?.slice(1).find(found => found !== undefined)
    if (name === undefined) return false
    const [front, behind] = older.split(new RegExp(String.raw`(?<!\p{L})${name}(?!\p{L})`, 'u'))
    return behind !== undefined && !/(?:, | and .*)$/u.test(front!) && !/^(?: and \p{Lu}|, \p{Lu})/u.test(behind)
  })
}
