/** What is left behind as a whole: "I'm done with Vim", "MySQL is history". */
import { leavesNone } from './adjuncts.ts'
import * as words from './lexicon.ts'
import { lower, wordAt, type Clause } from './parts.ts'
import { nounPhrase, plainPhrase } from './phrases.ts'
import { valueOf } from './reading.ts'
import type { Token } from './tokens.ts'

/**
 * Ways to say that something is left behind, by the words from the verb on; what is left follows, or is the subject.
 * They end any state that holds what they name.
 */
const leaving: RegExp[] = [
  /^be (?:(?:all|totally|completely|so|finally) )?(?:done|finished|through) with /,
  /^(?:do|finish) (?:(?:all|totally|completely|so|finally) )?with /,
  /^move on from /,
  /^move out of /,
  /^say (?:goodbye|bye|farewell) to /,
  /^give up on /,
  /^turn (?:my|our) back on /,
  /^cut out /,
  /^(?:come|get|go|migrate|move|switch) off /,
  /^(?:move|migrate|switch) away from /,
  /^shut down /,
  /^(?:step (?:down|back)|resign) (?:as|from) /,
  /^(?:walk|come) away from /,
  /^(?:withdraw|unsubscribe|retire) from /,
  /^(?:pull|drop|back|bow|opt) out of /,
  /^split (?:up )?(?:from|with) /,
  /^part (?:company|ways) with /,
  /^hand in (?:my|our) notice (?:at|to) /,
  /^(?:let go of|swear off|call off|pack in|phase out|wind down) /,
  /^(?:outgrow|retire|ditch|scrap|dump|abandon|drop|uninstall|sunset|kick|axe|shelve|disband) /
]
/** Ways to part with a thing or a duty: they end the having of it, and no eating or reading of it. */
const disposing: RegExp[] = [
  /^(?:get rid of|trade in|rip out|tear out|part-exchange) /,
  /^(?:hand (?:over|back|on)|give (?:away|back)|(?:throw|chuck) (?:out|away)) /,
  /^(?:bin|chuck|cancel) /
]
/** "Handed the committee over", "let Lena go": the particle behind what is named. */
const parting = /^(?:let .*(?:go|lapse|expire|run out)|pack .*in|call .*off|cut .*out)$/
const disposed = /^(?:hand .*(?:over|back|on)|give .*(?:up|away|back)|throw .*(?:out|away)|trade .*in)$/
const particles = /^(?:over|back|on|up|away|out|off|in|go|lapse|expire|run out)\b/
const isGone =
  /^(?:history|gone|dead to (?:me|us)|no more|out of the picture|a thing of the past|(?:all )?over(?= for )?)(?= |$)/
/** What comes to an end by itself, of people and of what has a name. */
const perishing =
  /^(?:retire|expire|lapse|fold|disband|(?:close|shut)(?: down| for good| permanently)?|move (?:out|away|abroad)|go (?:bust|bankrupt|under|out of business)|leave for good|(?:break|split) up)(?= |$)/
const broken = /^(?:break|split) up/
/** What is done to what has a name, and what is done to a thing. */
const undone =
  /^(?:cancel\w*|discontinued?|decommission\w*|shelved?|axed?|disband\w*|dissolved?|(?:switch\w*|turn\w*) off|(?:shut|close\w*) down)(?= |$)/
const taken =
  /^(?:steal|stolen|sell|sold|scrap|scrapped|demolish\w*|binned?|written off|(?:take|taken) away|(?:tear|torn|knock\w*|burn\w*) down)(?= |$)/
/** Others whose word ends it: "my doctor stopped the metformin". */
const deciders =
  /^(?:they|(?:my|our|the) (?:doctor|gp|vet|nurse|specialist|consultant|company|school|council|owners?|university))$/
const deciding = /^(?:stop|cancel|discontinue|scrap|axe|end|abolish|shut down|close down|switch off) /

/** What is over, and which predicate tells so: `disposed` ends the having of a thing alone. */
export interface Left {
  predicate: 'left' | 'gone' | 'disposed'
  value: string
}

const asLeft = (predicate: Left['predicate'], value: string | null): Left | null =>
  value === null ? null : { predicate, value }

/** Null where nothing is. */
export function leftBehind (clause: Clause): Left | null {
  if (clause.negated || clause.verb === '') return null
  if (clause.verb === 'be' && clause.tense === 'present' && isGone.test(lower(clause.rest))) {
    return asLeft('left', goneSubject(clause))
  }
  if (isOthersDoing(clause)) return asLeft('left', leftObject(clause, [deciding]))
  return isOwnDoing(clause) ? ownDoing(clause) : endedByItself(clause)
}

