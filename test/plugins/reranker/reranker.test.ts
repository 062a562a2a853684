import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import t, { type Test } from 'tap'
import { hasCode } from '../../../domain/errors.ts'
import { packageRoot } from '../../../domain/package-root.ts'
import { createHttpReranker } from '../../../plugins/reranker/http/index.ts'
import { noReranker } from '../../../plugins/reranker/none/index.ts'
import { model } from '../../../plugins/reranker/onnx/command.ts'
import { batches } from '../../../plugins/reranker/onnx/batches.ts'
import { createOnnxReranker } from '../../../plugins/reranker/onnx/index.ts'
import { readModelFolder } from '../../../plugins/reranker/onnx/model.ts'
import { scoreLateInteraction } from '../../../plugins/reranker/onnx/late-interaction.ts'
import { createMaxSim, packedWordsOf, wordsOf } from '../../../plugins/reranker/onnx/max-sim.ts'
import { createRows, join as joinRows } from '../../../plugins/_shared/onnx/rows.ts'
import { openSession, type Session } from '../../../plugins/_shared/onnx/session.ts'
import { scoreCrossEncoder } from '../../../plugins/reranker/onnx/cross-encoder.ts'
import { suite } from '../../conformance/reranker.ts'

/** With the defaults of the manifests, as the kernel hands them over. */
function openOnnx (given: { ModelPath?: string, Threads?: number }, log?: Parameters<typeof createOnnxReranker>[1]) {
  return createOnnxReranker({ ModelPath: '', Threads: 0, ...given }, log)
}
type HttpOptions = Parameters<typeof createHttpReranker>[0]
function openHttp (given: Partial<HttpOptions>, log: Parameters<typeof createHttpReranker>[1]) {
  return createHttpReranker({ HttpEndpoint: '', HttpModel: '', HttpApiKey: '', ...given }, log)
}

const fixture = join(packageRoot, 'test', 'fixtures', 'reranker')
const example = {
  query: 'Who plays the violin?',
  right: 'my sister plays the violin',
  wrong: ['my brother sails', 'the dog drinks tea', 'a cat']
}
const silent = { warn: () => {} }
const unhurried = { budgetMs: 60_000 }

/** A copy of the fixture that a test may break. */
async function copyOf (t: Test, change: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reranker-'))
  t.teardown(async () => await rm(folder, { recursive: true, force: true }))
  await cp(fixture, folder, { recursive: true })
  await change(folder)
  return folder
}

async function withConfig (folder: string, change: object): Promise<void> {
  const path = join(folder, 'config.json')
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')) as object, ...change }))
}

t.test('onnx keeps the promises of a reranker', async t => {
  suite(t, async () => await openOnnx({ ModelPath: fixture, Threads: 1 }), example)
})

t.test('onnx: a folder that is no reranker is refused at the start, with the reason', async t => {
  const refused = async (change: (folder: string) => Promise<unknown>, reason: RegExp) => {
    const ModelPath = await copyOf(t, change)
    await t.rejects(openOnnx({ ModelPath, Threads: 1 }), { code: 'setting_invalid', message: reason })
    await t.rejects(openOnnx({ ModelPath, Threads: 1 }), {
      message: /Rerank:ModelPath, SVC_Rerank__ModelPath/
    })
  }
  await refused(async folder => await rm(folder, { recursive: true }), /no such folder/)
  await refused(async folder => await rm(join(folder, 'tokenizer.json')), /tokenizer\.json is missing/)
  await refused(async folder => await rm(join(folder, 'onnx'), { recursive: true }), /no onnx\/model\*\.onnx/)
  await refused(async folder => await withConfig(folder, { num_labels: 3 }), /3 labels/)
  await refused(
    async folder => await rename(join(folder, 'onnx/wide.onnx'), join(folder, 'onnx/model_quantized.onnx')),
    /logits.*\[2, 2\] for 2 pairs/
  )
  await refused(
    async folder => await writeFile(join(folder, 'onnx/model_quantized.onnx'), 'not a graph'),
    /cannot be used: .+/
  )
})

