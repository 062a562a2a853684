/**
 * What leaves an older statement standing, though words of it are beside one that ends: a part of it ends, a relative
 * moves away, the speaker works elsewhere. English.
 */
import { terms } from '../../../domain/text/analyse.ts'
import { isNoHome } from './homes.ts'
import { numbersOf } from './measures.ts'
import { joined } from './words/lists.ts'

export interface Older {
  text: string
  predicate: string | null
  value: string | null
}

/** Of a company, a sport, a language, a thing. */
const part = joined(String.raw`
  (?:choir|orchestra|gym|team|project|department|club|class|classe|lesson|course|seminar|society|group|meeting|event|
  party|trip|tour|rack|channel|training|practice|tournament|league|committee|board|council|union|band|workshop|session|
  book|magazine|newsletter|conference|scheme|programme|program|teacher|tutor|coach|shift|stool|bag|box|cover|lead|forum|
  server|page|list)s?`)

/** "I quit the SAP choir", "my team at SAP", "the Dutch lessons": what is over is a part of it. */
function endsPart (said: string, { value, text }: Older): boolean {
  const matter = new Set(terms(value ?? text))
  const words: string[] = said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const ofIt = (word = '') => terms(word).some(term => matter.has(term))
  // "Promoted to team lead".
  return !words.includes('promoted') && words.some((word, at) =>
    isPart.test(word) && !ofIt(word) &&
    (ofIt(words[at - 1]) || (words[at - 1] === 's' && ofIt(words[at - 2])) ||
      (/^(?:at|of|in|for|with)$/.test(words[at + 1] ?? '') && ofIt(words[at + 2])))
  )
}
const isPart = new RegExp(`^${part}$`)

/** "I have a son, Tim": so it is, wherever he moves and whatever he leaves; but there may be more of them. */
const hasRelative = (said: string, { predicate, text }: Older) =>
  /^ha(?:s|ve)(?:_|$)/.test(predicate ?? '') && relative.test(text) && numbersOf(said).length === 0
const relative = new RegExp(
  joined(String.raw`
    \b(?:has|have) (?:an? |one |two |three |four |several |\d+ )?(?:(?:older|younger|big|little|twin|half|step|only|
    grown-up|baby) ?)*(?:sons?|daughters?|child|children|kids?|boys?|girls?|twins?|brothers?|sisters?|siblings?|
    cousins?|nephews?|nieces?|uncles?|aunts?|grandsons?|granddaughters?|grandchild(?:ren)?|grandkids?)\b`),
  'iu'
)

/** "Sara and I moved in together" after "I'm dating Sara". */
const isCloser = (said: string, { text }: Older) =>
  /\b(?:dating|seeing|going out|in a relationship|girlfriend|boyfriend)\b/i.test(text) &&
  /\b(?:mov(?:ed|ing) in (?:together|with)|(?:got|are|'re) engaged)\b/i.test(said)

/** "I don't work in Oslo any more": so one may live there, and has the same employer. */
const worksElsewhere = (said: string, { predicate, value }: Older) =>
  /(?:\bnot|n['’]t|\bno longer) work(?:ing)? in \p{L}/iu.test(said) &&
  (predicate === 'lives_in' ||
    (predicate === 'works_at' && !terms(value ?? '').some(term => terms(said).includes(term))))

/** What is moved that is no home of one's own: "my mum", "offices"; but "last month" moves nothing. */
export const movedThing = joined(String.raw`
  (?:(?:my|our|his|her|their|the|an?|some) (?!(?:last|next|other|past|day|week|month|year|weekend|home|house)\b)\p{Ll}+|
  offices?|premises|accounts|servers|desks)`)
const [other, self] = [
  new RegExp(String.raw`\b(?:moved|relocated) ${movedThing}(?: \p{Ll}+)? (?:to|into)\b`, 'u'),
  /\b(?:moved|relocated) (?:back |over |out )?(?:to|into)\b/
]

/** "I moved my mum to Bremen" is no move of one's own. */
export const movesAnother = (said: string): boolean => other.test(said) && !self.test(said)

const movesOther = (said: string, { predicate }: Older) => predicate === 'lives_in' && movesAnother(said)

/** "I live at the gym now". */
const livesNowhere = (said: string, { predicate }: Older) => predicate === 'lives_in' && isNoHome(said)

/** "I closed my account at Nordbank": who works there may be its customer too. */
const isCustomer = (said: string, { predicate }: Older) =>
  predicate === 'works_at' &&
  /\b(?:closed|cancell?ed|ended|moved|paid off) (?:my|our|the) (?:\p{Ll}+ )?(?:accounts?|loan|mortgage|policy|savings)\b/u
    .test(said)

export const leavesStanding = (said: string, older: Older): boolean =>
  [hasRelative, endsPart, isCloser, worksElsewhere, movesOther, livesNowhere, isCustomer].some(leaves =>
    leaves(said, older)
  )
