/** An empty store: something to look at, something of one's own, or an agent that fills it. */
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { api, data, serviceUrl } from '../api/client.ts'
import { useRefresh } from '../api/queries.ts'
import { useNotices } from '../parts/notices.tsx'
import { useSession } from '../session.tsx'
import { carried, useView } from '../view-state.ts'
import { example } from './example.ts'

export function FirstRun () {
  const { userId, me } = useSession()
  const { view } = useView()
  const { fail, tell } = useNotices()
  const refresh = useRefresh()
  const [done, setDone] = useState<number | null>(null)

  async function onExample (): Promise<void> {
    setDone(0)
    try {
      for (const [index, conversation] of example.entries()) {
        await data(api.POST('/api/v1/memories/from-conversation', {
          body: { user_id: userId, app: 'example', ...conversation }
        }))
        setDone(index + 1)
      }
      tell('Three conversations were read. Look at the lines that have an older one beneath.')
    } catch (error) {
      fail(error)
    } finally {
      await refresh()
      setDone(null)
    }
  }

  return (
    <div className="first-run">
      <h1>An empty page</h1>
      <p className="lead">
        Nothing is remembered of{' '}
        <strong>
          <bdi>{userId}</bdi>
        </strong>{' '}
        yet. What is told here is written over what was told before, and the older writing can still be read.
      </p>
      <div className="offers">
        <section>
          <h2>Try an example</h2>
          <p>Three short conversations, over a year, in which a person moves house and changes work.</p>
          <button
            type="button"
            className="primary"
            disabled={done !== null || me.read_only}
            onClick={() => {
              void onExample()
            }}
          >
            {done === null ? 'Read the example' : `Reading… ${done} of ${example.length}`}
          </button>
        </section>
        <section>
          <h2>Paste your own</h2>
          <p>A conversation as text or JSON. Each fact is shown with the words it was read from.</p>
          <Link className="button" to={'/ingest' as string} search={carried(view) as never}>Paste a conversation</Link>
        </section>
        <section className="connect">
          <h2>Connect an agent</h2>
          <p>Any MCP client, or a few lines of code.</p>
          <Snippets />
        </section>
      </div>
    </div>
  )
}

export function Snippets () {
  const { userId, me } = useSession()
  const withKey = me.auth !== 'open'
  const mcp = JSON.stringify(
    {
      mcpServers: {
        palimpsest: {
          type: 'http',
          url: withKey ? `${serviceUrl}/mcp/agent` : `${serviceUrl}/mcp/agent/${encodeURIComponent(userId)}`,
          ...(withKey && { headers: { Authorization: 'Bearer <your key>' } })
        }
      }
    },
    null,
    2
  )
  const code = `import { Palimpsest } from '@palimpsest/client'

const memory = new Palimpsest({
  baseUrl: '${serviceUrl}'${withKey ? ",\n  apiKey: '<your key>'" : ''}
})
await memory.for(${JSON.stringify(userId)}).add('I live in Lisbon.')`
  return (
    <div className="snippets">
      <div>
        <h3 id="snippet-mcp">MCP</h3>
        <pre tabIndex={0} role="region" aria-labelledby="snippet-mcp">{mcp}</pre>
      </div>
      <div>
        <h3 id="snippet-code">TypeScript</h3>
        <pre tabIndex={0} role="region" aria-labelledby="snippet-code">{code}</pre>
      </div>
    </div>
  )
}
