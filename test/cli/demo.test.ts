/** The demo's own questions, asked of the service as it comes: the right fact stands first. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { buildService } from '../../cli/service.ts'
import { packageRoot } from '../../domain/package-root.ts'
import { loadSettings } from '../../kernel/settings/load.ts'

interface Example {
  user_id: string
  sessions: object[]
  questions: string[]
}

const answers: Record<string, RegExp> = {
  'What did the studio switch to?': /Vectorworks/,
  'When is the deadline?': /June 20th/,
  'Where will Nora live?': /moving to Porto/,
  'How many people are on the team?': /team is now 7/,
  'Where does Malik live?': /lives in Rotterdam/,
  'Which Coros is Malik using?': /Coros Pace/,
  "What is Malik's job?": /chief mechanic/,
  "What did Malik's diet change to?": /not vegetarian any more|eats fish/,
  'From whom does June get flour since the supplier changed?': /Ripon/,
  'At what hour do they open now?': /at seven/,
  'When does the second shop open?': /March 1st/
}

async function service (t: Test) {
  const app = await buildService(
    await loadSettings(join(packageRoot, 'settings.embedded.json'), {
      SVC_Sqlite__Path: join(t.testdir({}), 'palimpsest.db'),
      SVC_Server__LogLevel: 'silent',
      SVC_Cache__Enabled: 'false',
      SVC_Backup__Enabled: 'false'
    })
  )
  t.teardown(async () => await app.close())
  return async (url: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url, payload })
    t.equal(answer.statusCode, 200, `${url}: ${answer.body.slice(0, 200)}`)
    return answer.json()
  }
}

t.test("the README's example: the city that is true stands first", async t => {
  const post = await service(t)
  const readme = await readFile(join(packageRoot, 'README.md'), 'utf8')
  const requests = [...readme.matchAll(/curl -s localhost:3001(\S+) [^']*'[^']*' -d '(\{.*?\})'/gs)]
  const searches: Array<{ results: Array<{ content: string }> }> = []
  for (const [, url, body] of requests) {
    const answer = await post(url!, JSON.parse(body!) as object)
    if (url!.endsWith('/search')) searches.push(answer)
  }
  t.equal(requests.length, 4)
  t.match(searches.map(({ results }) => results[0]?.content), [/to San Francisco/])
})

t.test("the demo's questions", async t => {
  const post = await service(t)
  const asked: string[] = []
  const names = (await readdir(join(packageRoot, 'examples'))).filter(name => name.endsWith('.json'))
  for (const name of names) {
    const file = await readFile(join(packageRoot, 'examples', name), 'utf8')
    const { user_id: userId, sessions, questions } = JSON.parse(file) as Example
    for (const session of sessions) {
      await post('/api/v1/memories/from-conversation', { user_id: userId, app: 'demo', ...session })
    }
    for (const query of questions) {
      const { results } = await post('/api/v1/memories/search', {
        user_id: userId,
        query,
        top_k: 2,
        app_name: 'demo',
        rerank: 'cross_encoder'
      })
      t.match(results[0]?.content, answers[query] ?? /^$/, query)
      asked.push(query)
    }
  }
  t.same(asked.sort(), Object.keys(answers).sort(), 'every question has an answer here')
})
