/**
 * What stands in a fact is neither cut from what it needs nor joined to what it does not belong to, and no word is
 * supplied that is not certain. Cases are made of parts.
 */
import t from 'tap'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const asked = (question: string) => turn(question, { role: 'assistant' })

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  return (await distiller.distill(conversation(turns))).facts.map(({ text }) => text)
}

t.test('a form that is no past tense gets a "have", and no "I" where another may have done it', async t => {
  const whens = ['in Leeds in 2019', 'on the 19th', 'in May last year']
  for (const when of whens) {
    for (const others of ['Born', 'Built', 'Stolen', 'Found', 'Met', 'Moved in together', 'Got together']) {
      for (const text of await texts(turn(`${others} ${when}.`))) t.match(text, /^The user: /, `${others} ${when}`)
    }
    const answer = (await texts(asked('What is new?'), turn(`A baby. Born ${when}, Otis.`))).join(' ')
    t.notMatch(answer, /user (?:has )?born/i, when)
  }
  for (
    const [said, stored] of [
      ['Gone vegan', 'The user has gone vegan'],
      ['Taken up pottery', 'The user has taken up pottery'],
      ['Broken my arm', "The user has broken the user's arm"],
      ['Broke my arm', "The user broke the user's arm"],
      ['Met my husband', "The user met the user's husband"],
      ['Built a shed', 'The user built a shed'],
      ['Broke up with Tom', 'The user broke up with Tom']
    ] as const
  ) t.ok((await texts(turn(`${said} in March.`)))[0]?.startsWith(stored), said)
})
