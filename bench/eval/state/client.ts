/** What the evaluation asks of the service, over HTTP. */

export interface Item {
  id: string
  content: string
  is_current: boolean
  quote: string | null
  state: string
}

export interface Times {
  as_of?: string
  known_at?: string
}

export interface Client {
  /** The status, and the body of the answer whatever it is. */
  tell(
    userId: string,
    sessionId: string,
    date: string,
    messages: Array<{ role: string, content: string }>
  ): Promise<{ status: number, body: unknown }>
  list(userId: string, times?: Times, everything?: boolean): Promise<Item[]>
  search(userId: string, query: string, times?: Times): Promise<string[]>
  get(userId: string, id: string): Promise<{ superseded_by: string | null }>
}

/** Turns of a session are a minute apart. */
const betweenTurnsMs = 60_000

export function createClient (address: string): Client {
  async function call<Answer> (method: string, path: string, body?: object): Promise<{ status: number, body: Answer }> {
    const response = await fetch(address + path, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    })
    return { status: response.status, body: await response.json() as Answer }
  }

  async function asked<Answer> (method: string, path: string, body?: object): Promise<Answer> {
    const answer = await call<Answer>(method, path, body)
    if (answer.status !== 200) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
    return answer.body
  }

  return {
    async tell (userId, sessionId, date, messages) {
      const start = Date.parse(`${date}T09:00:00Z`)
      return await call('POST', '/api/v1/memories/from-conversation', {
        user_id: userId,
        session_id: sessionId,
        app: 'eval',
        messages: messages.map(({ role, content }, place) => ({
          role,
          content,
          created_at: new Date(start + place * betweenTurnsMs).toISOString()
        }))
      })
    },

    async list (userId, times = {}, everything = false) {
      const items: Item[] = []
      for (let page = 1;; page++) {
        const query = new URLSearchParams({
          user_id: userId,
          size: '100',
          page: String(page),
          ...times,
          ...everything && { include_superseded: 'true' }
        })
        const answer = await asked<{ items: Item[], pages: number }>('GET', `/api/v1/memories?${query.toString()}`)
        items.push(...answer.items)
        if (page >= answer.pages) return items
      }
    },

    async search (userId, query, times = {}) {
      const { results } = await asked<{ results: Array<{ content: string }> }>('POST', '/api/v1/memories/search', {
        user_id: userId,
        query,
        top_k: 50,
        ...times
      })
      return results.map(({ content }) => content)
    },

    get: async (userId, id) => await asked('GET', `/api/v1/memories/${id}?user_id=${encodeURIComponent(userId)}`)
  }
}
