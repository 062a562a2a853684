/** Words without a verb that state something all the same: "No more coffee for me", "Up to 900 subscribers!". */
import { kindAt, lower, wordAt, type Clause } from './parts.ts'
import { plainPhrase } from './phrases.ts'
import { noChange, over, valueOf, type Changed, type Speaking } from './reading.ts'
import { spaced } from './voice.ts'

export function fragment (clause: Clause, speaking: Speaking): Changed | null {
  if (clause.verb !== '' || clause.modality === 'asked') return null
  return without(clause, speaking) ?? counted(clause, speaking) ?? renewed(clause, speaking)
}

/** "No more X for me", "no longer vegetarian". */
function without ({ tokens }: Clause, { self }: Speaking): Changed | null {
  const said = lower(tokens)
  const [opening] = /^(?:no more|no longer|not)\b/.exec(said) ?? []
  if (opening === undefined) return null
  const from = opening.split(' ').length
  const end = plainPhrase(tokens, from)
  const value = valueOf(tokens.slice(from, end))
  const after = lower(tokens.slice(end))
  if (value === '') return null
  if (opening === 'no more') return /^for (?:me|us)\b/.test(after) ? over(self, 'left', value) : null
  return opening === 'no longer' || /^any ?more\b/.test(after) ? { ...over(self, 'is', value), negated: true } : null
}

/** "Fourteen students now", "Down to 45 hives". */
function counted ({ tokens }: Clause, { self }: Speaking): Changed | null {
  const from = /^(?:(?:back|already|we're) )?(?:up|down) to\b/.exec(lower(tokens))?.[0].split(' ').length ?? 0
  if (kindAt(tokens, from) !== 'NUM' || kindAt(tokens, from + 1) === '') return null
  const end = plainPhrase(tokens, from)
  const ofChange = from > 0 || wordAt(tokens, end) === 'now'
  const noun = tokens[end - 1]!
  if (!ofChange || noun.pos !== 'NOUN' || end - from < 2) return null
  const state = {
    subject: self,
    predicate: `count_of_${noun.lemma}`,
    value: spaced(tokens.slice(from, end)),
    functional: true
  }
  return { change: noChange, state, negated: false }
}

/** "New desk: an oak one", "New coach since May, Ada". */
function renewed ({ tokens }: Clause, { self }: Speaking): Changed | null {
  const mark = tokens.findIndex(({ text }) => text === ':')
  const what = tokens.slice(1, mark).filter(({ pos }) => /NOUN|PROPN|ADJ/.test(pos)).map(({ lower }) => lower)
  if (wordAt(tokens, 0) !== 'new' || mark < 2 || what.length === 0 || /s$/.test(what.at(-1)!)) return null
  const value = valueOf(tokens.slice(mark + 1, plainPhrase(tokens, mark + 1)))
  const state = { subject: self, predicate: `${what.join('_')}_is`, value, functional: true }
  return value === '' ? null : { change: noChange, state, negated: false }
}
