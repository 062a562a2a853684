/** The words of others in the user's own turn: quoted lines, pasted blocks, forwarded mail, in several languages. */
import t from 'tap'
import { random } from '../conformance/store/suite.ts'
import { lives } from './scenario.ts'
import { openStage } from './stage.ts'

t.setTimeout(600_000)

const stage = await openStage(t)
const proposals = ['SKIP_DUPLICATE', 'UPDATE', 'SUPERSEDE', 'INVALIDATE']

/** Ways to have the words of another in a turn of one's own, in several languages. */
const quotings: Array<[name: string, turn: (words: string) => string]> = [
  ['quoted lines', words => `My sister is funny.\n> ${words}\nWhat do you make of it?`],
  ['a block of code', words => `Translate this:\n\`\`\`\n${words}\n\`\`\``],
  ['an open block of code', words => `Translate this:\n\`\`\`\n${words}`],
  ['she wrote', words => `She wrote: ${words}`],
  ['a name and a verb', words => `Lisa texted me this morning: ${words}`],
  ['a paragraph of hers', words => `My sister wrote:\nHello!\n${words}\n\nShall I answer?`],
  ['marks', words => `My sister said "${words}" and laughed.`],
  ['marks after a colon', words => `Lisa replied: “${words}” I was surprised.`],
  ['her message', words => `Her message: ${words}`],
  ['a text from somebody', words => `A text from my boss: ${words}`],
  ['a forwarded mail', words => `See below.\n\n---------- Forwarded message ---------\nFrom: Lisa\n\n${words}`],
  ['the history of a mail', words => `Fine.\n\nOn Mon, 3 Mar 2026 at 10:00, Lisa Berg wrote:\n${words}`],
  ['headers of a mail', words => `Von: Lisa Berg\nBetreff: Neues\n\n${words}`],
  ['a pasted chat', words => `[12.03.24, 10:32] Lisa: ${words}\n[12.03.24, 10:33] Me: Really?`],
  ['German', words => `Lisa schrieb: ${words}`],
  ['French', words => `Ma sœur a écrit : ${words}`],
  ['Spanish', words => `Mi hermana escribió: ${words}`],
  ['Italian', words => `Lisa ha scritto: ${words}`],
  ['Japanese', words => `姉は「${words}」と言った。`],
  ['Chinese', words => `同事说：${words}`]
]
const endings: Array<[words: string, value: string, change: 'correction' | 'ending' | 'none']> = [
  ['I moved from Lisbon to Rome.', 'Rome', 'correction'],
  ['I no longer live in Lisbon.', 'Lisbon', 'ending'],
  ['I live in Rome now.', 'Rome', 'none'],
  ['I live in Rome since May 2019.', 'Rome', 'none'],
  ['Please forget that I live in Lisbon.', 'Lisbon', 'correction'],
  ['Ich bin von Lisbon nach Rome gezogen.', 'Rome', 'correction'],
  ['Ya no vivo en Lisbon.', 'Lisbon', 'ending']
]

t.test("quoted text of others in the user's own turn ends nothing, whatever the model quotes of it", async t => {
  const next = random(15)
  for (const [name, turn] of quotings) {
    for (const [words, value, change] of endings) {
      const say = turn(words)
      const event = proposals[Math.floor(next() * 4)] as string
      const [text, kind] = next() < 0.2 ? [value, 'forget' as const] : [`The user lives in ${value}.`, change]
      const told = lives(text, next() < 0.7 ? words : say, value, {
        change: kind,
        negated: change === 'ending',
        previous: 'Lisbon',
        when: /since .*2019/.exec(words)?.[0] ?? ''
      })
      const { userId } = await stage.play({
        steps: [
          { say: 'I live in Lisbon.', facts: [lives('The user lives in Lisbon.', 'I live in Lisbon', 'Lisbon')] },
          { say, facts: [told], decides: [{ fact: text, event, old: ['Lisbon'] }] }
        ]
      })
      const [lisbon] = (await stage.stored(userId)).memories.filter(memory => memory.text.includes('in Lisbon.'))
      t.match(lisbon, { state: 'active', invalidAt: null }, `${name}: ${event} ${kind}: ${words}`)
    }
  }
})

t.test("what stands beside another's words ends what it names", async t => {
  const own = 'I moved from Lisbon to Rome.'
  for (const [name, turn] of quotings) {
    // Below a forwarded mail nothing is the user's, and a name in front of a line of a chat is another's.
    const apart = /chat|paragraph|block|open/.test(name)
    const say = apart ? `${own} So be it.\n\n${turn('Hello there.')}` : `${own}\n${turn('Hello there.')}`
    const { userId } = await stage.play({
      steps: [
        { say: 'I live in Lisbon.', facts: [lives('The user lives in Lisbon.', 'I live in Lisbon', 'Lisbon')] },
        {
          say,
          facts: [lives('The user lives in Rome.', own, 'Rome', { change: 'correction', previous: 'Lisbon' })],
          decides: [{ fact: 'Rome', event: 'SUPERSEDE', old: ['Lisbon'] }]
        }
      ]
    })
    t.same((await stage.stored(userId)).active, ['The user lives in Rome.'], name)
  }
})
