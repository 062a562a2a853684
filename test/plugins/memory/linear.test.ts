/**
 * What the thread that answers everybody reads a text with takes time in proportion to its length, whatever is repeated
 * in it. A pattern that reads a place from many starts takes seconds for these texts, where the others take
 * milliseconds; processor time, because the machine may be busy.
 */
import t from 'tap'
import { terms } from '../../../domain/text/analyse.ts'
import { oneLine } from '../../../domain/text/excerpt.ts'
import { normaliseText } from '../../../domain/text/identity.ts'
import { inferCategories } from '../../../plugins/memory/pipeline/write/categories.ts'
import { namesIn } from '../../../plugins/memory/pipeline/read/names.ts'
import * as cues from '../../../plugins/_shared/wording/cues.ts'
import { mayBeResumed, mayBeUndone } from '../../../plugins/_shared/wording/undone.ts'
import { wishesToForget, wishIn } from '../../../plugins/_shared/wording/wishes.ts'
import { roleOf } from '../../../plugins/memory/pipeline/write/people.ts'
import { ownWords } from '../../../plugins/_shared/wording/own-words.ts'
import { ofTopic } from '../../../plugins/memory/pipeline/write/words/rests.ts'

const characters = 30_000
const mostMs = 400

const readers: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(
    ([
      'asDone',
      'changeIn',
      'clausesOf',
      'isAdded',
      'isAnnounced',
      'isConsidered',
      'isCorrected',
      'isDenied',
      'isEnded',
      'isGone',
      'isNotOver',
      'isQuotedSpeech',
      'isUnderWay',
      'opensCorrection',
      'sentencesOf',
      'speaksOfAnother',
      'tellsOfChange',
      'withoutSpeech'
    ] as const)
      .map(name => [name, cues[name]])
  ),
  ...Object.fromEntries(
    Object.entries(ofTopic).map(([basis, { own }]) => [`own ${basis}`, (text: string) => own.test(text)])
  ),
  inferCategories: text => inferCategories({ text, predicate: null }),
  mayBeResumed: text => mayBeResumed({ text: `I quit ${text}` }, `again ${text}`),
  mayBeUndone: text => mayBeUndone({ text: `I joined ${text}` }, { said: `I quit ${text}`, subject: null }),
  namesIn,
  normaliseText,
  oneLine: text => oneLine(text, ' / '),
  ownWords: text => ownWords(text),
  roleOf: text => roleOf('Ana', `${text} my sister ${text}`),
  terms,
  wishesToForget,
  wishIn
}

/** Runs of one character, of one word, and of what begins something that may never end. */
const units = [
  ...'aA19 \n\t_.,:;!?"\'“„«「([{<>`*-/\\@#$%&=+~^|éßİ日私',
  ...['a ', '. ', ', ', '> a\n', '>\n', '```\n', '- ', '\u0301', '\u200b', '\u2028', '\u0000'],
  ...['she said: ', 'she wrote: "a ', 'she said: "a\n\n', 'her message ', 'a message from ', '言った：', '言った'],
  ...['on monday b wrote: ', 'from: a\nsent: b\n', 'begin forwarded message: ', '--- '],
  ...['dear a, ', 'dear a\n', 'best, Bo\n', 'hi a, i b. best, Bo. ', 'kind regards\n'],
  ...['a a a,\nBo\n', '\n\na a\nBo', 'here is the article: ', 'lyrics of '],
  ...['from: a\nsubject: b\n\n', 'subject: ', 'best,\n', 'Bo Bo ', 'review ', 'here is the ', 'my a mail '],
  ...['[12.03.24, 10:32] ', '10:32 - ', '0.00 \t ', '10:32 Lisa: a\n', 'me: '],
  ...[
    'not ',
    'no longer ',
    'let a ',
    'took a ',
    'for my son ',
    "n'n",
    'quit_',
    'kein ',
    'from a to ',
    'instead of ',
    'and ',
    'do not forget '
  ],
  ...['Max moved ', 'Max Max ', 'May ', 'I ', 'my ', 'is a is ', 'is the a ', '(2020', 'so the user ']
]

t.test('no reader takes a place from many starts', async t => {
  for (const unit of units) {
    for (
      const text of [
        unit.repeat(characters / unit.length),
        `is ${unit}${'a'.repeat(characters)}`,
        `X${unit}${'Aa-'.repeat(characters / 3)}`
      ]
    ) {
      for (const [name, read] of Object.entries(readers)) {
        const before = process.cpuUsage()
        read(text)
        const { user, system } = process.cpuUsage(before)
        const ms = (user + system) / 1000
        if (ms > mostMs) t.fail(`${name} took ${ms} ms for ${JSON.stringify(text.slice(0, 30))}…`)
      }
    }
  }
  t.ok(units.length > 80)
})
