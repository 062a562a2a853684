/** What is wished, due or under way, and the words by which it is known to have come about. English. */
import { joined } from './lists.ts'

const article = String.raw`(?:(?:an?|the|my|our|his|her|their|some|that|this|(?:the user|\p{Lu}\p{Ll}+)['’]s) )`
const behind = String.raw`in|at|on|near|by|with|that|which|since|until|till|before|after|from|because|so|this|next|last|
  like|as|first|yesterday|today|finally|now|soon|someday|again|for|instead`
const word = String.raw`[\p{L}\p{N}][\p{L}\p{N}'’-]*`
const general = 'thing|job|role|position|post|exam|test|place|interview|application'
/** "The team leader thing", "a job at Nordbank". */
const thing = String.raw`(?<the>${article}{0,2})(?<thing>(?:${general})(?: (?:at|with|in|as) ${word})|
  ${word}(?: ${word}){0,4}?)(?= (?:to|${behind})\b| \(|$)`
/** "I got the team leader to sign" is of another thing. */
const that = String.raw`(?<the>${article}{0,2})(?<thing>${word}(?: ${word}){0,4}?)(?= (?:${behind})\b| \(|$)`
/** In front of a verb. */
const named = String.raw`(?<the>${article}{0,2})(?<thing>${word}(?: ${word}){0,4}?)`
/** What a person says of another time than this, or of more than one. */
export const repeated = new RegExp(
  joined(String.raw`\b(?:every|each|more|often|always|daily|weekly|monthly|regularly|again|another|usually|sometimes|
    whenever|(?:a|per) (?:day|week|month|year)|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b`),
  'iu'
)
/** They say what kind of thing it is, and not which. */
export const generalWords = `${general.replaceAll('|', ' ')} exams tests new first own one certificate`

const wish = String.raw`\b(?:wants?|hopes?|hoping|plans?|planning|needs?|would (?:like|love)|(?<=['’])d (?:like|love)|
  trying|tries|going|aims?|aiming|intends?|thinking (?:of|about)|considering|tempted)`
const wished = (verbs: string) => String.raw`${wish} (?:to )?(?:${verbs}) ${thing}`
const doneNow = '(?:finally |just |now |already |actually |officially )?'
const it = (states: string) =>
  String.raw`^(?:the |my |our )?(?<thing>${word}(?: ${word}){0,4}?)\s
  (?:is|['’]s|are|was|were|has been|got) ${doneNow}(?:${states})\b(?! (?:for|to|by|with|if|when|until)\b)`

interface Outcome {
  open: RegExp
  /** Each in front of a clause, behind whoever did it. */
  settled: RegExp[]
}

const outcome = (open: string, ...settled: string[]): Outcome => ({
  open: new RegExp(joined(open), 'iu'),
  settled: settled.map(words => new RegExp(joined(words), 'iu'))
})
const did = (verbs: string) => String.raw`^(?:${verbs}) ${that}`
const done = 'done|finished|complete|completed|ready|handed in|submitted|sent off|delivered|published'

export const outcomes: Outcome[] = [
  // "I want to go for the team leader thing", "I got the team leader job".
  outcome(
    wished(String.raw`go(?:ing)? for|get(?:ting)?(?: into)?|buy(?:ing)?|land(?:ing)?|win(?:ning)?|order(?:ing)?|
      adopt(?:ing)?|apply(?:ing)? for|rent(?:ing)?`),
    did('got(?: into)?|bought|landed|won|ordered|adopted|rented')
  ),
  outcome(String.raw`\bwants? ${thing}`, did('got|bought|ordered')),
  outcome(
    String.raw`\b(?:has|have|['’]ve) (?:got )?(?=(?:[^ ,.;]+ ){0,4}interview\b)${thing}`,
    did('(?:got|landed)(?= (?:the|that) )')
  ),
  outcome(wished('find(?:ing)?'), did('found')),
  outcome(wished('apply(?:ing)?(?: for)?'), did('(?:have )?applied for'), it('applied(?: for)?')),
  outcome(wished('sell(?:ing)?|get(?:ting)? rid of'), did('sold|got rid of'), it('sold')),
  outcome(wished('book(?:ing)?|reserv(?:e|ing)'), did('booked|reserved'), it('booked|reserved')),
  outcome(wished('renew(?:ing)?|replac(?:e|ing)'), did('renewed|replaced'), it('renewed|replaced')),
  outcome(wished('fix(?:ing)?|repair(?:ing)?|mend(?:ing)?'), did('fixed|repaired|mended'), it('fixed|repaired|mended')),
  outcome(wished('run(?:ning)?(?= (?:[^ ]+ ){0,3}(?:half|marathon|race|10k|5k))'), did('ran|finished|completed')),
  outcome(wished('pass(?:ing)?|tak(?:e|ing)(?= (?:[^ ]+ ){0,3}(?:exam|test)\b)'), did('passed|aced')),
  outcome(
    wished('finish(?:ing)?|complet(?:e|ing)|submit(?:ting)?|hand(?:ing)? in|publish(?:ing)?|fil(?:e|ing)'),
    did('finished|completed|submitted|handed in|published|filed'),
    it(done)
  ),
  // "I have my B2 exam on 13 June", "I passed B2".
  outcome(
    String.raw`\b(?:has|have|['’]ve|takes?|taking|sits?|sitting|doing) (?:got )?(?=(?:[^ ,.;]+ ){0,4}(?:exam|test|viva|
      certificate|driving test)\b)${thing}`,
    did('passed|failed|aced|scraped through')
  ),
  outcome(
    String.raw`^${named}\s(?<=(?:exam|test|viva) )(?:is|are|['’]s) (?:on|in|at|next|this|tomorrow)\b`,
    did('passed|failed|aced|scraped through')
  ),
  // "Chapter 2 is due on 18 May", "chapter 2 is finally in".
  outcome(
    String.raw`^${named} (?:is|are|['’]s) due\b(?! to\b)`,
    did('submitted|filed|finished|completed|handed in|sent off|sent in|turned in|delivered|paid'),
    it(String.raw`${done}|in(?=$| (?:now|at last|yesterday|on time|early)\b)|paid|filed`)
  ),
  // "It's probably the Faroes", "we've booked the Faroes".
  outcome(
    String.raw`\b(?:probably|perhaps|maybe|leaning towards?|torn between|considering) (?:for |on )?${thing}`,
    did('booked|chose|picked|went (?:with|for)|decided on|settled on|bought')
  ),
  // "I'm building a shed", "the shed is done".
  outcome(
    String.raw`(?:\b(?:is|are|am)|['’](?:m|re|s)) (?:still |currently |also |just )?(?:building|writing|making|painting|
      renovating|restoring|translating|knitting|sewing|editing|redoing|doing up) ${thing}`,
    did('finished|completed|handed in|submitted'),
    it(done)
  ),
  outcome(
    String.raw`^${named} (?:is|are|['’]s) (?:broken|leaking|not working|out of order|blocked|broken down)\b`,
    did('fixed|repaired|mended|replaced'),
    it('fixed|repaired|mended|working again|back in order|replaced')
  )
]
