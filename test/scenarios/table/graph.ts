/** People, places, and what holds between them. */
import { fact, lives, type Scenario } from '../scenario.ts'

const person = (name: string, aliases: string[] = []) => ({ name, type: 'person', aliases })
const place = (name: string, aliases: string[] = []) => ({ name, type: 'place', aliases })
const firm = (name: string) => ({ name, type: 'organisation', aliases: [] })
const worksAt = (who: string, where: string) => ({
  predicate: 'works_at',
  value: where,
  subject: who,
  entities: [person(who), firm(where)],
  relations: [{ from: who, predicate: 'works_at', to: where }]
})

export const graph: Scenario[] = [
  {
    name: 'relations: stated once, held in the graph',
    steps: [{
      say: 'Ana works at Acme.',
      facts: [fact('Ana works at Acme.', 'Ana works at Acme', worksAt('Ana', 'Acme'))]
    }],
    stored: { active: ['Ana works at Acme.'], entities: ['Acme', 'Ana'], relations: [['Ana', 'works_at', 'Acme']] }
  },
  {
    name: 'relations: a new employer ends the old relation',
    steps: [
      { say: 'Ana works at Acme.', facts: [fact('Ana works at Acme.', 'Ana works at Acme', worksAt('Ana', 'Acme'))] },
      {
        say: 'Ana works at Globex now.',
        facts: [fact('Ana works at Globex.', 'Ana works at Globex now', worksAt('Ana', 'Globex'))],
        decides: [{ fact: 'Globex', event: 'SUPERSEDE', old: ['Acme'] }]
      }
    ],
    stored: {
      active: ['Ana works at Globex.'],
      superseded: [['Ana works at Acme.', 'Ana works at Globex.']],
      entities: ['Acme', 'Ana', 'Globex'],
      relations: [['Ana', 'works_at', 'Globex']]
    }
  },
  {
    name: 'relations: an end without a successor',
    steps: [
      {
        say: 'Ana is married to Rui.',
        facts: [
          fact('Ana is married to Rui.', 'Ana is married to Rui', {
            subject: 'Ana',
            predicate: 'married_to',
            value: 'Rui',
            entities: [person('Ana'), person('Rui')],
            relations: [{ from: 'Ana', predicate: 'married to', to: 'Rui' }]
          })
        ]
      },
      {
        say: 'Ana and Rui are no longer married.',
        facts: [
          fact('Ana and Rui are no longer married.', 'Ana and Rui are no longer married', {
            subject: 'Ana',
            negated: true,
            change: 'ending',
            previous: 'married',
            entities: [person('Ana'), person('Rui')]
          })
        ],
        decides: [{ fact: 'no longer', event: 'SUPERSEDE', old: ['is married'] }]
      }
    ],
    stored: {
      active: ['Ana and Rui are no longer married.'],
      superseded: [['Ana is married to Rui.', 'Ana and Rui are no longer married.']],
      entities: ['Ana', 'Rui'],
      relations: []
    }
  },
  {
    name: 'one name, two people: what is said of one does not end what is said of the other',
    steps: [
      {
        say: 'My boss Ana lives in Rome.',
        facts: [
          lives("Ana, the user's boss, lives in Rome.", 'My boss Ana lives in Rome', 'Rome', { subject: 'boss Ana' })
        ]
      },
      {
        say: 'My sister Ana lives in Oslo.',
        facts: [
          lives("Ana, the user's sister, lives in Oslo.", 'My sister Ana lives in Oslo', 'Oslo', {
            subject: 'sister Ana'
          })
        ],
        decides: [{ fact: 'Oslo', event: 'SUPERSEDE', old: ['Rome'] }]
      }
    ],
    stored: { active: ["Ana, the user's boss, lives in Rome.", "Ana, the user's sister, lives in Oslo."] }
  },
  {
    name: 'two names, one place: an alias finds the entity it belongs to',
    steps: [
      {
        say: 'I was in New York City, NYC for short.',
        facts: [
          fact('The user was in New York City.', 'I was in New York City, NYC for short', {
            entities: [place('New York City', ['NYC'])]
          })
        ]
      },
      {
        say: 'The bagels in NYC are great.',
        facts: [
          fact('The user finds the bagels in NYC great.', 'The bagels in NYC are great', { entities: [place('NYC')] })
        ],
        decides: [{ fact: 'bagels', event: 'ADD' }]
      }
    ],
    stored: {
      active: ['The user finds the bagels in NYC great.', 'The user was in New York City.'],
      entities: ['New York City']
    }
  },
  {
    name: 'one name, written in several ways, is one entity',
    steps: [
      {
        say: 'I met Zoë Müller.',
        facts: [fact('The user met Zoë Müller.', 'I met Zoë Müller', { entities: [person('Zoë Müller')] })]
      },
      {
        say: "ZOE MULLER's shop sells kites.",
        facts: [
          fact("Zoe Muller's shop sells kites.", "ZOE MULLER's shop sells kites", { entities: [person('ZOE MULLER')] })
        ],
        decides: [{ fact: 'kites', event: 'ADD' }]
      }
    ],
    stored: { active: ['The user met Zoë Müller.', "Zoe Muller's shop sells kites."], entities: ['Zoë Müller'] }
  },
  {
    name: 'an entity that no turn names is not made',
    steps: [{
      say: 'I met Ana.',
      facts: [fact('The user met Ana.', 'I met Ana', { entities: [person('Ana'), person('Bruno'), person('user')] })]
    }],
    stored: { active: ['The user met Ana.'], entities: ['Ana'] }
  },
  {
    name: 'a relation needs both its ends',
    steps: [{
      say: 'Ana knows somebody.',
      facts: [
        fact('Ana knows somebody.', 'Ana knows somebody', {
          entities: [person('Ana')],
          relations: [{ from: 'Ana', predicate: 'knows', to: 'Bruno' }]
        })
      ]
    }],
    stored: { active: ['Ana knows somebody.'], entities: ['Ana'], relations: [] }
  },
  {
    name: 'the user’s name, once stated, does not make another person of them',
    steps: [
      { say: 'I live in Lisbon.', facts: [lives('The user lives in Lisbon.', 'I live in Lisbon', 'Lisbon')] },
      {
        say: 'My name is Maria.',
        facts: [fact("The user's name is Maria.", 'My name is Maria', { predicate: 'name', value: 'Maria' })]
      },
      {
        say: 'I live in Porto now.',
        facts: [lives('Maria lives in Porto.', 'I live in Porto now', 'Porto', { subject: 'Maria' })],
        decides: [{ fact: 'Porto', event: 'SUPERSEDE', old: ['Lisbon'] }]
      }
    ],
    stored: {
      active: ['Maria lives in Porto.', "The user's name is Maria."],
      superseded: [['The user lives in Lisbon.', 'Maria lives in Porto.']]
    }
  },
  {
    name: 'a thing’s single value is replaced, another thing’s is not',
    steps: [
      {
        say: 'The kiln runs at 900 degrees.',
        facts: [
          fact('The kiln runs at 900 degrees.', 'The kiln runs at 900 degrees', {
            subject: 'kiln',
            predicate: 'runs_at',
            value: '900 degrees',
            single: true
          })
        ]
      },
      {
        say: 'The oven runs at 200 degrees.',
        facts: [
          fact('The oven runs at 200 degrees.', 'The oven runs at 200 degrees', {
            subject: 'oven',
            predicate: 'runs_at',
            value: '200 degrees',
            single: true
          })
        ],
        decides: [{ fact: 'oven', event: 'SUPERSEDE', old: ['kiln'] }]
      },
      {
        say: 'The kiln runs at 950 degrees.',
        facts: [
          fact('The kiln runs at 950 degrees.', 'The kiln runs at 950 degrees', {
            subject: 'kiln',
            predicate: 'runs_at',
            value: '950 degrees',
            single: true
          })
        ],
        decides: [{ fact: '950', event: 'SUPERSEDE', old: ['900', '200'] }]
      }
    ],
    stored: {
      active: ['The kiln runs at 950 degrees.', 'The oven runs at 200 degrees.'],
      superseded: [['The kiln runs at 900 degrees.', 'The kiln runs at 950 degrees.']]
    }
  }
]
