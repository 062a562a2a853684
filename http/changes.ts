/** Changes and intervals on the wire. */
import type { Change, Interval, Noted } from '../domain/capabilities/keeping.ts'
import { isoTime } from '../domain/instants.ts'
import { origins, type Memory } from '../domain/nouns.ts'
import { Type } from '../domain/type.ts'
import { isoText, listOf, orNull } from './fields.ts'

const reference = {
  id: Type.String({ description: 'Id of the memory.' }),
  memory: Type.String({ description: 'Its text.' })
}

export const changedMemory = Type.Object(reference, { $id: 'MemoryReference' })

export const notedMemory = Type.Object({ ...reference, reason: Type.String({ description: 'One sentence.' }) }, {
  $id: 'NotedMemory'
})

const readTurn = Type.Object({
  role: Type.String({ description: 'Who spoke: `user`, …' }),
  name: orNull('string', 'The speaker.'),
  at: isoText('When it was said.'),
  words: orNull(
    'string',
    'As it was said, the first 2,000 characters; null where a memory has the same words, or what was read was removed.'
  ),
  memory_ids: listOf(Type.String(), 'The memories it led to: stored, ended or stated again.'),
  refused: listOf(Type.String(), 'Why facts that were read from it were left out, a reason for each.')
}, { $id: 'ReadTurn' })

export const change = Type.Object({
  id: Type.String({ description: 'Names it for `POST /changes/undo`.' }),
  at: isoText('When.'),
  session_id: orNull('string', 'The conversation it came from.'),
  app: orNull('string', 'The application that wrote.'),
  source: Type.String({ enum: [...origins], description: 'What kind of request it was.' }),
  added: listOf(
    Type.Object({ ...reference, quote: orNull('string', 'The words it was read from.') }, { $id: 'AddedMemory' }),
    'What it stored.'
  ),
  ended: listOf(
    Type.Object({
      ...reference,
      kind: Type.String({ description: '`SUPERSEDE`, `UPDATE` or `INVALIDATE`.' }),
      reason: Type.String({ description: 'One sentence.' }),
      quote: orNull('string', 'The words that ended it.'),
      by: orNull('string', 'Id of the memory that took its place.'),
      by_memory: orNull('string', 'Text of that memory.')
    }, { $id: 'EndedMemory' }),
    'What it ended.'
  ),
  restored: listOf(changedMemory, 'What is believed again since.'),
  turns: listOf(readTurn, 'The turns it was read from, in their order; empty where none were kept.'),
  undone_at: orNull('string', 'When all of it was taken back; null while something of it stands.', {
    format: 'date-time'
  })
}, { $id: 'Change' })

const revision = Type.Object({
  from: isoText('From when the service believed this.'),
  to: isoText('Until when.'),
  invalid_at: orNull('string', 'The end that it believed then: null is none, its own beginning is "not true".', {
    format: 'date-time'
  })
}, { $id: 'Revision' })

export const interval = Type.Object({
  ...reference,
  subject: orNull('string', 'Who or what it is about.'),
  predicate: orNull('string', 'What is said of the subject, in snake_case.'),
  value: orNull('string', 'The value of the predicate.'),
  valid_at: isoText('When it became true.'),
  invalid_at: orNull('string', 'When it stopped being true; null while no end is known.', { format: 'date-time' }),
  created_at: isoText('When the service came to believe it.'),
  expired_at: orNull('string', 'When the service stopped believing it.', { format: 'date-time' }),
  revisions: listOf(revision, 'What was believed of its end before, oldest first; gaps of restores are among them.'),
  kind: orNull('string', '`ended`, `corrected` (it never was true) or null.'),
  reason: orNull('string', 'Why it ended.'),
  superseded_by: orNull('string', 'The memory that took its place.'),
  state: Type.String({ description: '`active`, `superseded` or `invalidated`.' }),
  pinned: Type.Boolean({ description: 'It is ended only by words that name it.' }),
  stale_because: orNull('string', 'What it rests on and what ended.'),
  session_id: orNull('string', 'The conversation it came from.')
}, { $id: 'Interval' })

export function toReference ({ id, text }: Memory) {
  return { id, memory: text }
}

export function toNoted ({ memory, reason }: Noted) {
  return { ...toReference(memory), reason }
}

export function toChange ({ id, at, sessionId, app, source, added, ended, restored, turns, undoneAt }: Change) {
  return {
    id,
    at: isoTime(at),
    session_id: sessionId,
    app,
    source,
    added: added.map(memory => ({ ...toReference(memory), quote: memory.quote })),
    ended: ended.map(({ memory, edge, by }) => ({
      ...toReference(memory),
      kind: edge.kind,
      reason: edge.reason,
      quote: edge.quote,
      by: edge.newId,
      by_memory: by?.text ?? null
    })),
    restored: restored.map(toReference),
    turns: turns.map(({ role, name, at: said, words, memoryIds, refused }) => ({
      role,
      name,
      at: isoTime(said),
      words,
      memory_ids: memoryIds,
      refused
    })),
    undone_at: isoTime(undoneAt)
  }
}

export function toInterval ({ memory, state, invalidAt, expiredAt, edge, beliefs }: Interval) {
  const { subject, predicate, value, validAt, createdAt, pinned, staleBecause, sessionId } = memory
  return {
    ...toReference(memory),
    subject,
    predicate,
    value,
    valid_at: isoTime(validAt),
    invalid_at: isoTime(invalidAt),
    created_at: isoTime(createdAt),
    expired_at: isoTime(expiredAt),
    revisions: beliefs.map(({ from, to, invalidAt: end }) => ({
      from: isoTime(from),
      to: isoTime(to),
      invalid_at: isoTime(end)
    })),
    kind: edge === null ? null : edge.kind === 'UPDATE' || edge.invalidAt === null ? 'corrected' : 'ended',
    reason: edge?.reason ?? null,
    superseded_by: edge?.newId ?? null,
    state,
    pinned,
    stale_because: staleBecause,
    session_id: sessionId
  }
}