t.test('onnx: the built-in model is opened once, by the first question, and not within its budget', async t => {
  let started = 0
  const count = () => {
    started++
  }
  subscribe('worker_threads', count)
  t.teardown(() => unsubscribe('worker_threads', count))
  const { reranker, reranker: { check }, close } = await openOnnx({ Threads: 1 })
  t.teardown(close)
  t.match(await check(), { ok: true, provider: 'onnx', model: reranker.model, open: false, error: null })
  t.equal(started, 0)

  const budgetMs = 3_000
  const asked = Array.from(
    { length: 20 },
    async () => await reranker.rerank(example.query, [example.right], { budgetMs })
  )
  // Nothing can be heard of the thread meanwhile: as if the opening had taken longer than the budget.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.5 * budgetMs)
  for (const { scores } of await Promise.all(asked)) t.type(scores[0], 'number')
  t.equal(started, 1)
  t.match(await check(), { ok: true, open: true })
})

t.test('onnx: who gives up while the model is being opened does not wait for it', async t => {
  const { reranker, close } = await openOnnx({ Threads: 1 })
  t.teardown(close)
  const giveUp = new AbortController()
  const asked = reranker.rerank(example.query, [example.right], { ...unhurried, signal: giveUp.signal })
  const other = reranker.rerank(example.query, [example.right], unhurried)
  giveUp.abort()
  let answered = false
  other.then(() => {
    answered = true
  })
  await t.rejects(asked, { name: 'AbortError' })
  t.notOk(answered)
  t.type((await other).scores[0], 'number', 'and the others get their answer')
})

t.test("onnx: an operator's model is tried at the start; one that breaks later is logged and recovers", async t => {
  const folder = await copyOf(t, async () => {})
  const graph = join(folder, 'onnx/model_quantized.onnx')
  const warnings: string[] = []
  const { reranker, reranker: { check }, close } = await openOnnx(
    { ModelPath: folder, Threads: 1 },
    {
      warn: (_: unknown, message?: string) => {
        warnings.push(String(message))
      }
    } as never
  )
  t.teardown(close)
  t.match(await check(), { ok: true, open: false }, 'closed again')
  await rename(graph, `${graph}.away`)
  for (let turn = 0; turn < 2; turn++) {
    await t.rejects(reranker.rerank('who', ['a'], unhurried), { code: 'rerank_unavailable' })
  }
  t.match(warnings, [/the reranker cannot be used: /], 'said once, not at every search')
  t.match(await check(), { ok: false, error: /.+/ })
  await rename(`${graph}.away`, graph)
  t.match(await check(), { ok: true, open: true, error: null }, 'without a search')
  t.equal((await reranker.rerank('who', ['a'], unhurried)).scores.length, 1)
})

t.test('onnx: the quantised graph is chosen when there are several, and the calibration is read', async t => {
  const folder = await copyOf(t, async folder => await writeFile(join(folder, 'onnx/model.onnx'), 'the whole one'))
  const model = readModelFolder(folder)
  t.equal(model.onnxFile, join(folder, 'onnx/model_quantized.onnx'))
  t.same(model.calibration, { slope: 2, intercept: -3, noRelevantBelow: 0.2 })
  t.equal(model.name, 'shared-words')
})

t.test('onnx: the question is kept whole while the document is cut, and takes at most half of the row', async t => {
  const rows = createRows(readModelFolder(fixture))
  const pair = (query: string, text: string) => {
    const question = rows.question(rows.tokens(query))
    return joinRows(question, rows.document(rows.tokens(text), question.ids.length))
  }
  const row = pair('who plays the violin', 'filler '.repeat(500))
  t.equal(row.ids.length, 64, 'no row is longer than the model reads')
  t.equal(row.types.filter(type => type === 0).length, 6, '[CLS], four words, [SEP]')
  const even = pair('dog '.repeat(500), 'cat '.repeat(500))
  t.equal(even.ids.length, 64)
  t.equal(
    even.types.filter(type => type === 1).length,
    31,
    'half of the 61 places is left to the document, and its [SEP]'
  )
  t.equal(rows.document(rows.tokens('cat '.repeat(500))).ids.length, 64, 'alone it has the row to itself')
})

t.test('onnx: batches go best first, group similar lengths and leave nothing out', async t => {
  const lengths = Array.from({ length: 77 }, (_, place) => place % 11 === 5 ? 0 : 10 + (place * 7) % 50)
  const [known, ...planned] = batches(lengths)
  t.same(known, [5, 16, 27, 38, 49, 60, 71], 'what has been read before comes first')
  t.same([...planned.flat(), ...known ?? []].sort((a, b) => a - b), lengths.map((_, place) => place))
  t.ok(Math.max(...planned[0] ?? []) < 40, 'the first that have to be read go first')
  const long = Array.from({ length: 40 }, (_, place) => 110 - place)
  t.same(batches(long)[0]?.sort(), [0, 1, 2, 3, 4], 'the best of long ones before shorter ones far behind')
  t.ok(
    planned.every(places => places.length * Math.max(...places.map(place => lengths[place] ?? 0)) <= 640),
    'and none is larger than a run should be'
  )
  t.same(batches([700, 3]), [[0], [1]], 'but a long one goes alone')
  t.same(batches([]), [])
})

