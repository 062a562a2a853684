#!/usr/bin/env node
/** The command line. A command is a module beside this file, or a provider brings it; loaded when asked for. */
import { parseArgs } from 'node:util'
import { hasCode } from '../domain/errors.ts'
import { nearest } from '../domain/nearest.ts'
import { release } from '../domain/package-root.ts'
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
  'erase-backups': {
    usage: 'erase-backups <user_id>',
    summary: 'one user out of every backup file',
    load: async () => await import('./erase-backups.ts')
  },
  migrate: {
    usage: 'migrate --from FILE --to FILE [--user ID] [--prune]',
    summary: 'one user or all from one store to another',
    load: async () => await import('./migrate.ts')
  },
  reindex: {
    usage: 'reindex --text [--user ID] [--after ID]',
    summary: 'analyse stored texts again, after an upgrade that reads words differently',
    load: async () => await import('./reindex.ts')
  },
  doctor: {
    usage: 'doctor',
    summary: 'try every configured part: database, embedder, LLM, reranker, disk, memory, clock',
    load: async () => await import('./doctor.ts')
  },
  completion: {
    usage: 'completion bash|zsh|fish',
    summary: 'a script that completes these commands: source <(palimpsest completion bash)',
    load: async () => ({ run: printCompletion })
  }
}

const [name = 'serve', ...rest] = process.argv.slice(2)
try {
  const command = commands[name] ?? (await providerCommands())[name]
  if (['--version', '-v'].includes(name)) console.log(`palimpsest ${release} on Node ${process.version}`)
  else if (command === undefined) await showUsage(name, rest[0])
  else if (isHelp(rest)) showCommand(command)
  else await (await command.load()).run(rest)
} catch (error) {
  // What an operator can mend is one line; anything else is a defect of ours and keeps its stack.
  console.error(hasCode(error) ? await inOneLine(error) : error)
  process.exit(1)
}

async function inOneLine (error: Error): Promise<string> {
  const { settingsNamed } = await import('./settings.ts')
  return `palimpsest ${name}: ${error.message} (${settingsNamed(rest)})`
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

/** `help`, `help backup`, and what is no command at all. */
async function showUsage (asked: string, about?: string): Promise<void> {
  const known = { ...commands, ...await providerCommands() }
  const isHelp = ['help', '--help', '-h'].includes(asked)
  const command = about === undefined ? undefined : known[about]
  if (isHelp && command !== undefined) return showCommand(command)
  const all = Object.values(known)
  const width = Math.max(...all.map(({ usage }) => usage.length))
  const lines = all.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`)
  const text = [
    'Usage: palimpsest <command> [--settings FILE]',
    '',
    ...lines,
    '',
    'Without --settings a command reads SVC_SETTINGS_FILE, or settings.json in the current folder.',
    'palimpsest <command> --help says what a command takes; --version which release this is.'
  ].join('\n')
  if (isHelp) return console.log(text)
  const near = nearest(asked, Object.keys(known))
  console.error(`Unknown command ${asked}.${near === undefined ? '' : ` Did you mean ${near}?`}\n${text}`)
  process.exitCode = 1
}

function showCommand ({ usage, summary }: Listed): void {
  console.log(`Usage: palimpsest ${usage} [--settings FILE]\n\n  ${summary}`)
}

async function printCompletion ([shell]: string[]): Promise<void> {
  const { completionScript } = await import('./completion.ts')
  console.log(completionScript(shell, Object.keys({ ...commands, ...await providerCommands() })))
}

function isHelp (given: string[]): boolean {
  const { values } = parseArgs({ args: given, options: { help: { type: 'boolean', short: 'h' } }, strict: false })
  return values.help === true
}
