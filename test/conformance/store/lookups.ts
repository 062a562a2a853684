import { at, freshUser, given, ids, newMemory, supersession, type Chapter } from './suite.ts'

export const lookups: Chapter = ({ it }) => {
  it(
    'store.about-subject',
    'current memories of a subject, with its predicate when given, newest first, however the subject is written',
    async (t, store) => {
      const userId = freshUser()
      const fact = (text: string, subject: string, predicate: string, minutes: number) =>
        newMemory(userId, text, { subject, predicate, createdAt: at(minutes) })
      const memories = [
        fact('Anna lives in Berlin', 'Anna Müller', 'lives_in', 1),
        fact('Anna works at Acme', 'ANNA MULLER', 'works_at', 2),
        fact('Anna lives in Rome', 'anna müller', 'lives_in', 3),
        fact('Bob lives in Rome', 'Bob', 'lives_in', 4),
        newMemory(userId, 'nobody', { createdAt: at(5) })
      ]
      await given(store, userId, memories)
      await store.commit({ userId, supersede: [supersession(memories[0]?.id ?? '', memories[2]?.id ?? '')] })
      t.same(ids(await store.aboutSubject(userId, 'Anna Müller', null, 10)), [memories[2]?.id, memories[1]?.id])
      t.same(ids(await store.aboutSubject(userId, 'anna muller', 'lives_in', 10)), [memories[2]?.id])
      t.same(ids(await store.aboutSubject(userId, 'Anna Müller', null, 1)), [memories[2]?.id])
      t.same(await store.aboutSubject(userId, 'Anna', null, 10), [])
      const elsewhere = newMemory(userId, 'Anna lives in Graz', { ...memories[2], id: freshUser(), project: 'red' })
      await given(store, userId, [{ ...elsewhere, fingerprint: 'e'.repeat(64) }])
      t.same(ids(await store.aboutSubject(userId, 'Anna Müller', 'lives_in', 10, { project: 'red' })), [elsewhere.id])
      t.same(ids(await store.aboutSubject(userId, 'Anna Müller', 'lives_in', 10, { project: null })), [
        memories[2]?.id
      ])
    }
  )

  it('store.by-fingerprint', 'active memories with one of the fingerprints, and only active ones', async (t, store) => {
    const userId = freshUser()
    const [a, b, c] = [newMemory(userId, 'a'), newMemory(userId, 'b'), newMemory(userId, 'c')]
    await given(store, userId, [a, b, c])
    await store.commit({ userId, supersede: [supersession(b.id, null)] })
    t.same(
      ids(await store.byFingerprint(userId, [c.fingerprint, b.fingerprint, a.fingerprint, 'f'.repeat(64)])).sort(),
      [a.id, c.id].sort()
    )
    t.same(await store.byFingerprint(userId, []), [])
  })
}
