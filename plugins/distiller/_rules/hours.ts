/** The hours of a habit: "every Friday", "on Sunday afternoons", "at noon". */
import { lower, wordAt } from './parts.ts'
import { plainPhrase } from './phrases.ts'
import type { Found, Reading } from './reading.ts'
import { key, one, whoseOf } from './things.ts'
import { spaced } from './voice.ts'

const hours = new RegExp(
  '(?:every|each) (?:other |single )?[a-z]+|' +
    'on (?:[a-z]+days|[a-z]+day (?:nights|mornings|evenings|afternoons))(?: and [a-z]+days)?|' +
    '(?:once|twice|[a-z]+ times|[0-9]+ times) (?:a|per|every|each) [a-z]+|in the (?:mornings?|evenings?|afternoons?)|' +
    '(?:at )?nights|daily|weekly|monthly|(?:the )?(?:night|day|early|late|morning|evening) shifts?|' +
    'at (?:(?:half past|quarter to|quarter past) )?(?:\\d[\\d:.]*(?: ?[ap]m)?|noon|midnight|one|two|three|four|five|' +
    "six|seven|eight|nine|ten|eleven|twelve)(?: o'clock)?(?: (?:in the|every) (?:morning|evening|afternoon|day))?|" +
    'in (?:january|february|march|april|may|june|july|august|september|october|november|december)'
)
const scheduled = new RegExp(
  `^(?:${hours.source})(?=(?: (?:now|these days))?\\W*$| from (?:now|this|next)\\b| since\\b)`
)

/** Verbs that say no more than that it takes place. */
export const light = /^(?:do|have|take|hold|give|meet|get|go)$/

/** "We deploy every Friday", "my daughter does judo on Wednesdays": the hours of a habit. */
export function schedule ({ clause: { rest } }: Reading, form: string): Found {
  const object = plainPhrase(rest, 0)
  // "Get up at seven."
  const particle = /^(?:up|off|out|in|on|down)$/.test(wordAt(rest, 0)) ? rest[0]!.lower : ''
  for (const from of object > 0 ? [0, object] : particle ? [0, 1] : [0]) {
    const when = scheduled.exec(lower(rest.slice(from)))?.[0]
    const what = key(rest.slice(0, from)) || (from > 0 ? particle : '')
    if (when === undefined) continue
    return one(
      [form, what, 'when'].filter(Boolean).join('_'),
      spaced(rest.slice(from)).slice(0, when.length)
    )
  }
  return null
}

/** "Our choir is on Thursdays": whose habit, and its hours. */
export function habit (reading: Reading): Found {
  const found = schedule(reading, '')
  const whose = whoseOf(reading)
  if (found === null || found.predicate !== 'when') return null
  return whose === '' ? null : { ...found, subject: reading.self, predicate: `${whose}_when` }
}
