/**
 * The authored lines in the words that the distiller would store, for statements.py: node statements.mjs [folder …] >
 * work/statements.json, after `npm run build`.
 *
 * Each line of `pairs` is read by itself, or as the answer to the question in front of it ("= [How far is it?] Ten
 * kilometres."); each sentence of `talks` with the question before it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { loadDates } from '../../dist/plugins/_shared/english/dates.js'
import { loadGrammar } from '../../dist/plugins/_shared/english/grammar.js'
import { questionIn } from '../../dist/plugins/_shared/english/questions.js'
import { candidatesOf } from '../../dist/plugins/_shared/english/topic.js'
import { newTalk } from '../../dist/plugins/_shared/english/talk.js'
import { statementsOf } from '../../dist/plugins/distiller/_rules/statements.js'

const [grammar, find] = await Promise.all([loadGrammar(), loadDates()])
const at = Date.UTC(2025, 4, 6)

function read (text, asked = null) {
  const talk = { ...newTalk(null), asked }
  const isDate = words => find(words, at, false).length > 0
  const reader = { self: 'The user', grammar, isDate, talk, turn: 0, prior: [], takenBack: null, asked: null }
  return grammar.sentences(text).flatMap((sentence, place) =>
    statementsOf(reader, sentence, place === 0 ? asked : null)
  )
}

/** A line as it was said, as it is stored, and of what it tells that there is one of: a home, an employer. */
function lineOf (text, asked = null) {
  const statements = read(text, asked)
  const one = statements.flatMap(({ state }) => state?.functional ? [`${state.subject} ${state.predicate}`] : [])
  return { said: text, stated: statements.map(({ text }) => text), one }
}

function pairsOf (file) {
  const groups = []
  for (const [, mark, asked, text] of readFileSync(file, 'utf8').matchAll(/^([=+~-]) (?:\[(.+?)\] )?(.+)$/gm)) {
    const line = lineOf(text, asked ?? null)
    if (mark === '=') groups.push({ earlier: line, later: [] })
    else groups.at(-1).later.push({ mark, ...line })
  }
  return groups
}

/**
 * Which of the lines before say what a statement is about: "^3,5 …" the third or fifth before it, "^3+5 …" both,
 * "^? …" none. The question that it is stored with, `question`, is said already; `asked` is what was asked before the
 * turn. Candidates are read as the distiller asks of them.
 */
function topicOf (reference, lines, asked, question) {
  const needed = (reference?.split('+') ?? [])
    .map(either => either.split(',').map(back => back === '?' ? null : lines.at(-back) ?? null))
    .filter(either => question === null || !either.some(line => line?.text === question && line.isQuestion))
  const by = needed.flat()
  const said = lines.filter(line => line !== null && !line.isQuestion)
  const open = asked === null || question !== null ? [] : lines.filter(line => line?.text === asked).slice(-1)
  const candidates = candidatesOf(said.map(({ text }) => text), open[0]?.text ?? null)
  const isBy = text => by.some(line => line !== null && line.text === text)
  return {
    lacks: needed.length > 0,
    by: candidates.filter(({ text }) => isBy(text)).map(({ read }) => read),
    others: candidates.filter(({ text }) => !isBy(text)).map(({ read }) => read)
  }
}

/** Users with their sessions: sentences, with the question or the sentence before each, and the facts of a profile. */
function usersOf (file) {
  const users = []
  let lines = []
  let before = ''
  let asked = null
  let open = null
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const session = users.at(-1)?.at(-1)
    const [, mark, reference, text] = /^([+~-])(?:\^(\S+))? (.+)$/.exec(line) ?? []
    const [, fact, old] = /^= ([^|]+?) \|[^|]*(?:\| contradicts: (.+))?$/.exec(line) ?? []
    if (line.startsWith('## ')) users.push([])
    else if (line.startsWith('# ')) {
      users.at(-1).push({ sentences: [], facts: [] })
      lines = []
      open = null
    } else if (line.startsWith('A: ')) {
      asked = open = questionIn(line.slice(3))
      lines.push(asked === null ? null : { text: asked, isQuestion: true })
    } else if (line === 'U:') before = asked ?? ''
    else if (fact !== undefined) session.facts.push({ fact, old: old ?? null })
    else if (mark !== undefined) {
      const read = lineOf(text, asked)
      const question = read.stated[0]?.startsWith('Asked "') ? asked : null
      const topic = mark === '+' ? topicOf(reference, lines, open, question) : { lacks: null, by: [], others: [] }
      session.sentences.push({ mark, before, ...topic, ...read })
      lines.push({ text, isQuestion: false })
      asked = null
      before = text
    }
  }
  return users
}

/** What the state evaluation lets us look at; its other sets (`-held`, `-fourth`, `blind`) are kept apart. */
function changes () {
  const seen = [
    'near-misses',
    'near-misses-second',
    'near-misses-third',
    'families-tuned',
    'slots-tuned',
    'succession-tuned'
  ]
  return seen.flatMap(name => {
    const file = new URL(`../../bench/eval/state/${name}/changes.json`, import.meta.url)
    return JSON.parse(readFileSync(file, 'utf8')).map(({ first, later, ends }) => ({
      earlier: lineOf(first),
      later: [{ mark: ends ? '+' : '-', ...lineOf(later) }]
    }))
  })
}

const folders = process.argv.length > 2 ? process.argv.slice(2) : [new URL('statements', import.meta.url).pathname]
const all = (kind, of) =>
  Object.fromEntries(
    folders.flatMap(folder =>
      readdirSync(join(folder, kind)).sort().map(file => [basename(file, '.txt'), of(join(folder, kind, file))])
    )
  )
const pairs = { ...all('pairs', pairsOf), ...process.argv.length > 2 ? {} : { changes: changes() } }
process.stdout.write(JSON.stringify({ pairs, talks: all('talks', usersOf) }))
