/** When a search says that it probably found nothing: names that no memory holds, and what is no name. */
import t from 'tap'
import { namesNobodyKnown, noneRelevant } from '../../../plugins/memory/pipeline/read/none-relevant.ts'
import { noReranker } from '../../../plugins/reranker/none/index.ts'
import { candidate } from './candidate.ts'

const people = ['Marieke', 'Tomasz', 'Ines', 'José', 'O-Ren', 'Annika']
const questions: Array<(name: string) => string> = [
  name => `Where does ${name} live?`,
  name => `What is the name of ${name}'s dog?`,
  name => `When did we meet ${name}, and who came along?`,
  name => `Which books did ${name} read in July?`
]
const said = (...texts: string[]) => texts.map(text => ({ text, speaker: null, subject: null }))
const others = said('I moved to the coast in spring.', 'My sister keeps bees.', 'We met at the library.')

t.test('a question about somebody whom no memory names', t => {
  for (const name of people) {
    for (const ask of questions) {
      t.equal(namesNobodyKnown(ask(name), others), true, ask(name))
      t.equal(namesNobodyKnown(ask(name), [...others, ...said(`${name} sold a boat.`)]), false, `${ask(name)} (told)`)
      t.equal(namesNobodyKnown(ask(name), [{ text: 'I sold it.', speaker: name, subject: null }]), false, 'spoken')
      t.equal(namesNobodyKnown(ask(name), [{ text: 'Sold it.', speaker: null, subject: name }]), false, 'the subject')
      t.equal(namesNobodyKnown(ask(name), said(`${'word '.repeat(900)} ${name}`)), false, 'at the end of a long one')
    }
  }
  t.equal(namesNobodyKnown('Where does Marike live?', said('Marieke lives in Ghent.')), false, 'spelled almost alike')
  t.equal(namesNobodyKnown('Did Marieke or Tomasz call the plumber?', said('Tomasz called.')), false, 'one is known')
  t.end()
})

t.test('what a dialogue names is not what it asks for, and a label is no name', t => {
  const dialogue =
    'Bart: What did the film say about Jupiter?\nAssistant: That Jupiter is huge.\nBart: How do planets shine?'
  t.equal(namesNobodyKnown(dialogue, others), false)
  t.equal(namesNobodyKnown('Bart: Tell me where the boat is.', others), false)
  t.equal(namesNobodyKnown('Bart: Tell me where Marieke lives.', others), true, 'one utterance asks')
  t.end()
})

t.test('what is no name, or not in English, says nothing', t => {
  for (
    const question of [
      'What did I do in July?',
      'What did I plan for Monday, the 3rd of August?',
      'Where do I live?',
      'Who am I, and what do I like?',
      'Wo ist mein Auto und mein Schlüssel?',
      'When I asked, did I say so?',
      ''
    ]
  ) t.equal(namesNobodyKnown(question, others), false, question)
  t.end()
})

t.test('what the reranker remembered makes nothing more relevant, and names what it names', t => {
  const reranker = { ...noReranker, calibration: { slope: 1, intercept: 0, noRelevantBelow: 0.1 } }
  const read = (relevance: number, text = '', beyond?: 'near') => ({
    ...candidate(text),
    relevance,
    ...beyond !== undefined && { beyond }
  })
  const asked = 'Where does Marieke live?'
  t.equal(noneRelevant(reranker, asked, false, [read(0.05), read(0.9, 'I sold it.', 'near')]), true)
  t.equal(noneRelevant(reranker, asked, false, [read(0.2), read(0.9, 'I sold it.', 'near')]), true)
  t.equal(noneRelevant(reranker, asked, false, [read(0.2), read(0.9, 'Marieke sold it.', 'near')]), false)
  t.end()
})
