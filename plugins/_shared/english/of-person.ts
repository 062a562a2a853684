/** What a person has one of at a time: the words of a home, an employer, a title, an age, a status, a diet, a name. */
import { isAtTimes, isWide } from '../wording/both-hold.ts'
import { isLimited } from '../wording/cues.ts'
import { teens, upToTwelve } from '../wording/measures.ts'
import { movedThing } from '../wording/parts-of.ts'
import { ofCalendar } from '../wording/words/calendar.ts'
import { joined } from '../wording/words/lists.ts'
import type { Grammar } from './grammar.ts'
import { ofTens, type Found } from './single-valued.ts'
import { cut } from './value.ts'

/** "The old port of Split", "north London". */
const place = String
  .raw`((?:the |central |down ?town |inner |north\S* |south\S* |east\S* |west\S* |old |upper |lower )*\p{Lu}.*)`
/** Whom one is married to, and not "to my work" or "to the idea". */
const spouse = joined(String.raw`
  (?: to (?:\p{Lu}|(?:an?|the|my|his|her|their) (?:\S+ )?(?:wife|husband|partner|man|woman|guy|girl|friend|love|teacher|
  doctor|nurse|engineer|colleague|sweetheart|person|ex)\b)| from (?:my|his|her|their) (?:wife|husband|partner|ex)\b|
  \s(?:(?:for|since|with|and|but|now|again|at last)\b|in (?:\p{Lu}|\d))|[,.;:!?]|$)`)
const years = String.raw`(\d{1,3}|${teens}|${ofTens}|${upToTwelve})`
const status = 'single|married|engaged|divorced|widowed|separated'

