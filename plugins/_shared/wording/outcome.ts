/**
 * Whether what was wished, due or under way has come about, by the thing that both statements name: "I want to go for
 * the team leader thing, the deadline is on Friday", then "I got the team leader job". English.
 */
import { terms } from '../../../domain/text/analyse.ts'
import { clausesOf, isAnnounced, isConsidered, isDenied, isUnderWay } from './cues.ts'
import { joined } from './words/lists.ts'
import { generalWords, outcomes, repeated } from './words/outcomes.ts'
import { forAnother } from './words/people.ts'

interface Stated {
  text: string
  subject: string | null
}

/** The thing as it was named, and whether as one that is known. */
interface Named {
  all: string[]
  own: string[]
  isKnown: boolean
  /** "The first week of the course", "my son a bike": a part of it, or for another. */
  isPart: boolean
}

/** Who did it, in front of the verb: another than whom both are about stands in no such place. */
const doer = new RegExp(
  joined(String.raw`
    ^(?:(?:and|but|so|well|oh|ok|update|also|then|guess what|good news|yes)\b[ ,:]{0,2}){0,3}
    (?:(?:the user|i|we|he|she|they)\b:? ?)?(?:['’]ve |have |has )?
    (?:(?:finally|just|already|now|actually|even) ){0,2}`),
  'iu'
)
/** "Martha: We booked the hut", "Martha booked the hut": behind a colon another may be named. */
const speaker = new RegExp(
  joined(String.raw`
    ^(?:(?:Asked "[^"]*", )?(?:[Tt]he user|\p{Lu}\p{L}+)(?: said)?: |
    (?:The user|(?!The |My |Our |Her |His )\p{Lu}\p{L}+(?! (?:is|are|was|were) )) (?=\p{Ll}))`),
  'u'
)

export function isOutcome (open: Stated, news: Stated): boolean {
  if (repeated.test(open.text) || repeated.test(news.text) || forAnother.test(news.text)) return false
  const held = clausesOf(withoutSubject(open))
  const said = clausesOf(withoutSubject(news)).filter(isSo).map(clause => clause.replace(doer, ''))
  return outcomes.some(outcome =>
    held.some((clause, at) => {
      const found = outcome.open.exec(clause)
      if (
        found === null || isDenied(clause) || saysMore(found) ||
        held.some((other, place) => place !== at && holds(other))
      ) return false
      const wanted = named(found)
      return said.some(words =>
        outcome.settled.map(pattern => pattern.exec(words)).some(settled =>
          settled !== null && isThat(wanted, named(settled)) &&
          isOfSame([open.subject, wanted], [news.subject, named(settled)])
        )
      )
    })
  )
}

const withoutSubject = ({ text, subject }: Stated) => {
  const own = subject !== null && /^the user/i.test(subject) ? `${subject.toLowerCase()} ` : speakerOnly
  return text.toLowerCase().startsWith(own) ? text.slice(own.length) : text.replace(speaker, '')
}
const speakerOnly = 'the user '

/** To have applied for something is wishing for it, and has been done itself. */
const isSo = (clause: string) =>
  !isConsidered(clause.replace(/\bapplied\b/iu, '')) && !isDenied(clause) && !isAnnounced(clause) && !isUnderWay(clause)

/** Around what is open stands what goes on: "I live in Leeds so I want a van because I have two dogs". */
const saysMore = ({ 0: open, index, input }: RegExpExecArray) =>
  [
    input.slice(0, index).replace(/(?:the user|i|we|it|he|she|they)?(?: ?(?:is|am|are)|['’][a-z]+)? ?$/iu, ''),
    input.slice(index + open.length)
  ].some(holds)

const holds = (clause: string) =>
  goingOn.test(clause) && !/\b(?:said|thought)\b/i.test(clause) && !isConsidered(clause) && !isAnnounced(clause)
const goingOn = new RegExp(
  joined(
    String.raw`\b(?:i|we|he|she|they|it|user|am|is|are|was|were|has|have|had|lives?|works?)\b|['’](?:s|m|re|ve)\b`
  ),
  'iu'
)

function named ({ groups = {} }: RegExpExecArray): Named {
  const all = terms(groups['thing'] ?? '')
  return {
    all,
    own: all.filter(term => !general.has(term)),
    isPart: /(?<!^)\b(?:an?|the|my|our|his|her|their|some|of|up|off|back)\b/iu.test(groups['thing'] ?? ''),
    isKnown: !/^(?:an? |some )?$/iu.test(groups['the'] ?? 'the')
  }
}
const general = new Set(terms(generalWords))

/** "The bike" is the cargo bike that was wished for; "the bike rack" and "a half marathon" are other things. */
function isThat (wanted: Named, done: Named): boolean {
  if (wanted.own.length === 0 || done.own.length === 0) {
    return done.isKnown && wanted.all.join(' ') === done.all.join(' ')
  }
  return !done.isPart && done.own.every(term => wanted.own.includes(term)) &&
    (done.own.length === wanted.own.length || (done.isKnown && done.own.at(-1) === wanted.own.at(-1)))
}

type Whose = [subject: string | null, thing: Named]

/** Of one person, or one of the user and the other of the thing itself: "chapter 2 is due", "I handed in chapter 2". */
function isOfSame ([one, wanted]: Whose, [other, done]: Whose): boolean {
  if (one === other || one === null || other === null) return true
  const isItself = (subject: string, { all }: Named) => terms(subject).every(term => all.includes(term))
  return (user.test(other) && isItself(one, wanted)) || (user.test(one) && isItself(other, done))
}
const user = /^(?:the )?user$/i
