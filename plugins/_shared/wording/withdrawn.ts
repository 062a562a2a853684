/** Words that take back what was said before: "jk", "scratch that about the wedding", "wait no". */
import { terms } from '../../../domain/text/analyse.ts'
import { kin } from '../english/kin.ts'
import { joined } from './words/lists.ts'

export interface Withdrawal {
  /** What it is about, where that is said; else what was said last. */
  about: string | null
  /** Said instead. */
  rest: string
  /** Whether it may as well answer a question, or begin another matter: it counts right behind what it takes back. */
  weak: boolean
}

const openings = joined(String.raw`
  (?:(?:and|but|oh|so|haha\w*|lol|nah|no|ok|okay|um|hm+|wait|sorry|oops|well|actually|please|just)[,.!…]* )*`)
const end = String.raw`(?=\W*$|\s*[,.!;:–—-]|\s(?:\p{L}+day|\d|the \d|it'?s)\b)[\s,.!;:–—-]*(.*)$`
const of = (words: string) => new RegExp(`^${openings}(?:${joined(words)})${end}`, 'isu')

const joking = of(String.raw`
  j/?k|not(?=\W*$)|i wish|in my dreams|(?:ha,? )?if only|(?:lol|haha|ha),? no|april fools?|joke|as if(?=\W*$)|
  dream on|yeah,? right(?=\W*$)|said no(?:body| ?one) ever|kidding|
  (?:i'?m |i was |was )?(?:just |only |totally )?(?:joking|kidding|messing)(?: around)?(?: with (?:you|ya))?|
  (?:i'?m |just )?pulling your leg|i was (?:just |only )?being (?:sarcastic|ironic)|
  (?:that|it|this) was (?:just |only )?(?:sarcasm|sarcastic|irony|ironic|a joke)|
  (?:das )?(?:war )?nur (?:ein )?(?:spa(?:ß|ss)|scherz|witz)|kleiner scherz`)
const aboutIt = of(String.raw`
  (?:scratch|scrap|strike|ignore|disregard|forget|never ?mind|nvm|cancel|vergiss)(?: that| it| this| das)?
  (?: (?:part|bit|thing|what i (?:just )?said))?,? (?:about|regarding|über|wegen|mit)
  (?: the| my| our| das| die| der| den)? ([^,.;:–—]+?)(?: thing| part| bit)?`)
const plainly = of(String.raw`
  (?:scratch|scrap|strike|bin|ignore|disregard) (?:that|this|what i (?:just )?said)|
  i take (?:that|it) back|i (?:just )?lied|
  i made that up|let me (?:(?:explain|say|put|try)(?: (?:that|it|this))? (?:again|correctly|properly|right)|
  rephrase(?: (?:that|it))?|start (?:over|again)|correct (?:that|it|myself))|
  (?:please )?(?:do not|don'?t) (?:save|store|remember|keep|record|note|log)(?: down)? (?:that|this|it)|
  (?:please )?forget (?:that )?i (?:ever )?(?:said|mentioned) (?:that|it|this|anything)|
  (?:that'?s|keep (?:that|this)) (?:just )?between us|that (?:was|is) (?:a lie|not true)|vergiss das|streich das`)
const weakly = of(String.raw`
  ah,? no|actually,? (?:no|not)|no,? wait|wait,? no|no,? actually|hold on,? no|on second thoughts?|
  never ?mind(?: that)?|nvm|forget (?:that|it)|nein,? (?:moment|warte|doch)|moment,? nein|stimmt (?:doch )?nicht`)

export function withdrawnIn (sentence: string): Withdrawal | null {
  const said = sentence.replaceAll('’', "'").trim()
  const named = aboutIt.exec(said)
  if (named !== null) return { about: named[1]!, rest: named[2]!, weak: false }
  for (const [pattern, weak] of [[joking, false], [plainly, false], [weakly, true]] as const) {
    const rest = pattern.exec(said)?.[1]
    if (rest === undefined) continue
    // "Actually no, scratch that, I do eat fish."
    const more = withdrawnIn(rest)
    return more === null ? { about: null, rest, weak } : { ...more, weak: more.weak && weak }
  }
  return null
}

/** "No wait, mine is 9 March", and not "Actually no, I hate cafés" of what was proposed. */
export const isOfThat = (rest: string, said = ''): boolean =>
  /\b(?:it|it's|that|that's|mine)\b/i.test(rest) || terms(said).some(term => terms(rest).includes(term))

/** Whether a text holds so many of the words of what is spoken of. */
export function isAbout (text: string, matter: string, share = 1 / 2): boolean {
  const [wanted, held] = [[...new Set(terms(matter))], new Set(terms(text))]
  return wanted.length > 0 && wanted.filter(term => held.has(term)).length >= wanted.length * share
}

/** Share of the words of a wish to forget that a memory must hold. */
const meant = 2 / 3

interface Known {
  text: string
  subject: string | null
}

/** What a wish to forget means of what is known. */
export const meantToForget = <K extends Known>(known: K[], wish: string): K[] =>
  ofWhom(known.filter(({ text }) => isAbout(text, wish, meant)), wish)

/** "Forget my bike" leaves the son's, and "my wife's birthday" the speaker's: of the speaker, or of whom it names. */
export function ofWhom<K extends Known> (known: K[], wish: string): K[] {
  const [named, relatives] = [terms(wish), wish.toLowerCase().match(/\p{L}+/gu)?.filter(word => kin.test(word)) ?? []]
  // A name may be the speaker's.
  const isOwn = ({ subject }: K) =>
    subject === null || terms(/['’]s (.+)$/.exec(subject)?.[1] ?? '').every(term => named.includes(term))
  const fitting = known.filter(({ text }) => relatives.every(word => isAbout(text, word)))
  const own = fitting.filter(isOwn)
  return own.length > 0 || /\b(?:i|my|mine|me)\b/i.test(wish) ? own : fitting
}
