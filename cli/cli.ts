#!/usr/bin/env node
/** The command line. A command is a module beside this file, or a provider brings it; loaded when asked for. */
import { parseArgs } from 'node:util'
import { hasCode } from '../domain/errors.ts'
import { holdYoungGeneration } from './young-generation.ts'

export interface Command {
  /** Runs to the end; throws with a message for people. `serve` returns while the service runs on. */
  run(given: string[]): Promise<void>
}

interface Listed {
  usage: string
  summary: string
  load: () => Promise<Command>
}

const commands: Record<string, Listed> = {
  serve: { usage: 'serve', summary: 'run the service', load: loadService },
  demo: {
    usage: 'demo',
    summary: 'see facts change over a few conversations, and exit',
    load: async () => await import('./demo.ts')
  },
  backup: {
    usage: 'backup',
    summary: 'every user into a new folder under Backup:Directory',
    load: async () => await import('./backup.ts')
  },
  restore: {
    usage: 'restore [FOLDER] [--user ID] [--mode skip|overwrite]',
    summary: 'a backup back into the store',
    load: async () => await import('./restore.ts')
  },
  export: {
    usage: 'export <user_id> [FILE]',
    summary: 'one user as NDJSON',
    load: async () => await import('./export.ts')
  },
  import: {
    usage: 'import <user_id> FILE [--mode skip|overwrite]',
    summary: "an export, or OpenMemory's (zip), into one user",
    load: async () => await import('./import.ts')
  },
  migrate: {
    usage: 'migrate --from FILE --to FILE [--user ID]',
    summary: 'one user or all from one store to another',
    load: async () => await import('./migrate.ts')
  }
}

const [name = 'serve', ...rest] = process.argv.slice(2)
try {
  const command = commands[name] ?? (await providerCommands())[name]
  if (command === undefined || isHelp(rest)) await showUsage(name, command !== undefined)
  else await (await command.load()).run(rest)
} catch (error) {
  // What an operator can mend is one line; anything else is a defect of ours and keeps its stack.
  console.error(hasCode(error) ? `palimpsest ${name}: ${error.message}` : error)
  process.exit(1)
}

/** Held before the first module is loaded; `serve` releases it when it listens. */
async function loadService (): Promise<Command> {
  holdYoungGeneration()
  return await import('./serve.ts')
}

/** What the providers of this build bring along, each with the checked options of its own manifest. */
async function providerCommands (): Promise<Record<string, Listed>> {
  const { commandsOfProviders } = await import('./provider-commands.ts')
  return await commandsOfProviders()
}

async function showUsage (asked: string, known: boolean): Promise<void> {
  const all = Object.values({ ...commands, ...await providerCommands() })
  const width = Math.max(...all.map(({ usage }) => usage.length))
  const lines = all.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`)
  const text = ['Usage: palimpsest <command> [--settings FILE]', '', ...lines].join('\n')
  if (known || ['help', '--help', '-h'].includes(asked)) return console.log(text)
  console.error(`Unknown command ${asked}.\n${text}`)
  process.exitCode = 1
}

function isHelp (given: string[]): boolean {
  const { values } = parseArgs({ args: given, options: { help: { type: 'boolean', short: 'h' } }, strict: false })
  return values.help === true
}
