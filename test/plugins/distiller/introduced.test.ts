/** Someone named is shown with how they stand to the speaker, where the talk says it; comparisons do not see it. */
import t from 'tap'
import { noteRelations, withRelations } from '../../../plugins/_shared/english/introduced.ts'
import { withoutAdded } from '../../../plugins/_shared/wording/lead.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()

async function texts (...turns: string[]): Promise<string[]> {
  return (await distiller.distill(conversation(turns.map(text => turn(text))))).facts.map(({ text }) => text)
}

function relationsIn (...said: string[]): Map<string, string> {
  const relations = new Map<string, string>()
  for (const one of said) noteRelations(relations, one)
  return relations
}

t.test('each way to introduce someone names the relation', async t => {
  for (
    const [relation, name] of [['boyfriend', 'Sam'], ['older sister', 'Ana'], ['boss', 'Ray'], ['dog', 'Rex']] as const
  ) {
    for (
      const introduction of [
        `My ${relation} ${name} is here.`,
        `My ${relation}, ${name}, is here.`,
        `My ${relation}'s called ${name}.`,
        `My ${relation}'s name is ${name}.`,
        `My ${relation} is ${name}.`,
        `I have a ${relation}, ${name}.`,
        `I have one ${relation} called ${name}`,
        `No, just one ${relation}, ${name}.`,
        `One ${relation}, ${name}.`,
        `${name} is my ${relation}.`
      ]
    ) {
      const relations = relationsIn(introduction)
      t.strictSame([...relations], [[name, relation]], introduction)
      t.equal(
        withRelations({ text: `The party is for ${name} in May.` }, relations, 'The user').text,
        `The party is for ${name} (the user's ${relation}) in May.`
      )
    }
  }
})

t.test('who is only spoken of beside someone, and what is no name, is introduced by nothing', async t => {
  for (
    const said of [
      'My mum is with Sam.',
      'My sister is not Ana.',
      "My sister is Ana's boss.",
      "Ana is my sister's boss.",
      'She has one sister, Ana.',
      'I saw my mum Monday.',
      'My boss and Ray left.',
      'His sister Ana is here.',
      'My sisters Ana and Eva are here.'
    ]
  ) t.notMatch([...relationsIn(said)], [['Ana', 'sister']], said)
  t.equal(relationsIn('I saw my mum Monday.').size, 0)
})

t.test('what says it already, another of the name and what is quoted stay as they are', t => {
  const relations = relationsIn('My sister Ana is here.')
  for (
    const text of [
      'The user has a sister, Ana.',
      'Ana is the flatmate of the user.',
      "Ana's bike is red.",
      'Ana Maria came.',
      'Anand came.',
      'After "Ana called.", the user said: I was out.'
    ]
  ) t.equal(withRelations({ text }, relations, 'The user').text, text)
  t.end()
})

t.test('facts of a talk say who is meant, and are compared without it', async t => {
  for (const [relation, name] of [['boyfriend', 'Sam'], ['mum', 'Elaine'], ['flatmate', 'Kev']] as const) {
    const [, later] = await texts(`My ${relation} is called ${name}.`, `${name} plays the cello.`)
    t.equal(later, `${name} (the user's ${relation}) plays the cello.`)
    t.equal(withoutAdded(later!), `${name} plays the cello.`)
  }
  t.equal(withoutAdded("Ana (Sam O'Neil's sister-in-law) paints."), 'Ana paints.')
  t.equal(withoutAdded('Ana (36, the sister) paints (2026-05-01).'), 'Ana (36, the sister) paints (2026-05-01).')
})
