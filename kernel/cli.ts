#!/usr/bin/env node
/** The command line. Every command is a module beside this file or in a room of its own, loaded only when asked for. */
import { parseArgs } from 'node:util'
import { hasCode } from './errors.ts'
import { holdYoungGeneration } from './young-generation.ts'

export interface Command {
  /** Runs to the end; throws with a message for people. `serve` returns while the service runs on. */
  run (arguments_: string[]): Promise<void>
}

const commands: Record<string, { summary: string, load: () => Promise<Command> }> = {
  serve: { summary: 'serve [--settings FILE]            run the service', load: loadService },
  demo: { summary: 'demo                               see facts change over a few conversations, and exit', load: () => import('./commands/demo.ts') },
  'mint-key': { summary: 'mint-key <user_id> [--expires 90d] [--read-only]  print a bearer key bound to one user', load: () => import('./commands/mint-key.ts') },
  backup: { summary: 'backup                             every user into a new folder under Backup:Directory', load: () => import('./commands/backup.ts') },
  restore: { summary: 'restore [FOLDER] [--user ID]       a backup back into the store', load: () => import('./commands/restore.ts') },
  export: { summary: 'export <user_id> [FILE]            one user as NDJSON', load: () => import('./commands/export.ts') },
  import: { summary: 'import <user_id> FILE              an export, or OpenMemory\'s (zip), into one user; --mode skip or overwrite', load: () => import('./commands/import.ts') },
  migrate: { summary: 'migrate --from FILE --to FILE      one user (--user ID) or all from one store to another', load: () => import('./commands/migrate.ts') }
}

const [name = 'serve', ...rest] = process.argv.slice(2)
const command = commands[name]
if (command === undefined || parseHelp(rest)) {
  const usage = ['Usage: palimpsest <command>', '', ...Object.values(commands).map(({ summary }) => `  ${summary}`)].join('\n')
  const asked = name === 'help' || name === '--help' || command !== undefined
  ;(asked ? console.log : console.error)(asked ? usage : `Unknown command ${name}.\n${usage}`)
  process.exit(asked ? 0 : 1)
}

try {
  await (await command.load()).run(rest)
} catch (error) {
  // What an operator can mend is one line; anything else is ours and keeps its trace.
  console.error(hasCode(error) || process.env['PALIMPSEST_TRACE'] === undefined ? `palimpsest ${name}: ${error instanceof Error ? error.message : String(error)}` : error)
  process.exit(1)
}

/** Held before the first module is loaded; `serve` releases it when it listens. */
async function loadService (): Promise<Command> {
  holdYoungGeneration()
  return await import('./commands/serve.ts')
}

function parseHelp (given: string[]): boolean {
  return parseArgs({ args: given, options: { help: { type: 'boolean', short: 'h' } }, strict: false }).values.help === true
}
