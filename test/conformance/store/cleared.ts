/** Fields that a write empties: those and no others, whichever and however many they are. */
import type { Memory, Session } from '../../../domain/nouns.ts'
import { at, freshUser, given, newMemory, newSession, supersession, type Chapter } from './suite.ts'

/** Every choice of these fields, empty ones included. */
function choices<Field> (fields: Field[]): Field[][] {
  return fields.reduce<Field[][]>((all, field) => [...all, ...all.map(chosen => [...chosen, field])], [[]])
}

const emptied = <Field extends string>(fields: Field[]): Record<Field, null> =>
  Object.fromEntries(fields.map(field => [field, null])) as Record<Field, null>

export const cleared: Chapter = ({ it }) => {
  it('store.cleared.revised', 'a revision empties the fields it names and leaves the others', async (t, store) => {
    const userId = freshUser()
    const full = {
      invalidAt: at(50),
      expiredAt: at(60),
      staleBecause: 'another',
      extractionError: 'no model',
      metadata: { a: 1 },
      supersededBy: 'another'
    } satisfies Partial<Memory>
    for (const fields of choices(Object.keys(full) as Array<keyof typeof full>)) {
      const [memory] = await given(store, userId, [newMemory(userId, `all but ${fields.join(' ')}`)])
      const id = memory?.id ?? ''
      await store.commit({ userId, revise: [{ id, set: { state: 'invalidated', ...full } }] })
      const [before] = await store.get(userId, [id])
      await store.commit({ userId, revise: [{ id, set: emptied(fields) }] })
      t.same(await store.get(userId, [id]), [{ ...before, ...emptied(fields) }], fields.join(' '))
    }
  })

  it('store.cleared.session', 'a session loses what it is stored without, and nothing else', async (t, store) => {
    const userId = freshUser()
    const full = { project: 'p', app: 'a', gist: 'They talked.', turns: ['one'] } satisfies Partial<Session>
    for (const fields of choices<'project' | 'app' | 'gist'>(['project', 'app', 'gist'])) {
      const id = `without ${fields.join(' ')}`
      const stored = newSession(userId, id, full)
      await given(store, userId, [newMemory(userId, id, { sessionId: id })])
      await store.commit({ userId, sessions: [stored] })
      await store.commit({ userId, sessions: [{ ...stored, ...emptied(fields) }] })
      t.match(await store.sessions(userId, { ids: [id], limit: 1 }), [{ ...stored, ...emptied(fields) }], id)
    }
  })

  it('store.cleared.ended', 'what is ended, restored and marked keeps its other fields', async (t, store) => {
    const userId = freshUser()
    for (const invalidAt of [null, at(55)]) {
      for (const successor of [true, false]) {
        const told = `${String(invalidAt)} ${String(successor)}`
        const [old, next] = await given(store, userId, [
          newMemory(userId, `old ${told}`, { metadata: { kept: told }, sessionId: 's', tags: ['x'] }),
          newMemory(userId, `new ${told}`)
        ])
        const [id, by] = [old?.id ?? '', successor ? next?.id ?? '' : null]
        const [before] = await store.get(userId, [id])
        await store.commit({ userId, supersede: [supersession(id, by, { invalidAt })], enrichment: { due: at(1) } })
        const [ended] = await store.get(userId, [id])
        t.same(ended, { ...before, state: ended?.state, invalidAt, expiredAt: ended?.expiredAt, supersededBy: by })
        await store.commit({ userId, restore: [{ id, at: at(70) }], enrichment: { doneUpTo: at(2) } })
        t.same(await store.get(userId, [id]), [{ ...before, invalidAt: null }], told)
      }
    }
    const { active, superseded, invalidated } = (await store.stats(userId)).memories
    t.same({ active, superseded, invalidated }, { active: 8, superseded: 0, invalidated: 0 })
    t.equal((await store.list(userId, { page: 1, size: 1 })).total, 8)
  })
}
