/** What is left behind as a whole: "I'm done with Vim", "MySQL is history". */
import { leavesNone } from './adjuncts.ts'
import { lower, type Clause } from './parts.ts'
import { plainPhrase } from './phrases.ts'
import { valueOf } from './reading.ts'
import type { Token } from './tokens.ts'

/**
 * Ways to say that something is left behind, by the words from the verb on; what is left follows, or is the subject.
 * They end any state that holds what they name.
 */
const leaving: RegExp[] = [
  /^(?:be|do|finish) (?:(?:all|totally|completely|so|finally) )?(?:(?:done|finished|through) )?with /,
  /^move on from /,
  /^part ways with /,
  /^say (?:goodbye|bye|farewell) to /,
  /^give up on /,
  /^turn (?:my|our) back on /,
  /^(?:phase|cut|throw|chuck) out /,
  /^(?:come|get|go) off /,
  /^(?:outgrow|retire|ditch|scrap|dump|abandon|drop|uninstall|sunset|kick|axe) /
]
const isGone =
  /^(?:history|gone|dead to (?:me|us)|no more|out of the picture|a thing of the past|(?:all )?over(?= for )?)(?= |$)/

/** Null where nothing is. */
export function leftBehind (clause: Clause): string | null {
  if (clause.negated || clause.verb === '') return null
  if (clause.verb === 'be' && clause.tense === 'present' && isGone.test(lower(clause.rest))) return goneSubject(clause)
  return isOwnDoing(clause) ? leftObject(clause) : null
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
  return done || /past|perfect/.test(tense)
}

function leftObject ({ verb, rest }: Clause): string | null {
  const said = `${verb} ${lower(rest)}`
  const found = leaving.map(pattern => pattern.exec(said)?.[0]).find(one => one !== undefined)
  if (found === undefined) return null
  const object = rest.slice(found.trim().split(' ').length - 1)
  const named = object.slice(0, plainPhrase(object, 0))
  return leavesNone(object.slice(named.length)) ? leftValue(named) : null
}

const unnamed = /^(?:it|them|that|this|these|those|they|he|she|i|we|you|there|everything|all|\w+days?|)$/i

function leftValue (named: Token[]): string | null {
  const value = valueOf(named).replace(/^(?:old|own) /, '')
  return unnamed.test(value) ? null : value
}