/** The model in the box, on this thread, and how many texts have gone through it. */
async function inTheBox (t: Test) {
  const folder = readModelFolder(join(packageRoot, 'models', 'reranker'))
  const session = await openSession(folder, 1)
  t.teardown(session.close)
  const seen = { texts: 0 }
  const counted: Session = {
    ...session,
    run: async (texts, outputs) => {
      seen.texts += texts.length
      return await session.run(texts, outputs)
    }
  }
  return { session: counted, rows: createRows(folder), seen }
}

t.test('onnx: a late interaction model gives a pair the score of its own cross-encoder output', async t => {
  const { session, rows } = await inTheBox(t)
  const documents = [
    'My sister plays the violin in an orchestra.',
    'The dog sleeps all day.',
    '',
    'violin',
    'He said the concert that they went to in May had been long.'
  ]
  const places = documents.map((_, place) => place)
  for (const query of ['Who plays the violin?', 'How was the concert in May?', '?']) {
    const [lateInteraction, crossEncoder] = await Promise.all(
      [scoreLateInteraction(session, rows), scoreCrossEncoder(session, rows)]
        .map(async ({ begin }) => await (await begin(query, documents)).score(places))
    ) as [number[], number[]]
    // What is left are the four bits that a document is kept in.
    for (const place of places) {
      t.ok(
        Math.abs((lateInteraction[place] as number) - (crossEncoder[place] as number)) < 0.4,
        `${query} ${documents[place]}: ${lateInteraction[place]} and ${crossEncoder[place]}`
      )
    }
    t.equal(lateInteraction.indexOf(Math.max(...lateInteraction)), crossEncoder.indexOf(Math.max(...crossEncoder)))
  }
})

t.test('onnx: a document is read once, whatever is asked of it', async t => {
  const { session, rows, seen } = await inTheBox(t)
  const { begin } = scoreLateInteraction(session, rows)
  const documents = ['My sister plays the violin.', 'The dog sleeps all day.']
  const first = await begin('Who plays?', documents)
  t.ok(first.lengths.every(length => length > 4))
  const scores = await first.score([0, 1])
  t.equal(seen.texts, 3)
  const again = await begin('Who plays?', [...documents, 'A cat.'].reverse())
  t.match(again.lengths, [4, 0, 0])
  t.same(await again.score([2, 1]), scores, 'and its score is the same to the last digit')
  t.equal(seen.texts, 4, 'only the question went through the model')
  await again.score([0])
  t.equal(seen.texts, 5)
})

t.test('onnx: of what is remembered alone, the scores are those of a reading, and nothing else is read', async t => {
  const { session, rows, seen } = await inTheBox(t)
  const { begin, scoreCached = async () => [] } = scoreLateInteraction(session, rows)
  const documents = ['My sister plays the violin.', 'The dog sleeps all day.']
  t.same(await scoreCached('Who plays?', documents, Infinity), [null, null])
  t.equal(seen.texts, 0, 'not even the question')
  const scores = await (await begin('Who plays?', documents)).score([0, 1])
  t.same(await scoreCached('Who plays?', ['A cat.', ...documents], Infinity), [null, ...scores])
  t.equal(seen.texts, 4)
  t.same(await scoreCached('Who plays?', documents, Date.now() - 1), [null, null], 'the budget is spent')

  const { reranker: { rerankKnown = async () => ({ scores: [] }), rerank }, close } = await openOnnx({})
  t.teardown(close)
  t.same(await rerankKnown('Who plays?', documents, unhurried), { scores: [null, null] })
  // What it left is read 20 ms later.
  let known = await rerankKnown('Who plays?', documents, unhurried)
  for (let waits = 0; known.scores.includes(null) && waits < 200; waits++) {
    await new Promise(resolve => setTimeout(resolve, 50))
    known = await rerankKnown('Who plays?', documents, unhurried)
  }
  t.same(known, await rerank('Who plays?', documents, unhurried))
})

