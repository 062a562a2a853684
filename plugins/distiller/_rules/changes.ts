/** What an asserted clause ends, in its own words: a going from one to another, or a correction. */
import { leavesNone } from './adjuncts.ts'
import { plainPhrase } from './phrases.ts'
import { gone, stopped } from './ends.ts'
import { kindAt, lower, wordAt, type Clause } from './parts.ts'
import * as words from './lexicon.ts'
import type { Token } from './tokens.ts'
import { spaced } from './voice.ts'
import { noChange, valueOf, type Changed, type Speaking, type State } from './reading.ts'

export function changeOf (clause: Clause, state: State, speaking: Speaking): Changed {
  // Who hates it does not like it.
  const none = { change: noChange, state, negated: clause.negated !== (words.attitudes[clause.verb] === 'against') }
  // Another amount replaces the one before it.
  if (/^level_of_|(?:^|_)count_of_/.test(state.predicate)) return none
  const against = decidedAgainst(clause, state)
  if (against) return against
  if (isSwitching(clause)) return went(clause, state, speaking.self) ?? none
  return clause.modality === 'asserted' ? toldOf(clause, state, speaking) ?? none : none
}

function toldOf (clause: Clause, state: State, speaking: Speaking): Changed | null {
  const correction = corrected(clause, state)
  if (correction) return correction
  if (clause.negated && !clause.over && clause.tense !== 'perfect') return null
  return prescribed(clause, state, speaking) ?? stopped(clause, state, speaking) ??
    gone(clause, state, speaking.self) ?? went(clause, state, speaking.self)
}

const treating = /\b(?:doctor|gp|psychiatrist|physician|nurse|consultant|specialist|\p{L}+ologist|clinic|hospital)$/u
const prescription =
  /^me (?:from (?<from>.+?) )?(?:on(?:to)?|to) (?<to>[^,.;]+?)(?: (?:instead|now|because|since|for|last|in|as)\b.*)?\W*$/

/** "The doctor put me on ramipril", "changed me from ramipril to losartan": what is taken. */
function prescribed ({ subject, verb, rest, tense }: Clause, state: State, { self }: Speaking): Changed | null {
  if (!/^(?:put|start|change|switch|move)$/.test(verb) || !treating.test(lower(subject)) || tense === 'future') {
    return null
  }
  const { from = null, to } = prescription.exec(lower(rest))?.groups ?? {}
  if (to === undefined) return null
  return {
    change: from === null ? noChange : { kind: 'correction', previous: from },
    state: { ...state, subject: self, predicate: 'takes', value: to, functional: false },
    negated: false
  }
}

const later =
  /\b(?:next|soon|tomorrow|eventually|later|will|plan|future|when|if|after|before|until|in (?:a|two|three))\b/

/** "We're switching from A to B" is said of what is under way, unless a time to come is named. */
const isSwitching = ({ verb, tense, modality, negated, tokens }: Clause) =>
  verb === 'switch' && tense === 'progressive' && modality === 'planned' && !negated && !later.test(lower(tokens))

/** "I decided to drop the Switch version": it ends what was only intended. */
function decidedAgainst ({ verb, rest, tense, negated }: Clause, state: State): Changed | null {
  const dropping = /^to (?:drop|scrap|abandon|ditch|axe|cancel)\b/.test(lower(rest))
  if (verb !== 'decide' || !dropping || negated || !/past|perfect/.test(tense)) return null
  const previous = valueOf(rest.slice(2, plainPhrase(rest, 2))).replace(/ (?:version|port|support|release)$/, '')
  return previous === '' ? null : {
    change: { kind: 'ending', previous },
    state: { ...state, predicate: 'decided_against', value: previous },
    negated: false
  }
}

/** "We had to sell the car" and "I managed to quit" tell that it was done. */
export function obliged (clause: Clause): Clause {
  const { verb, rest, tense, negated } = clause
  const past = tense === 'past' || tense === 'perfect'
  const to = wordAt(rest, 0) === 'to' && kindAt(rest, 1) === 'VERB'
  return past && !negated && to && /^(?:have|manage)$/.test(verb)
    ? { ...clause, verb: rest[1]!.lemma, rest: rest.slice(2) }
    : clause
}

/** Where in the words behind the verb the wrong ones begin; -1 when there are none. */
export const correctedAt = (rest: Token[]) =>
  rest.findIndex(({ lower }, at) => {
    const next = rest[at + 1]?.lower
    return (lower === 'not' && at > 0) || (lower === 'instead' && next === 'of') ||
      (lower === 'rather' && next === 'than')
  })

const limits = /^(?:only|just|really|much|very|sure|any|the)\b/

/** "… at Oracle, not SAP", "Docusaurus instead of GitBook". */
function corrected ({ rest, negated }: Clause, state: State): Changed | null {
  const at = correctedAt(rest)
  if (at < 1 || negated) return null
  const behind = rest[at]!.lower === 'not' ? at + 1 : at + 2
  const from = kindAt(rest, behind) === 'ADP' ? behind + 1 : behind
  const previous = valueOf(rest.slice(from, Math.max(plainPhrase(rest, from), from + 1)))
  const verbal = /VERB|AUX/.test(kindAt(rest, behind)) && !/^\p{Lu}{2,}$/u.test(previous)
  if (previous === '' || verbal || limits.test(previous)) return null
  return {
    change: { kind: 'correction', previous },
    state: { ...state, value: state.value?.split(/,? (?:not|instead of|rather than) /)[0] ?? null },
    negated: false
  }
}

