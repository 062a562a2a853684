/**
 * The guard: whatever proposed it, rules or an LLM, a memory is only ended for a reason that stands in the words of a
 * turn (`ends.ts`). It ends by a new value of what holds one value at a time, by words that name it as over or wrong,
 * by its denial, or by the user's wish to have it forgotten. Everything else leaves both standing: a stale fact is
 * found and corrected later, a wrongly retired one is lost.
 */
import type { Verdict } from '../../../../domain/capabilities/distiller.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import type { Candidate } from './candidate.ts'
import { isEnded, withoutSpeech } from '../../../_shared/wording/cues.ts'
import { isLeftOf, isSaidIn, quotedOver, without } from '../../../_shared/wording/compound.ts'
import { withoutAdded } from '../../../_shared/wording/lead.ts'
import { wishesToForget } from '../../../_shared/wording/wishes.ts'
import { ofWhom } from '../../../_shared/wording/withdrawn.ts'
import { isBorneOut } from './borne-out.ts'
import { denies, endsByName, replaces } from './ends.ts'
import { isStatedBefore, retells } from './repeats.ts'
import { matterOf } from '../../../_shared/wording/matter.ts'
import { isEarlier, names, statementOfCandidate, statementOfMemory, type Statement } from './statement.ts'
import { theUser } from './subject.ts'
import { forgettingWords } from '../../../_shared/wording/words/forget.ts'

const nothingToForget: Verdict = {
  event: 'NONE',
  targetIds: [],
  reason: 'Nothing stored matches what should be forgotten.'
}

/** A memory that the candidate may act on, as it was stated: one that was said in the same request knows its turn. */
export interface Target {
  memory: Memory
  statement: Statement
}

export function targetOf (memory: Memory): Target {
  return { memory, statement: statementOfMemory(memory) }
}

/** The verdict with the targets that may stand; ADD (or NONE for a wish to forget) when none may. */
export function guard (verdict: Verdict, candidate: Candidate, targets: Target[]): Verdict {
  const standing = targets.filter(({ memory }) => memory.state === 'active')
  if (candidate.fact.change.kind === 'forget') return forget(verdict, candidate, standing)
  const { event } = verdict
  if (event === 'ADD' || event === 'NONE') return { ...verdict, event: 'ADD', targetIds: [] }
  const meant = standing.filter(({ memory }) => verdict.targetIds.includes(memory.id))
  const chosen = event === 'SKIP_DUPLICATE' ? duplicateOf(candidate, meant) : endings(verdict, candidate, meant)
  return chosen === null
    ? { event: 'ADD', targetIds: [], reason: 'Nothing stored is ended by these words.' }
    : quotingWhatEnds({ ...verdict, ...chosen }, meant)
}

/** What is quoted in front of the fact are words of what it ends. */
function quotingWhatEnds ({ after, ...verdict }: Verdict, targets: Target[]): Verdict {
  const isSaid = after !== undefined &&
    targets.some(({ memory: { id, quote } }) => verdict.targetIds.includes(id) && quote?.includes(after) === true)
  return isSaid ? { ...verdict, after } : verdict
}

type Chosen = Pick<Verdict, 'event' | 'targetIds'> | null

function duplicateOf (candidate: Candidate, targets: Target[]): Chosen {
  const newer = statementOfCandidate(candidate)
  const found = targets.find(({ memory, statement }) =>
    memory.project === candidate.draft.project && isStatedBefore(newer, statement)
  )
  return found === undefined ? null : { event: 'SKIP_DUPLICATE', targetIds: [found.memory.id] }
}

/** One event for all: what is replaced or over weighs more than what is said in more words. */
function endings ({ event, remaining = {} }: Verdict, candidate: Candidate, targets: Target[]): Chosen {
  const newer = statementOfCandidate(candidate)
  const ended = targets.filter(target => {
    const left = remaining[target.memory.id]
    // What was not said is not stored in its place either.
    return left === undefined
      ? mayEnd(newer, candidate, target)
      : isLeftOf(target.memory.text, left) && mayEnd(newer, candidate, partOver(target, left))
  })
  if (ended.length > 0) {
    const said = ended.map(({ memory }) => memory.quote ?? memory.text)
    const quoting = targets.filter(({ memory, statement }) =>
      mayActOn(candidate, memory) && !isEarlier(newer, statement) && quotesWhatIsOver(memory, remaining, said)
    )
    const over = event === 'INVALIDATE' && candidate.fact.change.kind === 'ending' &&
      ended.every(({ statement }) => statesNothingNew(newer, statement))
    return { event: over ? 'INVALIDATE' : 'SUPERSEDE', targetIds: idsOf([...ended, ...quoting]) }
  }
  const retold = event === 'UPDATE'
    ? targets.filter(({ memory, statement }) => mayActOn(candidate, memory) && retells(newer, statement))
    : []
  return retold.length > 0 ? { event: 'UPDATE', targetIds: idsOf(retold) } : null
}

