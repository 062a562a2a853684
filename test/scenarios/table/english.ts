/** Adding, telling again, refining, superseding: the everyday of a memory, in English. */
import { fact, likes, lives, type Scenario } from '../scenario.ts'

const lisbon = { say: 'I live in Lisbon.', facts: [lives('The user lives in Lisbon.', 'I live in Lisbon', 'Lisbon')] }
const tea = { say: 'I like tea.', facts: [likes('The user likes tea.', 'I like tea', 'tea')] }

export const english: Scenario[] = [
  { name: 'add: one fact', steps: [lisbon], stored: { active: ['The user lives in Lisbon.'] } },
  {
    name: 'add: several facts of one turn',
    steps: [{
      say: 'I am Maria, I am 34 and I keep bees.',
      facts: [
        fact("The user's name is Maria.", 'I am Maria', { predicate: 'name', value: 'Maria' }),
        fact('The user is 34.', 'I am 34', { predicate: 'age', value: '34' }),
        fact('The user keeps bees.', 'I keep bees')
      ],
      calls: [1, 1]
    }],
    stored: { active: ['The user is 34.', 'The user keeps bees.', "The user's name is Maria."] }
  },
  {
    name: 'add: small talk leaves nothing',
    steps: [{ say: 'Good morning! How are you?', facts: [] }],
    stored: { active: [] }
  },
  {
    name: 'add: a text the caller chose to add is kept even when nothing is read from it',
    steps: [{ remember: true, say: 'zzz', facts: [] }],
    stored: { active: ['zzz'] }
  },
  {
    name: 'add: a text with several facts',
    steps: [{
      remember: true,
      say: 'I live in Lisbon and I like tea.',
      facts: [...lisbon.facts, ...tea.facts].map(one => ({ ...one, quote: 'I live in Lisbon and I like tea' }))
    }],
    stored: { active: ['The user likes tea.', 'The user lives in Lisbon.'] }
  },
  {
    name: 'add: infer false asks no model',
    steps: [{ remember: true, say: 'Verbatim, please.', with: { infer: false }, calls: [0, 0] }],
    stored: { active: ['Verbatim, please.'] }
  },
  {
    name: 'duplicate: the same fact twice is decided without the model',
    steps: [lisbon, { ...lisbon, calls: [1, 0] }],
    stored: { active: ['The user lives in Lisbon.'] }
  },
  {
    name: 'duplicate: other capitals and punctuation',
    steps: [tea, { say: 'I LIKE TEA', facts: [likes('The user likes Tea', 'I LIKE TEA', 'Tea')], calls: [1, 0] }],
    stored: { active: ['The user likes tea.'] }
  },
  {
    name: 'duplicate: in other words, by the model',
    steps: [tea, {
      say: 'Tea is lovely.',
      facts: [likes('The user finds tea lovely.', 'Tea is lovely', 'tea')],
      decides: [{ fact: 'lovely', event: 'SKIP_DUPLICATE', old: ['likes tea'] }]
    }],
    stored: { active: ['The user likes tea.'] }
  },
  {
    name: 'duplicate: one fact written down twice by the model is one',
    steps: [{
      ...lisbon,
      facts: [
        ...lisbon.facts,
        ...lisbon.facts,
        lives('The user lives in the city of Lisbon.', 'I live in Lisbon', 'Lisbon')
      ]
    }],
    stored: { active: ['The user lives in the city of Lisbon.'] }
  },
  {
    name: 'duplicate refused: other numbers are other facts',
    steps: [
      { say: 'I have 2 cats.', facts: [fact('The user has 2 cats.', 'I have 2 cats')] },
      {
        say: 'I have 3 dogs and cats.',
        facts: [fact('The user has 3 cats and dogs.', 'I have 3 dogs and cats')],
        decides: [{ fact: '3 cats', event: 'SKIP_DUPLICATE', old: ['2 cats'] }]
      }
    ],
    stored: { active: ['The user has 2 cats.', 'The user has 3 cats and dogs.'] }
  },
  {
    name: 'duplicate: the same text in two projects is two memories',
    steps: [{ ...tea, with: { project: 'a' } }, { ...tea, with: { project: 'b' } }],
    stored: { active: ['The user likes tea.', 'The user likes tea.'] }
  },
  {
    name: 'refinement: more detail takes the place of less',
    steps: [
      {
        say: 'I work at Acme.',
        facts: [fact('The user works at Acme.', 'I work at Acme', { predicate: 'works_at', value: 'Acme' })]
      },
      {
        say: 'I work at Acme as a welder.',
        facts: [
          fact('The user works at Acme as a welder.', 'I work at Acme as a welder', {
            predicate: 'job_title',
            value: 'welder'
          })
        ],
        decides: [{ fact: 'welder', event: 'UPDATE', old: ['works at Acme'] }]
      }
    ],
    stored: {
      active: ['The user works at Acme as a welder.'],
      superseded: [['The user works at Acme.', 'The user works at Acme as a welder.']]
    }
  },
  {
    name: 'refinement refused: what loses the old words is another fact',
    steps: [
      {
        say: 'I restore old violins and cellos in my cellar.',
        facts: [
          fact(
            'The user restores old violins and cellos in their cellar.',
            'I restore old violins and cellos in my cellar'
          )
        ]
      },
      {
        say: 'I have a cellar.',
        facts: [fact('The user has a cellar with violins.', 'I have a cellar')],
        decides: [{ fact: 'a cellar', event: 'UPDATE', old: ['violins'] }]
      }
    ],
    stored: {
      active: ['The user has a cellar with violins.', 'The user restores old violins and cellos in their cellar.']
    }
  },
  {
    name: 'supersession: a new home ends the old one',
    steps: [lisbon, {
      say: 'I live in Porto now.',
      facts: [lives('The user lives in Porto.', 'I live in Porto now', 'Porto')],
      decides: [{ fact: 'Porto', event: 'SUPERSEDE', old: ['Lisbon'] }]
    }],
    stored: {
      active: ['The user lives in Porto.'],
      superseded: [['The user lives in Lisbon.', 'The user lives in Porto.']]
    }
  },
  {
    name: 'supersession: a chain keeps every link',
    steps: [
      lisbon,
      {
        say: 'I live in Porto now.',
        facts: [lives('The user lives in Porto.', 'I live in Porto now', 'Porto')],
        decides: [{ fact: 'Porto', event: 'SUPERSEDE', old: ['Lisbon'] }]
      },
      {
        say: 'I live in Faro now.',
        facts: [lives('The user lives in Faro.', 'I live in Faro now', 'Faro')],
        decides: [{ fact: 'Faro', event: 'SUPERSEDE', old: ['Porto'] }]
      }
    ],
    stored: {
      active: ['The user lives in Faro.'],
      superseded: [['The user lives in Lisbon.', 'The user lives in Porto.'], [
        'The user lives in Porto.',
        'The user lives in Faro.'
      ]]
    }
  },
  {
    name: 'supersession: going back is a new fact, the first stay is not revived',
    steps: [
      lisbon,
      {
        say: 'I live in Porto now.',
        facts: [lives('The user lives in Porto.', 'I live in Porto now', 'Porto')],
        decides: [{ fact: 'Porto', event: 'SUPERSEDE', old: ['Lisbon'] }]
      },
      { ...lisbon, decides: [{ fact: 'Lisbon', event: 'SUPERSEDE', old: ['Porto'] }] }
    ],
    stored: {
      active: ['The user lives in Lisbon.'],
      superseded: [['The user lives in Lisbon.', 'The user lives in Porto.'], [
        'The user lives in Porto.',
        'The user lives in Lisbon.'
      ]]
    }
  },
  {
    name: 'supersession: within one turn the later word counts',
    steps: [{
      say: 'I lived in Lisbon, then I moved to Porto.',
      facts: [
        lives('The user lives in Lisbon.', 'I lived in Lisbon', 'Lisbon'),
        lives('The user lives in Porto.', 'I moved to Porto', 'Porto', { change: 'correction', previous: 'Lisbon' })
      ],
      decides: [{ fact: 'Porto', event: 'SUPERSEDE', old: ['Lisbon'] }]
    }],
    stored: {
      active: ['The user lives in Porto.'],
      superseded: [['The user lives in Lisbon.', 'The user lives in Porto.']]
    }
  },
  {
    name: 'supersession: one question for all facts that have neighbours',
    steps: [
      { ...lisbon, facts: [...lisbon.facts], say: 'I live in Lisbon. I work at Acme.' },
      {
        say: 'I live in Porto and work at Globex now.',
        facts: [
          lives('The user lives in Porto.', 'I live in Porto', 'Porto'),
          fact('The user works at Globex.', 'work at Globex now', { predicate: 'works_at', value: 'Globex' }),
          fact('The user works on Mondays in Porto.', 'work at Globex now')
        ],
        decides: [{ fact: 'lives in Porto', event: 'SUPERSEDE', old: ['Lisbon'] }],
        calls: [1, 1]
      }
    ],
    stored: {
      active: ['The user lives in Porto.', 'The user works at Globex.', 'The user works on Mondays in Porto.'],
      superseded: [['The user lives in Lisbon.', 'The user lives in Porto.']]
    }
  },
  {
    name: 'replay: the same Idempotency-Key asks no model and stores nothing',
    steps: [{ ...lisbon, headers: { 'idempotency-key': 'once' }, on: '2026-01-01' }, {
      ...lisbon,
      headers: { 'idempotency-key': 'once' },
      on: '2026-01-01',
      calls: [0, 0]
    }],
    stored: { active: ['The user lives in Lisbon.'] }
  },
  {
    name: 'simultaneous: two identical writes store one memory',
    steps: [{ ...tea, atOnce: true }, { ...tea, atOnce: true }, { ...tea, atOnce: true }],
    stored: { active: ['The user likes tea.'] }
  },
  {
    name: 'simultaneous: two different writes are both kept',
    steps: [{ ...tea, atOnce: true }, {
      say: 'I own a canoe.',
      facts: [fact('The user owns a canoe.', 'I own a canoe', { predicate: 'owns', value: 'canoe' })],
      atOnce: true
    }],
    stored: { active: ['The user likes tea.', 'The user owns a canoe.'] }
  },
  {
    name: 'simultaneous: two new homes leave one current home',
    steps: [
      lisbon,
      {
        say: 'I live in Porto now.',
        on: '2026-02-01',
        facts: [lives('The user lives in Porto.', 'I live in Porto now', 'Porto')],
        decides: [{ fact: 'Porto', event: 'SUPERSEDE', old: ['Lisbon', 'Faro'] }],
        atOnce: true
      },
      {
        say: 'I live in Faro now.',
        on: '2026-02-01',
        facts: [lives('The user lives in Faro.', 'I live in Faro now', 'Faro')],
        decides: [{ fact: 'Faro', event: 'SUPERSEDE', old: ['Lisbon', 'Porto'] }],
        atOnce: true
      }
    ],
    stored: {
      active: ['The user lives in Faro.'],
      superseded: [['The user lives in Lisbon.', 'The user lives in Porto.'], [
        'The user lives in Porto.',
        'The user lives in Faro.'
      ]]
    }
  }
]
