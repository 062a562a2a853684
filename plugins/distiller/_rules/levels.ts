/** How many they are, and amounts of what has one at a time: a response time, a budget, a rate. */
import { lower, type Clause } from './parts.ts'
import type { Token } from './tokens.ts'
import type { Found, Reading } from './reading.ts'

const teams = /^(?:our|my|the) (?:whole |entire )?(?:team|staff|crew)$/
const size = '[\\d,]+|two|three|four|five|six|seven|eight|nine|ten|\\p{L}+teen'
const lead = '^(?:(?:now|already|currently|up|just|at|to|about|around|down) )*(?:an? )?'
const trail = '(?: (?:now|total|in total|today|already|at the moment))*(?= and |[,.:;!—-]|$)'
const teamOf = new RegExp(`${lead}(?:team|staff|crew) of (${size})${trail}`, 'u')
const ofUs = new RegExp(`${lead}(${size}) of us(?: on the team)?${trail}`, 'u')
const led = new RegExp(`^(?:an? )?(?:\\p{L}+ )?(?:team|staff|crew) of (${size})\\b`, 'u')
const people = new RegExp(`${lead}(${size}) (?:people|of us|team members)(?: on the team)?${trail}`, 'u')
const employees = new RegExp(`${lead}(${size}) (?:employees|staff|staff members)${trail}`, 'u')
const alone = new RegExp(`^(?:(?:now|already|currently|down to|up to) )*(${size})(?: now| in total)*$`, 'u')
const bare = new RegExp(`${lead}(${size})(?: people| members| employees)?${trail}`, 'u')

/** What names the size, by the subject and its verb. "We have 12 people" speaks of a dinner as well. */
const sizes: Array<[who: RegExp, verb: RegExp, patterns: RegExp[]]> = [
  [/^(?:i|we)$/, /^(?:lead|manage|run)$/, [led]],
  [/^(?:i|we)$/, /^have$/, [employees, teamOf]],
  [/^we$/, /^be$/, [alone, teamOf, people]],
  [/^there$/, /^be$/, [ofUs]]
]

/** "Our team is now 7", "we're a team of 5", "there are 5 of us", "the team has grown to 7 people". */
export function team ({ clause, self }: Reading): Found {
  const value = sizeOf(clause)
  return value === undefined ? null : { subject: self, predicate: 'count_of_people', value, functional: true }
}

function sizeOf ({ verb, rest, subject, tense }: Clause): string | undefined {
  const who = lower(subject)
  const said = lower(rest.filter(({ pos }) => pos !== 'PUNCT'))
  if (teams.test(who)) return /^(?:be|grow|expand|shrink|increase|have)$/.test(verb) ? bare.exec(said)?.[1] : undefined
  if (tense !== 'present') return undefined
  const patterns = sizes.find(([subject, kind]) => subject.test(who) && kind.test(verb))?.[2] ?? []
  return patterns.map(pattern => pattern.exec(said)?.[1]).find(Boolean)
}

const amounts = new RegExp(
  '^(?:times?|latency|score|accuracy|traffic|rate|retention|revenue|budget|price|costs?|size|usage|speed|rent|' +
    'salary|income|target|goal|weight|balance|debt|savings|mileage|churn|throughput|uptime|drop-off|turnover|' +
    'rating|fee|attendance|map|f1|error|loss|waste|rank|grade)$'
)
/** "How are the response times?" asks for the level that the answer names. */
export function levelAsked (question: string): string | null {
  const [, asked = ''] =
    /\b(?:how|what)(?:'s| is| are| about) (?:the|your|our) ([a-z -]+?)(?: now| these days)?\?/i.exec(question) ?? []
  const noun = asked.toLowerCase().split(' ')
  return amounts.test(noun.at(-1)!) ? levelOf(noun) : null
}

const levelOf = (noun: string[]) => `level_of_${noun.map(word => word.replace(/s$/, '').replace(/\W/g, '_')).join('_')}`

const unit =
  '%|k|m|percent|ms|milliseconds|seconds?|minutes?|hours?|days?|euros?|dollars?|pounds?|kg|km|gb|tb|mb|visitors|' +
  'users|a month|per month'
const amount = new RegExp(
  '^(?:(?:now|currently|already|just|about|around|roughly|nearly|almost|at|to|up|down|under|over|only|' +
    `from \\S+(?: \\S+)? to) )*([$€£]? ?\\d[\\d.,]*(?: ?(?:${unit}))*)`
)
const reaching = /^(?:be|go|grow|drop|fall|rise|climb|hit|reach|jump|improve|increase|decrease|shrink|pass|sink)$/

/** "Response times are around 900 ms", "traffic is up to 1,400 visitors". */
export function level ({ clause, owner, isDate, said, self }: Reading): Found {
  const { verb, rest, subject, tense } = clause
  const noun = subject.filter(({ pos }) => /NOUN|PROPN|ADJ|NUM|X|VERB/.test(pos))
  if (!amounts.test(noun.at(-1)?.lower ?? '') || !reaching.test(verb) || !(owner.own || isPlain(subject))) return null
  const value = amount.exec(lower(rest))?.[1]
  if (value === undefined || isDate(said) || (verb === 'be' && tense !== 'present')) return null
  const after = lower(rest).slice(lower(rest).indexOf(value) + value.length)
  // "30 % on the payment step" is one of several, "300 euros more" is counted from another.
  const functional = !/^ (?:on|for|in|with|of|from|more|less|higher|lower|faster|slower|above|below|over|under)\b/
    .test(after)
  return { subject: self, predicate: levelOf(noun.map(({ lower }) => lower)), value: value.trim(), functional }
}

/** Nobody else's, and no part of something. */
const isPlain = (subject: Token[]) =>
  !/^(?:their|his|her|its|your)$/.test(subject[0]?.lower ?? '') &&
  (subject.length === 1 || !subject.some(({ lemma, pos }) => lemma === "'s" || /ADP|PRON/.test(pos)))