const ownDoing = (clause: Clause): Left | null =>
  asLeft('left', leftObject(clause, leaving) ?? partedObject(clause, parting)) ??
    asLeft('disposed', leftObject(clause, disposing) ?? partedObject(clause, disposed))

/** "Ms Varga retired", "the Trek was stolen": what is spoken of is over, whoever ended it. */
function endedByItself (clause: Clause): Left | null {
  const { subject, verb, rest } = clause
  if (subject.length === 0 || !isThing(subject)) return null
  const helper = /^(?:be|get)$/.test(verb)
  const found = endIn(clause, `${helper ? '' : `${verb} `}${lower(rest)}`.replace(/[ .!,]+$/, ''))
  if (found === null || !leavesNone(rest.slice(found.words - (helper ? 0 : 1)))) return null
  // "The Volvo in front of our house was sold" is of another one.
  return plainPhrase(subject, 0) === subject.length ? asLeft(found.predicate, leftValue(subject)) : null
}

function endIn (
  { verb, subject, group, tense }: Clause,
  said: string
): Pick<Left, 'predicate'> & { words: number } | null {
  const passive = verb === 'get' || group.some(({ lemma }) => lemma === 'be')
  if (/^(?:future|progressive)$/.test(tense) || (!passive && tense === 'present')) return null
  const found = (predicate: Left['predicate'], way: RegExp) => {
    const words = way.exec(said)?.[0].split(' ').length
    return words === undefined ? null : { predicate, words }
  }
  const named = subject.some(({ text, lower }) => /^\p{Lu}/u.test(text) && !/^(?:my|our|the|both)$/.test(lower))
  if (passive) return found('disposed', taken) ?? (named ? found('gone', undone) : null)
  return found('gone', named ? perishing : broken)
}

/** What has a name, and what is one's own or the one spoken of; nobody's relative. */
const isThing = (subject: Token[]) =>
  /^(?:my|our|the|both)$/.test(subject[0]!.lower) || subject.every(({ pos }) => /PROPN|PUNCT/.test(pos))
    ? !subject.some(({ lower }) => words.kin.has(lower))
    : false

const isOthersDoing = ({ subject, tense }: Clause) => deciders.test(lower(subject)) && /past|perfect/.test(tense)

function partedObject ({ verb, rest }: Clause, ways: RegExp): string | null {
  const end = plainPhrase(rest, 0)
  const particle = particles.exec(lower(rest.slice(end)))?.[0]
  if (end === 0 || particle === undefined) return null
  if (!ways.test(`${verb} ${lower(rest.slice(0, end))} ${particle}`)) return null
  const after = rest.slice(end + particle.split(' ').length)
  const whole = leavesNone(wordAt(after, 0) === 'to' ? after.slice(plainPhrase(after, 1)) : after)
  return whole ? leftValue(rest.slice(0, end)) : null
}

function goneSubject ({ subject, rest }: Clause): string | null {
  const after = rest.slice(isGone.exec(lower(rest))![0].split(' ').length)
  const whole = leavesNone(after) || /^(?:from|for) (?:my|our|me|us)\b/.test(lower(after))
  return whole && subject.length > 0 && subject[0]!.lower !== 'nothing' ? leftValue(subject) : null
}

function isOwnDoing ({ subject, verb, group, tense }: Clause): boolean {
  if (!/^(?:i|we)$/.test(lower(subject))) return false
  if (verb === 'be') return tense === 'present'
  const done = /^(?:done|finished)$/.test(group.at(-1)?.lower ?? '') && group.some(({ lemma }) => lemma === 'be')
  return done || verb === 'cut' || /past|perfect/.test(tense)
}

function leftObject ({ verb, rest }: Clause, ways: RegExp[]): string | null {
  const said = `${verb} ${lower(rest)}`
  const found = ways.map(pattern => pattern.exec(said)?.[0]).find(one => one !== undefined)
  if (found === undefined) return null
  const object = rest.slice(found.trim().split(' ').length - 1)
  const end = [plainPhrase(object, 0), nounPhrase(object, 0)].find(end => leavesNone(object.slice(end)))
  return end === undefined ? null : leftValue(object.slice(0, end))
}

/** "I dropped my phone": what has been in the hand may only have fallen. */
const falling =
  /^drop (?:my|our|the|a|an) (?!.*\b(?:subscription|account|membership|contract|habit|class|course|plan|idea)\b)/

export const mayFall = ({ verb, rest }: Clause) => falling.test(`${verb} ${lower(rest)}`)

const unnamed = /^(?:it|them|that|this|these|those|they|he|she|i|we|you|there|everything|all|\w+days?|)$/i

function leftValue (named: Token[]): string | null {
  const value = valueOf(named).replace(/^(?:old|own|both|last) /, '')
    .replace(/ (?:subscription|account|membership|contract)$/, '')
  return unnamed.test(value) ? null : value
}