t.test('onnx: what is read while no question waits has the score that it has in an answer', async t => {
  const { session, rows, seen } = await inTheBox(t)
  const { begin, readSome = async () => [] } = scoreLateInteraction(session, rows)
  const documents = Array.from({ length: 40 }, (_, place) => `My ${'elder '.repeat(place)}sister plays the violin.`)
  let rest = [...documents, ...documents]
  let runs = 0
  while (rest.length > 0) {
    const before = rest.length
    rest = await readSome(rest)
    if (rest.length === before) break
    runs++
  }
  t.equal(rest.length, 0)
  t.ok(runs > 1, 'a run is small, since a question may have to wait for it')
  t.equal(seen.texts, documents.length, 'each is read once')
  const { lengths, score } = await begin('Who plays?', documents)
  t.ok(lengths.every(length => length === 0))
  const [found] = await score([0])
  const fresh = await scoreLateInteraction(session, rows).begin('Who plays?', documents)
  t.ok(Math.abs((await fresh.score([0]))[0] as number - (found as number)) < 0.1)
})

t.test('onnx: the score of a document is the same alone and among others, as far as sums of floats allow', async t => {
  const { session, rows } = await inTheBox(t)
  const query = 'Who plays the violin?'
  const documents = [
    'My sister plays the violin in an orchestra.',
    'Nobody!!!',
    '42',
    'バイオリンを弾く。',
    'We went to the harbour, and the dog slept all day. '.repeat(12),
    'He said that the concert in May had been long.'
  ]
  for (const scoring of [scoreLateInteraction, scoreCrossEncoder]) {
    const together = await (await scoring(session, rows).begin(query, documents)).score(
      documents.map((_, place) => place)
    )
    for (const [place, document] of documents.entries()) {
      const [alone] = await (await scoring(session, rows).begin(query, [document])).score([0]) as [number]
      const apart = Math.abs(alone - (together[place] as number))
      t.ok(apart < 0.05, `${scoring.name}: ${document.slice(0, 20)}, ${apart.toFixed(4)} apart`)
    }
  }
})

t.test('onnx: readings that do not fit each other are refused with their shapes', async t => {
  const { session, rows } = await inTheBox(t)
  const broken: Session = {
    ...session,
    run: async (texts, outputs) => {
      const found = await session.run(texts, outputs)
      return { ...found, tells: { dims: [texts.length, 3], numbers: new Float32Array(texts.length * 3) } }
    }
  }
  await t.rejects(scoreLateInteraction(broken, rows).begin('who', ['a']), {
    message: /states\[1, 4, 384\], weights\[1, 4\], asks\[1, 417\], tells\[1, 3\] for 1 texts do not fit/
  })
})

t.test('onnx: MaxSim of four bits a number is that of the floats within two hundredths of the weights', async t => {
  const size = 384
  const maxSim = createMaxSim(size)
  const unit = (word: number) => {
    // Sums of waves, which spread about as the numbers of a model do.
    const numbers = Array.from(
      { length: size },
      (_, at) => [1, 2, 3, 5].reduce((sum, wave) => sum + Math.sin(wave * (word * 31 + at * at)), at === word ? 2 : 0)
    )
    const length = Math.hypot(...numbers)
    return numbers.map(number => number / length)
  }
  const [asked, stored] = [[unit(1), unit(2), unit(3)], [unit(4), unit(2), unit(9), unit(12), unit(40)]]
  const weights = Float32Array.from([2, 5, 0])
  const exact = weights.reduce(
    (sum, weight, word) =>
      sum +
      weight * Math.max(...stored.map(other =>
          other.reduce((sum, number, at) => sum + number * (asked[word]?.[at] as number), 0)
        )),
    0
  )
  const question = wordsOf(Float32Array.from(asked.flat()), size)
  const packed = (vectors: number[][]) => packedWordsOf(Float32Array.from(vectors.flat()), size)
  t.ok(Math.abs(maxSim(question, weights, packed(stored)) - exact) < 0.02 * 7)
  t.equal(packed(stored).byteLength, stored.length * size / 2)
  const nothing = Array<number>(size).fill(0)
  t.equal(maxSim(question, weights, packed([nothing, nothing])), -7, 'without any word every maximum is -1')
  t.equal(
    maxSim(question, weights, packed([nothing, ...stored])),
    maxSim(question, weights, packed(stored)),
    'a zero vector is never the maximum'
  )
  t.equal(
    maxSim(question, weights, packed(Array.from({ length: 3_000 }, () => stored).flat())),
    maxSim(question, weights, packed(stored)),
    'the memory grows for a long document'
  )
  t.throws(() => createMaxSim(30), { message: /30 numbers/ })
})