/** Verb and what follows it, of what holds now. */
const holding: Array<[predicate: string, said: RegExp]> = [
  [
    'lives_in',
    new RegExp(
      `^(?:live|reside|be (?:now |currently )?(?:based|living|located))(?: \\S+){0,5}? (?:in|at|outside) ${place}`,
      'u'
    )
  ],
  [
    'works_at',
    /^(?:work|be (?:now )?(?:employed|working))(?! (?:out|up|on|off|from)\b)(?: \S+){0,3}? (?:at|for) ((?:the |an? )?\p{Lu}.*)/u
  ],
  ['works_at', /^be (?:now )?employed by ((?:the |an? )?\p{Lu}.*)/u],
  [
    'job_title',
    new RegExp(
      joined(String.raw`^(?:work|be (?:now )?working)(?: \S+){0,2}? (?:as|like)
        (?! (?:well|usual|much|long|hard|far|soon|if|of|one|before|ever|always|normal|planned|expected|possible|such|
        part|though|we|i|a team|crazy|mad|hell|this|that|a dog)\b)(?: an?| the)? (.+)`)
    )
  ],
  [
    'age',
    new RegExp(
      joined(String.raw`
        ^be (?:now |already |only |just |nearly |almost )?${years}
        (?: years?(?: old)?)?(?: now| today)?(?: actually)?
        (?=$|,| (?:and|but|so|he|she)\b| (?:in|on|next|this) (?:\d|[Tt]he \d|[A-Z]|month|week|year))`)
    )
  ],
  ['marital_status', new RegExp(String.raw`^be (?:\p{L}+ly |still |now |back to )?(${status})(?=${spouse})`, 'u')],
  ['diet', /^be (?:an? |\p{L}+ly )*(vegan|vegetarian|pescatarian|kosher|halal)\b(?! \p{Ll}*(?:er|chef|cook)\b)/u],
  ['name', /^be (?:called |named )?(\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{Ll}'’-]+){0,2})$/u]
]
/** Of what has come to hold. */
const coming: Array<[predicate: string, said: RegExp]> = [
  // "I moved my mum to Bremen" is no move of one's own.
  [
    'lives_in',
    new RegExp(`^(?:move|relocate|settle)(?! ${movedThing} )(?: \\S+){0,2}? (?:to|in|into) ${place}`, 'u')
  ],
  ['works_at', /^(?:join|be hired by|start (?:work )?at|get hired (?:by|at)) ((?:the |an? .*)?\p{Lu}.*)/u],
  ['job_title', /^(?:be|get) (?:promoted to|made|appointed|named) (?:the )?(.+)/],
  [
    'age',
    new RegExp(`^(?:turn|be turning) ${years}(?![\\d.,:-]| (?:o'clock|degrees|pages|times|cells|heads))\\b`, 'u')
  ],
  [
    'marital_status',
    new RegExp(String.raw`^get (married|engaged|divorced|separated)(?=${spouse}| (?:on|last|this)\b)`, 'u')
  ],
  ['diet', /^(?:go|turn|become) (?:\p{L}+ly )?(vegan|vegetarian|pescatarian)\b/u]
]

/**
 * `said` is the verb of the `clause` in its base form and what follows it. What holds for a time, or at some times,
 * is none.
 */
export function ofPerson (said: string, clause: string, past: boolean, grammar: Grammar): Found {
  if (isLimited(clause)) return null
  for (const [predicate, pattern] of past || isAtTimes(clause) ? coming : [...holding, ...coming]) {
    const value = pattern.exec(said)?.[1]
    if (value !== undefined && isValueOf(predicate, value, said, grammar)) {
      return { predicate, value: cut(value) }
    }
  }
  return null
}

/** "I'm Turkish" gives no name, "we moved in March" and "I moved to Excel" no home, "at Christmas" no employer. */
function isValueOf (predicate: string, value: string, said: string, grammar: Grammar): boolean {
  const first = value.split(/[\s,.]/)[0]!.toLowerCase()
  if (predicate === 'lives_in') {
    return !ofCalendar.test(first.replace(/s$/, '')) && (!isMove(said) || isPlace(said, grammar) || homely.test(said))
  }
  if (predicate === 'works_at') return !ofCalendar.test(first)
  return predicate !== 'name' || isName(value, said, grammar)
}

/** Programs and teams are moved to as well: a place is known, or the words say that it is a home. */
const isMove = (said: string) => /^(?:move|relocate|settle) /.test(said)
const isPlace = (said: string, { kinds }: Grammar): boolean => {
  const names = said.split(/[^\p{L}'’-]+/u).slice(1, 9)
  return names.some((_, at) => isWide(names.slice(at).join(' '))) ||
    names.some((name, at) =>
      /^\p{Lu}/u.test(name) &&
      [name, `${name} ${names[at + 1]}`].some(words =>
        kinds(words.toLowerCase()).some(kind => /City|Country|Region|Place|Demonym/.test(kind))
      )
    )
}
const homely = new RegExp(
  joined(String.raw`
    ^(?:relocate|settle)|^move (?:back |house |home |flat |out |away |abroad |over |up |down |here )+|
    \b(?:flat|house|home|apartment|village|town|city|island|family|parents|wife|husband|girlfriend|boyfriend|partner|
    kids|children|dog|for (?:work|uni\w*|college|school|love|good|(?:a|my|the|her|his) (?:new )?(?:job|degree|master\S*|
    phd|course|studies)))\b`),
  'i'
)

/** "I'm Turkish" gives no name; "I'm called Ashish" does. */
function isName (words: string, said: string, { kinds }: Grammar): boolean {
  const each = words.toLowerCase().split(' ').map(word => [word, kinds(word)] as const)
  if (
    each.some(([word, known]) =>
      word === 'team' || known.some(kind => /Demonym|City|Country|Region|WeekDay|Month|Adjective/.test(kind))
    )
  ) return false
  return /^be (?:called|named) /.test(said) ||
    each.every(([word, known]) => known.some(kind => /Name|Person/.test(kind)) || !people.test(word))
}

/** Endings and words of peoples and faiths, and signs of the zodiac. */
const people = new RegExp(
  joined(String.raw`(?:ish|ese|[aei]an|[^aeiou]ch|sh|sk|(?:aq|an|el)i)$|
    ^(?:thai|greek|dutch|czech|welsh|muslim|catholic|jew|hindu|buddhist|sikh|aries|taurus|gemini|leo|virgo|libra|
    scorpio|sagittarius|capricorn|aquarius|pisces)$`)
)
