/** What can be done to a memory. Everything but deleting can be undone by a further event. */
import { useMemo } from 'react'
import { useNotices } from '../parts/notices.tsx'
import { useSession } from '../session.tsx'
import { useMoment } from '../time/moment.ts'
import { api, data, json, query, type MemoryDetail } from './client.ts'
import { useRefresh } from './queries.ts'

const short = (text: string): string => text.length > 60 ? `${text.slice(0, 57)}…` : text

/** Why nothing can be written now, in words; null when it can. */
export function useWriteBar (): string | null {
  const { me } = useSession()
  const { past } = useMoment()
  if (me.read_only) return 'This key may only read.'
  return past ? 'The past cannot be changed. Go back to now first.' : null
}

export function useActions () {
  const { userId } = useSession()
  const { tell, fail, later } = useNotices()
  const refresh = useRefresh()
  return useMemo(() => {
    const path = (id: string): string => `/memories/${encodeURIComponent(id)}`
    const restore = async (id: string, replace: boolean): Promise<void> => {
      await data(
        api.POST('/api/v1/memories/{id}/restore', { params: { path: { id } }, body: { user_id: userId, replace } })
      )
      await refresh()
    }
    return {
      async restore (id: string, replace: boolean): Promise<void> {
        await restore(id, replace)
        tell(replace ? 'Taken back: the older one is believed again.' : 'Restored.')
      },
      async correct (id: string, text: string): Promise<MemoryDetail> {
        const corrected = await json<MemoryDetail>('PATCH', path(id), { user_id: userId, text })
        await refresh()
        if (corrected.id !== id) tell('Corrected. The older words can still be read beneath.', () => restore(id, true))
        return corrected
      },
      async retire (ids: string[], reason: string): Promise<void> {
        for (const id of ids) await json('POST', `${path(id)}/retire`, { user_id: userId, reason })
        await refresh()
        tell(ids.length === 1 ? 'Retired.' : `${ids.length} memories retired.`, async () => {
          for (const id of ids) await restore(id, false)
        })
      },
      async pin (id: string, pinned: boolean): Promise<void> {
        if (pinned) await json('POST', `${path(id)}/pin`, { user_id: userId })
        else await json('DELETE', `${path(id)}/pin${query({ user_id: userId })}`)
        await refresh()
      },
      async tag (items: Array<{ id: string, tags: string[] }>, tag: string): Promise<void> {
        for (const { id, tags } of items) {
          await json('PATCH', path(id), { user_id: userId, tags: [...new Set([...tags, tag])] })
        }
        await refresh()
        tell(`Tagged ${items.length === 1 ? 'one memory' : `${items.length} memories`} “${short(tag)}”.`)
      },
      /** Sent after eight seconds, so that it can be undone although it is for good. */
      remove (items: Array<{ id: string, text: string }>, hide: (hidden: boolean) => void): void {
        hide(true)
        const what = items.length === 1 ? `“${short(items[0]?.text ?? '')}”` : `${items.length} memories`
        later(`Deleting ${what} for good.`, async () => {
          await data(
            api.DELETE('/api/v1/memories', { body: { user_id: userId, memory_ids: items.map(({ id }) => id) } })
          )
          await refresh()
          hide(false)
        }, () => hide(false))
      },
      fail
    }
  }, [userId, tell, fail, later, refresh])
}
