/** Corrections, endings, forgetting, and the order of time. */
import { fact, likes, lives, type Scenario } from '../scenario.ts'

const tea = { say: 'I like tea.', facts: [likes('The user likes tea.', 'I like tea', 'tea')] }
const porto2025 = {
  say: 'I have lived in Porto since May 2025.',
  facts: [
    lives('The user lives in Porto since May 2025.', 'I have lived in Porto since May 2025', 'Porto', {
      when: 'May 2025'
    })
  ]
}

export const change: Scenario[] = [
  {
    name: 'correction: a date that was wrong',
    steps: [
      {
        say: 'My birthday is on 4 May.',
        facts: [
          fact("The user's birthday is 4 May.", 'My birthday is on 4 May', { predicate: 'birthday', value: '4 May' })
        ]
      },
      {
        say: 'Actually my birthday is 3 May, not 4 May.',
        facts: [
          fact("The user's birthday is 3 May.", 'Actually my birthday is 3 May, not 4 May', {
            predicate: 'birthday',
            value: '3 May',
            change: 'correction',
            previous: '4 May'
          })
        ],
        decides: [{ fact: '3 May', event: 'SUPERSEDE', old: ['4 May'] }]
      }
    ],
    stored: {
      active: ["The user's birthday is 3 May."],
      superseded: [["The user's birthday is 4 May.", "The user's birthday is 3 May."]]
    }
  },
  {
    name: 'correction: of something that may have several values, by its words',
    steps: [tea, {
      say: 'I misspoke, I like coffee, not tea.',
      facts: [
        likes('The user likes coffee.', 'I like coffee, not tea', 'coffee', { change: 'correction', previous: 'tea' })
      ],
      decides: [{ fact: 'coffee', event: 'SUPERSEDE', old: ['tea'] }]
    }],
    stored: { active: ['The user likes coffee.'], superseded: [['The user likes tea.', 'The user likes coffee.']] }
  },
  {
    name: 'correction: with nothing stored it is a fact like any other',
    steps: [{
      say: 'Actually I prefer trains.',
      facts: [fact('The user prefers trains.', 'Actually I prefer trains', { change: 'correction' })],
      calls: [1, 0]
    }],
    stored: { active: ['The user prefers trains.'] }
  },
  {
    name: 'ending: nothing takes its place',
    steps: [
      {
        say: 'I sing in the harbour choir.',
        facts: [fact('The user sings in the harbour choir.', 'I sing in the harbour choir')]
      },
      {
        say: 'I quit the harbour choir.',
        facts: [
          fact('The user quit the harbour choir.', 'I quit the harbour choir', {
            change: 'ending',
            previous: 'harbour choir'
          })
        ],
        decides: [{ fact: 'quit', event: 'INVALIDATE', old: ['sings'] }]
      }
    ],
    stored: { active: [], invalidated: ['The user sings in the harbour choir.'] }
  },
  {
    name: 'ending: with nothing stored it is kept',
    steps: [{
      say: 'I quit smoking.',
      facts: [fact('The user quit smoking.', 'I quit smoking', { change: 'ending', previous: 'smoking' })],
      calls: [1, 0]
    }],
    stored: { active: ['The user quit smoking.'] }
  },
  {
    name: 'forget: what it means is out of sight, and the wish is not stored',
    steps: [tea, {
      say: 'Forget that I like tea.',
      facts: [
        fact('The user wants it forgotten that they like tea.', 'Forget that I like tea', {
          change: 'forget',
          previous: 'I like tea'
        })
      ],
      decides: [{ fact: 'forgotten', event: 'INVALIDATE', old: ['likes tea'] }]
    }],
    stored: { active: [], invalidated: ['The user likes tea.'] }
  },
  {
    name: 'forget: two facts at once',
    steps: [
      tea,
      {
        say: 'I like green tea in the morning.',
        facts: [likes('The user likes green tea in the morning.', 'I like green tea in the morning', 'green tea')],
        decides: [{ fact: 'green', event: 'ADD' }]
      },
      {
        say: 'Forget everything about tea.',
        facts: [
          fact('The user wants everything about tea forgotten.', 'Forget everything about tea', {
            change: 'forget',
            previous: 'tea'
          })
        ],
        decides: [{ fact: 'forgotten', event: 'INVALIDATE', old: ['likes tea', 'green tea'] }]
      }
    ],
    stored: { active: [], invalidated: ['The user likes green tea in the morning.', 'The user likes tea.'] }
  },
  {
    name: 'forget: nothing that matches, nothing changes, nothing is stored',
    steps: [tea, {
      say: 'Forget my shoe size.',
      facts: [
        fact('The user wants their shoe size forgotten.', 'Forget my shoe size', {
          change: 'forget',
          previous: 'my shoe size'
        })
      ],
      decides: [{ fact: 'shoe', event: 'NONE' }]
    }],
    stored: { active: ['The user likes tea.'] }
  },
  {
    name: 'forget refused: the model cites what the wish does not speak of',
    steps: [tea, {
      say: 'Forget my shoe size.',
      facts: [
        fact('Their shoe size is to be forgotten.', 'Forget my shoe size', {
          change: 'forget',
          previous: 'my shoe size'
        })
      ],
      decides: [{ fact: 'shoe', event: 'INVALIDATE', old: ['likes tea'] }]
    }],
    stored: { active: ['The user likes tea.'] }
  },
  {
    name: 'forget: an empty memory stays empty',
    steps: [{
      say: 'Forget my name.',
      facts: [fact('The name is to be forgotten.', 'Forget my name', { change: 'forget', previous: 'my name' })],
      calls: [1, 0]
    }],
    stored: { active: [] }
  },
  {
    name: 'time: a fact of long ago does not end a newer one',
    steps: [porto2025, {
      say: 'In 2010 I lived in Faro.',
      facts: [lives('The user lived in Faro in 2010.', 'In 2010 I lived in Faro', 'Faro', { when: '2010' })],
      decides: [{ fact: 'Faro', event: 'SUPERSEDE', old: ['Porto'] }]
    }],
    stored: {
      active: ['The user lives in Porto since May 2025.'],
      superseded: [['The user lived in Faro in 2010.', 'The user lives in Porto since May 2025.']],
      since: {
        'The user lived in Faro in 2010.': '2010-01-01',
        'The user lives in Porto since May 2025.': '2025-05-01'
      }
    }
  },
  {
    name: 'time: an old conversation ingested late does not end what is newer',
    steps: [
      {
        say: 'I work at Globex.',
        on: '2026-06-01',
        facts: [fact('The user works at Globex.', 'I work at Globex', { predicate: 'works_at', value: 'Globex' })]
      },
      {
        say: 'I work at Acme.',
        on: '2024-06-01',
        facts: [fact('The user works at Acme.', 'I work at Acme', { predicate: 'works_at', value: 'Acme' })],
        decides: [{ fact: 'Acme', event: 'SUPERSEDE', old: ['Globex'] }]
      }
    ],
    stored: {
      active: ['The user works at Globex.'],
      superseded: [['The user works at Acme.', 'The user works at Globex.']]
    }
  },
  {
    name: 'time: relative dates become absolute, in the text and in the validity',
    steps: [{
      say: 'I adopted a dog yesterday.',
      on: '2026-03-10',
      facts: [
        fact('The user adopted a dog yesterday.', 'I adopted a dog yesterday', { type: 'episodic', when: 'yesterday' })
      ]
    }],
    stored: {
      active: ['The user adopted a dog yesterday (2026-03-09).'],
      since: { 'The user adopted a dog yesterday (2026-03-09).': '2026-03-09' }
    }
  },
  {
    name: 'time: what happened twice happened twice',
    steps: [
      {
        say: 'I ran a marathon last Sunday.',
        on: '2026-03-10',
        facts: [
          fact('The user ran a marathon last Sunday.', 'I ran a marathon last Sunday', {
            type: 'episodic',
            when: 'last Sunday',
            predicate: 'attended',
            value: 'marathon'
          })
        ]
      },
      {
        say: 'I ran a marathon last Sunday.',
        on: '2026-05-12',
        facts: [
          fact('The user ran a marathon last Sunday.', 'I ran a marathon last Sunday', {
            type: 'episodic',
            when: 'last Sunday',
            predicate: 'attended',
            value: 'marathon'
          })
        ],
        decides: [{ fact: '05-10', event: 'ADD' }]
      }
    ],
    stored: {
      active: ['The user ran a marathon last Sunday (2026-03-08).', 'The user ran a marathon last Sunday (2026-05-10).']
    }
  },
  {
    name: 'time: a plan does not end what holds today',
    steps: [
      { say: 'I live in Lisbon.', facts: [lives('The user lives in Lisbon.', 'I live in Lisbon', 'Lisbon')] },
      {
        say: 'I plan to move to Oslo in 2031.',
        facts: [
          fact('The user plans to move to Oslo in 2031.', 'I plan to move to Oslo in 2031', {
            predicate: 'plans_to',
            value: 'move to Oslo'
          })
        ],
        decides: [{ fact: 'Oslo', event: 'SUPERSEDE', old: ['Lisbon'] }],
        calls: [1, 0]
      }
    ],
    stored: { active: ['The user lives in Lisbon.', 'The user plans to move to Oslo in 2031.'] }
  },
  {
    name: 'time: a deadline that moves',
    steps: [
      {
        say: 'The launch is on 3 June.',
        facts: [
          fact('The launch is on 3 June.', 'The launch is on 3 June', {
            subject: 'launch',
            predicate: 'takes_place_on',
            value: '3 June'
          })
        ]
      },
      {
        say: 'The launch moved from 3 June to 9 June.',
        facts: [
          fact('The launch is on 9 June.', 'The launch moved from 3 June to 9 June', {
            subject: 'The launch',
            predicate: 'scheduled_for',
            value: '9 June',
            change: 'correction',
            previous: '3 June'
          })
        ],
        decides: [{ fact: '9 June', event: 'SUPERSEDE', old: ['3 June'] }]
      }
    ],
    stored: {
      active: ['The launch is on 9 June.'],
      superseded: [['The launch is on 3 June.', 'The launch is on 9 June.']]
    }
  },
  twoValues('words: from the old one to the new one', 'program', [
    ['I am in the painting programme.', 'painting'],
    ['I changed from painting to sculpture.', 'sculpture']
  ], true),
  twoValues('words: what is too much is not told beside', 'club', [
    ['My club is Nordwind.', 'Nordwind'],
    ['My club is Seeadler, the people at Nordwind were too serious.', 'Seeadler']
  ], true),
  twoValues('words: a change, of what has no words of its own', 'dosage', [
    ['Of the drops I take fifteen.', 'fifteen'],
    ['I am down to eleven.', 'eleven']
  ], true),
  twoValues('words: a journey is no change of home', 'lives_in', [
    ['I live in Malmö.', 'Malmö'],
    ['I drove from Malmö to Lund.', 'Lund']
  ], false)
]

/** The second value is decided to take the place of the first; the words say whether it does. */
function twoValues (
  name: string,
  predicate: string,
  told: [first: [say: string, value: string], second: [say: string, value: string]],
  ends: boolean
): Scenario {
  const [[, before], [, since]] = told
  const [old, by] = [`The ${predicate} of the user is ${before}.`, `The ${predicate} of the user is ${since}.`]
  return {
    name,
    steps: told.map(([say, value]) => ({
      say,
      facts: [fact(`The ${predicate} of the user is ${value}.`, say, { predicate, value, single: true })],
      ...(value === since && { decides: [{ fact: since, event: 'SUPERSEDE', old: [before] }] })
    })),
    stored: ends ? { active: [by], superseded: [[old, by]] } : { active: [old, by] }
  }
}