t.test('onnx: the budget is spent on the best documents first, and the event loop stays free', async t => {
  const { reranker, close } = await openOnnx({ ModelPath: fixture, Threads: 1 })
  t.teardown(close)
  const many = Array.from({ length: 10_000 }, () => 'filler '.repeat(60))
  await reranker.rerank('who plays', many, unhurried)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const { scores } = await reranker.rerank('who plays', many, { budgetMs: 8 })
  delay.disable()
  const cut = scores.indexOf(null)
  t.ok(cut !== -1, 'ten thousand do not fit into eight milliseconds')
  t.ok(scores.slice(cut + 32).every(score => score === null), 'what is left out is the tail')
  t.ok((await reranker.rerank('who plays', many, { budgetMs: 0 })).scores.every(score => score === null))
  t.comment(`event loop delay at most ${(delay.max / 1e6).toFixed(1)} ms`)
})

t.test('none: no opinion', async t => {
  t.same(await noReranker.rerank('who', ['a', 'b'], unhurried), { scores: [] })
})

/** A server with `/v1/reranking` that counts shared words; a real socket, because that is what the provider speaks. */
async function serve (
  t: Test,
  answer: (request: IncomingMessage, body: { query: string, documents: string[] }, reply: ServerResponse) => unknown =
    () => undefined
) {
  const seen: Array<{ path: string, key: string | undefined, body: Record<string, unknown> }> = []
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { query: string, documents: string[] }
    seen.push({ path: request.url ?? '', key: request.headers.authorization, body })
    const given = await answer(request, body, reply)
    if (given === null || reply.writableEnded) return
    const asked = new Set(body.query.toLowerCase().match(/\w+/g))
    const results = body.documents.map((text, index) => ({
      index,
      relevance_score: (text.toLowerCase().match(/\w+/g) ?? []).filter(word => asked.has(word)).length
    }))
    reply.setHeader('content-type', 'application/json').end(
      JSON.stringify(given ?? { results: results.sort((a, b) => b.relevance_score - a.relevance_score) })
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  t.teardown(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close }
}

t.test('http keeps the promises of a reranker', async t => {
  const { url } = await serve(t)
  suite(t, async () => openHttp({ HttpEndpoint: url }, silent), example)
})

t.test('http: every way to write the endpoint reaches it, and key, model and top_n are sent', async t => {
  const { url, seen } = await serve(t)
  for (
    const [written, path] of [
      ['', '/v1/reranking'],
      ['/', '/v1/reranking'],
      ['/v1', '/v1/reranking'],
      ['/v1/reranking', '/v1/reranking'],
      ['/v1/rerank/', '/v1/rerank/'],
      ['/mine', '/mine/v1/reranking']
    ]
  ) {
    const { reranker } = openHttp({
      HttpEndpoint: `${url}${written}`,
      HttpModel: 'some-model',
      HttpApiKey: 'secret'
    }, silent)
    await reranker.rerank('who', ['a', 'b'], unhurried)
    t.same(seen.at(-1), {
      path,
      key: 'Bearer secret',
      body: { model: 'some-model', query: 'who', documents: ['a', 'b'], top_n: 2 }
    })
  }
})

t.test('http: what it cannot use is an error that names the setting, never a score', async t => {
  const fails = async (answer: Parameters<typeof serve>[1], reason: RegExp, budgetMs = 60_000) => {
    const { url } = await serve(t, answer)
    const warnings: string[] = []
    const { reranker, reranker: { check } } = openHttp(
      { HttpEndpoint: url, HttpApiKey: 'secret' },
      {
        warn: (_: unknown, message: string) => {
          warnings.push(message)
        }
      } as never
    )
    for (let turn = 0; turn < 2; turn++) {
      await t.rejects(reranker.rerank('who', ['a'], { budgetMs }), {
        code: 'rerank_unavailable',
        statusCode: 503,
        message: reason
      })
    }
    t.equal(warnings.length, 1, 'said once, not at every search')
    t.notMatch(JSON.stringify(await check()), /secret/)
  }
  const status = (code: number) => (_: unknown, __: unknown, reply: ServerResponse) => {
    reply.writeHead(code).end('secret')
  }
  await fails(status(401), /HTTP 401; see Rerank:HttpApiKey/)
  await fails(status(404), /HTTP 404; see Rerank:HttpEndpoint/)
  await fails(status(500), /HTTP 500/)
  await fails((_, __, reply) => {
    reply.end('<html>')
  }, /not JSON; see Rerank:HttpEndpoint/)
  await fails(() => ({ data: [] }), /no results/)
  await fails(() => ({ results: [{ index: 0, relevance_score: null }] }), /no results/)
  await fails(() => ({ results: [{ index: 7, relevance_score: 1 }] }), /document 7 of 1/)
  await fails(() => null, /longer than 50 ms \(Rerank:BudgetMs\)/, 50)
  const { url, close } = await serve(t)
  await close()
  const { reranker, reranker: { check } } = openHttp({ HttpEndpoint: url }, silent)
  await t.rejects(reranker.rerank('who', ['a'], unhurried), {
    message: /cannot be reached \(ECONNREFUSED\); see Rerank:HttpEndpoint/
  })
  t.match(await check(), { ok: false, provider: 'http', error: /ECONNREFUSED/ })
})

t.test('http: a passing fault is retried; after five failures in a row the server is left alone', async t => {
  let fails = 1
  const { url, seen } = await serve(t, (_, __, reply) => {
    if (fails-- > 0) reply.writeHead(503).end()
  })
  const { reranker } = openHttp({ HttpEndpoint: url }, silent)
  t.equal((await reranker.rerank('who', ['a'], unhurried)).scores.length, 1)
  t.equal(seen.length, 2)

  fails = Number.POSITIVE_INFINITY
  for (let at = 0; at < 5; at++) await t.rejects(reranker.rerank('who', ['a'], unhurried), { message: /HTTP 503/ })
  t.equal(seen.length, 12)
  await t.rejects(reranker.rerank('who', ['a'], unhurried), { code: 'rerank_unavailable', message: /left alone/ })
  t.equal(seen.length, 12, 'and was not asked')
})

t.test('http: a document the server left out has no score', async t => {
  const { url } = await serve(t, () => ({ results: [{ index: 1, relevance_score: 3 }] }))
  const { reranker, reranker: { check } } = openHttp({ HttpEndpoint: url }, silent)
  t.same(await reranker.rerank('who', ['a', 'b'], unhurried), { scores: [null, 3] })
  t.match(await check(), { ok: false })
})

t.test('http: an endpoint that is none stops the start', async t => {
  for (const HttpEndpoint of ['', 'localhost', 'file:///etc/passwd', 'http://me:secret@localhost/v1']) {
    try {
      openHttp({ HttpEndpoint }, silent)
      t.fail('it started')
    } catch (error) {
      t.ok(
        hasCode(error) && error.code === 'setting_invalid' && /Rerank:HttpEndpoint/.test(error.message) &&
          !error.message.includes('secret')
      )
    }
  }
})

t.test('model add: what ranks badly is refused; what ranks well replaces the previous one, which is kept', async t => {
  const home = await mkdtemp(join(tmpdir(), 'models-'))
  t.teardown(async () => await rm(home, { recursive: true, force: true }))
  const place = join(home, 'models', 'reranker')
  await cp(fixture, place, { recursive: true })
  const entries = async () => (await readdir(join(home, 'models'))).sort()

  await t.rejects(model(['add'], home), { message: /Usage: npm run model -- add/ })
  await t.rejects(model(['add', join(home, 'nowhere')], home), { message: /is no folder/ })
  await t.rejects(model(['add', fixture], home), {
    message: /put the answer first for \d+ of 50 questions; at least 30 are asked for/
  })
  t.same(await entries(), ['reranker'])

  // The model in the box, as it would be published: plain files under a URL.
  const server = createServer(async (request, reply) => {
    const file = await readFile(
      join(packageRoot, 'models', 'reranker', request.url?.replace('/my-reranker/', '') ?? '')
    ).catch(() => null)
    reply.writeHead(file === null ? 404 : 200).end(file)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await t.rejects(model(['add', `${url}/nothing`], home), { message: /nothing\/config\.json is not there/ })
  t.match(
    await model(['add', `${url}/my-reranker/`], home),
    /the answer came first for \d+ of 50 questions; fifty statements take \d+ ms here\.\nIt is in .*reranker; the one before is kept in .*reranker\.previous/
  )
  t.same(await entries(), ['reranker', 'reranker.previous'])
  t.equal(readModelFolder(place).name, readModelFolder(join(packageRoot, 'models', 'reranker')).name)
  t.equal(readModelFolder(`${place}.previous`).name, 'shared-words')
})
