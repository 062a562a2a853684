/** What is read, by one key each, so that one event makes all of it be read again. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSession } from '../session.tsx'
import { api, data, json, query } from './client.ts'
import type { Interval } from './shapes.ts'

interface Timeline {
  items: Interval[]
  total: number
}

const timelinePage = 1_000
/** What a browser draws and compares without making anybody wait. */
const mostIntervals = 10_000

/** All intervals of the user, of every state; both times are applied where they are drawn. */
export function useTimeline () {
  const { userId } = useSession()
  return useQuery({
    queryKey: ['timeline', userId],
    queryFn: () => readTimeline(userId)
  })
}

async function readTimeline (userId: string): Promise<Timeline> {
  const items: Interval[] = []
  for (let page = 1;; page++) {
    const part = await json<Timeline>('GET', `/timeline${query({ user_id: userId, page, size: timelinePage })}`)
    items.push(...part.items)
    if (part.items.length < timelinePage || items.length >= mostIntervals) return { items, total: part.total }
  }
}

export function useStats () {
  const { userId } = useSession()
  return useQuery({
    queryKey: ['stats', userId],
    queryFn: () => data(api.GET('/api/v1/stats', { params: { query: { user_id: userId } } }))
  })
}

export function useMemory (id: string) {
  const { userId } = useSession()
  return useQuery({
    queryKey: ['memory', userId, id],
    queryFn: () => data(api.GET('/api/v1/memories/{id}', { params: { path: { id }, query: { user_id: userId } } }))
  })
}

export function useHistory (id: string) {
  const { userId } = useSession()
  return useQuery({
    queryKey: ['history', userId, id],
    queryFn: () =>
      data(api.GET('/api/v1/memories/{id}/history', { params: { path: { id }, query: { user_id: userId } } }))
  })
}

export function useAccesses (id: string) {
  const { userId } = useSession()
  return useQuery({
    queryKey: ['accesses', userId, id],
    queryFn: () =>
      data(api.GET('/api/v1/memories/{id}/accesses', { params: { path: { id }, query: { user_id: userId } } }))
  })
}

/** After a write: everything that could show it. */
export function useRefresh (): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    await client.invalidateQueries()
  }, [client])
}
