/**
 * Whether the words may say that what has happened is undone since: what was given up is taken up again ("I quit the
 * choir", "I rejoined the choir"), what was begun is over ("I joined a choir", "I left the choir"). English; a
 * classifier has to say so too.
 */
import { terms } from '../../../domain/text/analyse.ts'
import { clausesOf, isDenied, isEnded, isSo } from './cues.ts'
import { namesOtherAsOver } from './named-over.ts'
import { folded, joined, words } from './words/lists.ts'
import { forAnother } from './words/people.ts'

interface Stated {
  text: string
}

interface News {
  said: string
  subject: string | null
}

const resuming = words(String.raw`
  again|back|once more|like (?:before|(?:i|we) used to)|as before|un-?retired|took (?:\S+ ){1,4}up|
  re-?(?:join|sum|start|new|activat|open|instat|install|hir|enrol|subscrib|turn|connect|vert|adopt|licens|marri|launch|
  introduc|register)\w*`)
/** Given up, besides what ends a thing in any case. */
const givingUp = words(String.raw`
  (?:stepped|stood) down|came off|cut out|swore off|let (?:\S+ ){1,4}lapse|gave (?:\S+ ){1,4}a miss`)
/** Over, besides the same. */
const over = words(String.raw`
  (?:pulled|backed|dropped|opted) out|withdrew|wiped|stolen?|fizzled out|folded|shut|close[ds]?|deferred|
  (?:handed|sent|gave|took|brought|went) (?:\S+ ){0,4}back`)
/** What goes on from then: to have visited or won something does not. */
const beginning = new RegExp(
  joined(String.raw`
    ^(?:the user|\p{L}+)?(?: said)?:? ?(?:(?:i|we) ?)?(?:['’]ve |have |has )?(?:(?:just|recently|finally|also|actually|
    now|both) )?(?:joined|started|began|begun|took up|taken up|picked up|bought|purchased|ordered|got|gotten|adopted|
    signed up|enrol?led|registered|subscribed|hired|opened|rented|leased|booked|installed|set up|moved in|planted|
    switched to|founded|launched|became|applied|committed)\b(?! (?:back|home|rid|over|up at|out of)\b)`),
  'u'
)

export const mayBeUndone = (older: Stated, news: News): boolean => mayBeResumed(older, news.said) || isOver(older, news)

/** What began is over, said of the same person or of the thing itself: "I left the choir", "the choir folded". */
function isOver (older: Stated, { said, subject }: News): boolean {
  if (!isBeginning(older)) return false
  const [known, about] = [new Set(terms(older.text)), terms(subject ?? '')]
  return about.every(term => known.has(term) || term === 'user') &&
    clausesOf(said).some(clause =>
      isSo(clause) && !isOfAnother(clause, known) && (isEnded(clause) || over.test(folded(clause))) &&
      !namesOtherAsOver(clause, older.text)
    )
}

/** "The firm that made my solar panels is finished". */
function isOfAnother (clause: string, known: Set<string>): boolean {
  const named = /^(?:the|an?|this|that|these|those|his|her|their|its) ([\p{L}'’-]+)/iu.exec(clause)?.[1]
  return named !== undefined && !terms(named).every(term => known.has(term))
}

/** The older statement tells of an end, and a later one has a word in common with it and such a word. */
export function mayBeResumed ({ text }: Stated, news: string): boolean {
  if (!isEnded(text) && !givingUp.test(folded(text))) return false
  const clauses = clausesOf(news).filter(clause => isSo(clause) && !isDenied(clause))
  const known = new Set(terms(text))
  return clauses.some(clause => resuming.test(folded(clause))) &&
    clauses.some(clause => terms(clause).some(term => known.has(term) && term !== 'user'))
}

/** Of the user, or whoever is named in front; what is for another goes on there. */
export const isBeginning = ({ text }: Stated) => beginning.test(folded(text)) && !forAnother.test(text)
