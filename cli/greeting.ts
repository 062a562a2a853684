/** What a start says: who reads the facts and why, to the log; to a person at a terminal, all there is to know. */
import type { FastifyInstance } from 'fastify'
import { valueAt } from '../domain/manifest.ts'

/** One line of the log, and a warning where an LLM was configured for nothing. */
export function sayWhoDistils (app: FastifyInstance): void {
  const { value } = app.chosen['distiller'] ?? { value: '' }
  if (value === 'llm') return app.log.info(`Facts are read by the LLM ${app.llm.model} at ${app.llm.endpoint}.`)
  if (app.llm.configured) {
    return app.log.warn(
      `Facts are read by ${value} although the LLM ${app.llm.model} is configured: Distill:Provider ` +
        '(SVC_Distill__Provider) says so. Leave it empty, or write llm, to use the LLM.'
    )
  }
  app.log.info(`Facts are read by ${value}: no LLM is configured (Llm:HostedBEndpoint or Llm:CloudEndpoint).`)
}

/** For a terminal. */
export function greeting (app: FastifyInstance, address: string, version: string): string {
  const titled = (capability: string): string => {
    const { value = 'none', title = '' } = app.chosen[capability] ?? {}
    return title === '' || title === value ? value : `${value}, ${title}`
  }
  const rows = [
    ['Open', address],
    ['API', `${address}/docs`],
    ['MCP', `${address}/mcp/{client}`],
    ['Stores in', titled('store') + whereOf(app)],
    ['Reads facts', titled('distiller')],
    ['Embeds', titled('embedder')],
    ['Reranks', titled('reranker')],
    [
      'Keys',
      app.auth.open ? 'none needed: open to everybody who reaches this address' : 'palimpsest mint-key <user_id>'
    ],
    ['Stop', 'Ctrl+C']
  ]
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(12)} ${value}`)
  return ['', `  Palimpsest ${version}`, '', ...lines, ''].join('\n')
}

function whereOf (app: FastifyInstance): string {
  return app.chosen['store']?.value === 'embedded' ? ` (${String(valueAt(app.settings, 'Sqlite:Path'))})` : ''
}
