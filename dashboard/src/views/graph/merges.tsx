/** Entities that share a name and may be one: a person says whether they are. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWriteBar } from '../../api/actions.ts'
import { json, query, type Schemas } from '../../api/client.ts'
import { Problem } from '../../parts/problem.tsx'
import { Words } from '../../parts/words.tsx'
import { useSession } from '../../session.tsx'
import { useView } from '../../view-state.ts'

const shown = 20
const path = '/entities/merge-suggestions'
const words = { accept: 'They are one', refuse: 'They are two' }

interface Answer {
  id: string
  answer: 'accept' | 'refuse'
}

function useSuggestions () {
  const { userId } = useSession()
  return useQuery({
    queryKey: ['merge-suggestions', userId],
    queryFn: () => json<Schemas['MergeSuggestionPage']>('GET', `${path}${query({ user_id: userId, size: shown })}`)
  })
}

/** By entity, the name of what it may be one with. */
export function useInQuestion (): ReadonlyMap<string, string> {
  const { data } = useSuggestions()
  return useMemo(
    () => new Map((data?.items ?? []).flatMap(({ entity, into }) => [[entity.id, into.name], [into.id, entity.name]])),
    [data]
  )
}

export function MergeSuggestions () {
  const { userId } = useSession()
  const { set } = useView()
  const barred = useWriteBar()
  const client = useQueryClient()
  const suggestions = useSuggestions()
  const answer = useMutation({
    mutationFn: ({ id, answer }: Answer) =>
      json('POST', `${path}/${encodeURIComponent(id)}/${answer}`, { user_id: userId }),
    onSettled: () => client.invalidateQueries()
  })
  if (suggestions.error !== null) {
    return (
      <Problem
        error={suggestions.error}
        onRetry={() => {
          void suggestions.refetch()
        }}
      />
    )
  }
  const { items = [], total = 0 } = suggestions.data ?? {}
  if (items.length === 0) return null
  return (
    <section className="merges" aria-label="The same, or two?">
      <h2>
        The same, or two? <small className="quiet">{total}</small>
      </h2>
      {answer.error !== null && <Problem error={answer.error} onRetry={() => answer.reset()} />}
      <ul>
        {items.map(({ id, entity, into }) => (
          <li key={id}>
            {[entity, into].map(({ id, name }, place) => (
              <span key={id}>
                {place > 0 && ' and '}
                <button type="button" className="link" onClick={() => set({ center: id })}>
                  <Words text={name} />
                </button>
              </span>
            ))}
            {barred === null && (
              <p>
                {(['accept', 'refuse'] as const).map(given => (
                  <button
                    key={given}
                    type="button"
                    disabled={answer.isPending}
                    aria-label={`${words[given]}: ${entity.name}, ${into.name}`}
                    onClick={() => answer.mutate({ id, answer: given })}
                  >
                    {words[given]}
                  </button>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