/** "After "I use Vim.", Sam said: …", where only what is quoted is over: whatever the fact itself is about. */
function quotesWhatIsOver ({ id, text, pinned }: Memory, remaining: Record<string, string>, over: string[]): boolean {
  const left = remaining[id]
  return left !== undefined && !pinned && isLeftOf(text, left) &&
    quotedOver(text, left)?.every(sentence => isSaidIn(sentence, over)) === true
}

/** Of what says several things, those that are said to be over. */
function partOver ({ memory, statement }: Target, left: string): Target {
  const said = withoutAdded(without(memory.text, left))
  return { memory, statement: { ...statement, text: said, said, quoted: said, value: null } }
}

function mayEnd (newer: Statement, candidate: Candidate, { memory, statement }: Target): boolean {
  if (!mayActOn(candidate, memory) || isEarlier(newer, statement)) return false
  if (!newer.ownReading && endsByName(newer, statement)) return true
  // A pinned memory ends only when it is named.
  if (memory.pinned && !names(newer.said, statement)) return false
  return newer.ownReading
    ? isBorneOut(newer, statement, memory)
    : replaces(newer, statement) || denies(newer, statement)
}

/** What an assistant, a tool or another person wrote ends nothing of the user's. */
export function mayActOn ({ heard, fact }: Candidate, memory: Memory): boolean {
  return heard.byUser ||
    (memory.subject !== null && memory.subject !== theUser && memory.subject === fact.subject &&
      /^assistant$/i.test(memory.subject))
}

/** "I quit the choir": nothing takes the place of what is over. */
function statesNothingNew (newer: Statement, over: Statement): boolean {
  const known = new Set(matterOf(over))
  return newer.value === null || matterOf(newer).every(term => known.has(term)) || isEnded(newer.text)
}

/**
 * The user may have anything of theirs forgotten, whoever it is about, when their words speak of it. Whatever the model
 * decided, the memories that the words name are meant; where it chose among them, those it chose.
 */
function forget (verdict: Verdict, candidate: Candidate, targets: Target[]): Verdict {
  if (!candidate.heard.byUser) return nothingToForget
  const spoken = spokenOf(candidate)
  const named = targets.filter(({ memory, statement }) => spoken.length > 0 && isMeant(spoken, memory, statement))
  const cited = named.filter(({ memory }) => verdict.targetIds.includes(memory.id))
  const chosen = cited.length > 0 ? cited : named
  const meant = ofWhom(chosen.map(({ memory }) => memory), wishOf(candidate))
  const targetIds = idsOf(chosen.filter(({ memory }) => meant.includes(memory)))
  return targetIds.length > 0
    ? { event: 'INVALIDATE', targetIds, reason: 'The user asked to forget it.' }
    : nothingToForget
}

/** What the wish is about: its words without those of wishing, and without "everything". */
function spokenOf (candidate: Candidate): string[] {
  const { fact } = candidate
  const said = terms(wishOf(candidate)).filter(term => !forgettingWords.has(term))
  const previous = terms(fact.change.previous ?? '').filter(term => !forgettingWords.has(term) && said.includes(term))
  return [...new Set(previous.length > 0 ? previous : said)]
}

const wishOf = ({ fact, heard }: Candidate) => wishesToForget(withoutSpeech(heard.own ?? fact.quote)).join('\n')

function isMeant (spoken: string[], memory: Memory, statement: Statement): boolean {
  const stored = new Set([...terms(memory.text), ...matterOf(statement)])
  const shared = spoken.filter(term => stored.has(term)).length
  return shared > 0 && shared >= spoken.length / 2
}

function idsOf (targets: Target[]): string[] {
  return [...new Set(targets.map(({ memory }) => memory.id))]
}