/** "Evernote last year and …": the name without what follows it. */
const named = (text: string) =>
  text.replace(/[,.;!—–].*$/, '').replace(/ (?:last|this|because|yesterday|for|in|and|so|now) .*$| now$/, '')
    .replace(/^(?:a|an|the|my|our) /i, '')

interface Going {
  from: string
  to: string
  /** "My major" of "changed my major from physics to maths". */
  of?: string
  /** "The blog" of "moved the blog from WordPress to Ghost". */
  object?: string
  /** The subject is what came instead, and not who exchanged it. */
  displaced?: boolean
}

const fromTo =
  /^(?:up |down |over |back |away |off )?from (?<from>.+?) (?:(?:over |back |up |down )?to|into) (?<to>.+)$/i
const toFrom = /^(?:over )?to (?<to>.+?) from (?<from>.+)$/i
const replaced = /^(?:out |in )?(?:my |our |the )?(?<from>.+?) (?:with|by|for) (?<to>.+)$/i
const objectFromTo =
  /^(?:(?:all|most) (?:of )?)?(?:my |our |the |all )*(?<object>[^,]{1,40}?) (?:over )?from (?<from>.+?) (?:(?:over |back )?to|into) (?<to>.+)$/i
const ofFromTo = /^(?:my |our )?(?<of>\p{L}+),? from (?<from>.+?) to (?<to>.+)$/iu

/** "Switched from A to B", "replaced A with B", "switched banks, from A to B". */
function goingOf (clause: Clause): Going | null {
  const { verb, rest } = clause
  const said = spaced(rest)
  const displaced = displacedBy(clause)
  if (displaced) return displaced
  if (/^(?:replace|swap|trade|exchange)$/.test(verb)) {
    return asGoing(replaced.exec(isPassive(clause) ? `${spaced(clause.subject)} ${said}` : said))
  }
  if (!words.moves.has(verb) || isPassive(clause)) return null
  return asGoing(fromTo.exec(said)) ?? asGoing(toFrom.exec(said)) ??
    (/^(?:change|switch)$/.test(verb) ? asGoing(ofFromTo.exec(said)) : null) ?? asGoing(objectFromTo.exec(said))
}

/** "Firefox has replaced Chrome", "Firefox took over from Chrome". */
function displacedBy (clause: Clause): Going | null {
  const { verb, rest, subject } = clause
  const from = verb === 'replace' ? 0 : verb === 'take' && /^over from\b/.test(lower(rest)) ? 2 : -1
  if (from < 0 || isPassive(clause) || subject.length === 0 || /^(?:i|we)$/.test(lower(subject))) return null
  const end = plainPhrase(rest, from)
  // "Took over from Tom as captain" leaves what else Tom is.
  return end > from && leavesNone(rest.slice(end)) && wordAt(rest, end) !== 'as'
    ? { from: valueOf(rest.slice(from, end)), to: valueOf(subject), displaced: true }
    : null
}

const isPassive = ({ verb, group }: Clause) =>
  verb === 'get' || (!/ing$/.test(group.at(-1)?.lower ?? '') &&
    group.some(({ lemma, lower }) => lemma === 'be' && !/^(?:'m|'re|am|are)$/.test(lower)))

function asGoing (found: RegExpExecArray | null): Going | null {
  const { from, to, of, object } = found?.groups ?? {}
  return from && to
    ? { from: from.replace(/ (?:in|out)$/, ''), to, ...(of && { of: of.toLowerCase() }), ...(object && { object }) }
    : null
}

/** "Moved_blog_to": what is moved is part of what is said. */
const objectKey = ({ object }: Going) =>
  object === undefined ? '' : `_${object.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')}`

/** The subject is what was exchanged, or what came instead, and not who did it. */
const isOfAnother = (clause: Clause, { displaced }: Going) => isPassive(clause) || displaced === true

/** The speaker goes from one to another, and no object of theirs. */
function went (clause: Clause, state: State, self: string): Changed | null {
  const { verb, tense, negated } = clause
  const going = goingOf(clause)
  if (going === null || negated || !/past|perfect|progressive/.test(tense)) return null
  const about = going.of?.replace(/s$/, '')
  const home = state.predicate === 'lives_in'
  const predicate = about
    ? words.attributes[about] ?? `${about}_is`
    : home
    ? 'lives_in'
    : `${verb}${objectKey(going)}_to`
  const subject = isOfAnother(clause, going) ? self : state.subject
  return {
    change: { kind: 'correction', previous: named(going.from) },
    state: {
      subject: about && predicate === `${about}_is` ? `${state.subject}'s ${about}` : subject,
      predicate,
      value: named(going.to),
      functional: home && state.functional
    },
    negated: false
  }
}
