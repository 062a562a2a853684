/**
 * State over time: dialogues with a competent, a sloppy and a poisoned model, and without one; pairs of statements
 * without one.
 * `npm run eval -- state <folder> [--only competent,sloppy,poisoned,rules,pairs,changes] [--way <part of a name>]
 * [--users id,…] [--details]`
 * Each way runs in a service of its own, so that one part can be run again alone.
 */
import { parseArgs } from 'node:util'
import { startScriptedServer } from '../../test/services/scripted-openai.ts'
import { machine } from '../machine.ts'
import { startService } from '../service.ts'
import { createClient, type Client } from './state/client.ts'
import { readData } from './state/data.ts'
import { misbehave, tallyOf, tellAll, type Tally } from './state/dialogues.ts'
import { createModel, type ScriptedModel } from './state/model.ts'
import { measureChanges, measurePairs, type Figures } from './state/statements.ts'
import { poisoned, sloppy } from './state/ways.ts'

const parts = ['competent', 'sloppy', 'poisoned', 'rules', 'pairs', 'changes']
const withoutReranker = { SVC_Rerank__Provider: 'none', SVC_Cache__Enabled: 'false' }

export async function run (args: string[]): Promise<void> {
  const { values, positionals: [folder] } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string', default: parts.join(',') },
      way: { type: 'string', default: '' },
      users: { type: 'string' },
      details: { type: 'boolean', default: false },
      settings: { type: 'string' }
    }
  })
  if (folder === undefined) throw new Error('Name the folder of the data: npm run eval -- state <folder>')
  const only = values.only.split(',')
  const unknown = only.find(part => !parts.includes(part))
  if (unknown !== undefined) throw new Error(`--only knows ${parts.join(', ')}; not ${unknown}.`)
  const data = await readData(folder)
  const users = values.users?.split(',')
  const dialogues = data.dialogues.filter(({ id }) => users?.includes(id) ?? true)
  const tallies: Tally[] = []
  const figures: Figures[] = []
  const started = performance.now()

  if (only.includes('competent')) {
    tallies.push(
      await withModel(values.settings, async (client, model) => await tellAll('competent', client, model, dialogues))
    )
  }
  for (const [part, ways] of [['sloppy', sloppy], ['poisoned', poisoned]] as const) {
    if (!only.includes(part)) continue
    const each: Tally[] = []
    for (const way of ways.filter(({ name }) => name.includes(values.way))) {
      const tally = await withModel(
        values.settings,
        async (client, model) => await misbehave(way, client, model, dialogues, part === 'poisoned')
      )
      each.push({ ...tally, name: `  ${way.name}` })
      const { wronglyRetired, dropped, planted } = tally
      console.error(`${part}: ${way.name}: ${wronglyRetired} wrongly retired, ${dropped} dropped, ${planted} planted`)
    }
    tallies.push(summed(part, each), ...each)
  }
  if (only.includes('rules')) {
    tallies.push(await withRules(values.settings, async client => await tellAll('rules', client, null, dialogues)))
  }
  if (only.includes('pairs')) {
    figures.push(await withRules(values.settings, async client => await measurePairs(client, data.pairs)))
  }
  if (only.includes('changes')) {
    figures.push(await withRules(values.settings, async client => await measureChanges(client, data.changes)))
  }

  const size = `${dialogues.length} dialogues, ${data.pairs.length} pairs, ${data.changes.length} changes`
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`State over time of ${folder}: ${size}, in ${seconds} s; ${machine()}`)
  print(tallies)
  for (const [label, figure] of figures.flatMap(({ rows }) => rows)) console.log(`${label}: ${figure}`)
  if (values.details) {
    for (
      const line of [...tallies.filter(({ name }) => !name.startsWith('  ')), ...figures].flatMap(({ detail }) =>
        detail
      )
    ) console.log(line)
  }
}

async function withModel<Result> (
  settings: string | undefined,
  work: (client: Client, model: ScriptedModel) => Promise<Result>
): Promise<Result> {
  const server = await startScriptedServer()
  const model = createModel()
  server.always('chat', asked => model.answer(asked))
  const service = await startService(settings, {
    ...withoutReranker,
    SVC_Distill__Provider: 'llm',
    SVC_Llm__Provider: 'hosted_b',
    SVC_Llm__HostedBEndpoint: server.url,
    SVC_Llm__HostedBModel: 'scripted',
    SVC_Server__LogLevel: 'silent'
  })
  try {
    return await work(createClient(service.address), model)
  } finally {
    await service.stop()
    await server.close()
  }
}

async function withRules<Result> (
  settings: string | undefined,
  work: (client: Client) => Promise<Result>
): Promise<Result> {
  const service = await startService(settings, { ...withoutReranker, SVC_Distill__Provider: 'rules' })
  try {
    return await work(createClient(service.address))
  } finally {
    await service.stop()
  }
}

function summed (name: string, tallies: Tally[]): Tally {
  const sum = tallyOf(name)
  for (const tally of tallies) {
    for (const field of ['checks', 'failed', 'wronglyRetired', 'dropped', 'planted', 'endedByPlanted'] as const) {
      sum[field] += tally[field]
    }
    sum.detail.push(...tally.detail)
  }
  return sum
}

function print (tallies: Tally[]): void {
  if (tallies.length === 0) return
  const rows = [
    ['', 'checks failed', 'wrongly retired', 'dropped', 'planted and current', 'ended by a planted fact'],
    ...tallies.map(tally => [
      tally.name,
      tally.checks === 0 ? '-' : `${tally.failed} of ${tally.checks}`,
      ...[tally.wronglyRetired, tally.dropped, tally.planted, tally.endedByPlanted].map(String)
    ])
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  console.log()
  for (const row of rows) {
    console.log(
      row.map((cell, column) => column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)).join('  ')
    )
  }
  console.log()
}
