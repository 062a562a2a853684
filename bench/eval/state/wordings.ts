/**
 * What people say of what they use, do, own and are; what ends it; and what sounds like an end and is none. `{x}` is
 * the old value, `{y}` another.
 */

export interface Family {
  values: string[]
  first: string[]
  ends: string[]
  /** Statements about the same or the like that leave it standing. */
  near: string[]
  /** True when others may end it too. */
  shared?: boolean
  /** What would end it, in the forms that plans, wishes and reports need. */
  acts: Array<{ base: string, past: string, gerund: string }>
}

const act = (base: string, past: string, gerund: string) => ({ base, past, gerund })

function dated (named: string, within: string): Family {
  return {
    shared: true,
    values: ['Monday', 'Thursday', 'Friday', 'Wednesday', 'Tuesday'],
    first: [`${named} is on {x}.`],
    ends: [
      `${named} was moved to {y}.`,
      `${named} is on {y} now.`,
      `${named} got pushed to {y}.`,
      `${named} has been postponed to {y}.`,
      `${named} is now on {y}.`,
      `They moved ${within} to {y}.`,
      `Actually ${within} is on {y}, not {x}.`
    ],
    near: [
      'My meeting with Ben is on {y}.',
      'The team lunch is on {y}.',
      "Ines's interview is on {y}.",
      'I have another meeting on {y}.',
      'My flight to Rome is on {y}.',
      'The eye appointment is on {y}.',
      'I went swimming on {y}.',
      'My wife has a dentist appointment on {y}.',
      'The budget meeting was moved to {y}.',
      `I prepare ${within} on {y}.`,
      `${named} in Berlin was on {y}.`
    ],
    acts: [
      act(`move ${within} to {y}`, `moved ${within} to {y}`, `moving ${within} to {y}`),
      act('move the budget meeting to {y}', 'moved the budget meeting to {y}', 'moving the budget meeting to {y}')
    ]
  }
}

/** Not asserted, not now, or not of the speaker. */
export const general: Record<string, string[]> = {
  negated: [
    "I don't want to {act}.",
    "I didn't {act}.",
    "I haven't {acted}.",
    'I never {acted}.',
    "I won't {act}.",
    "I'm not going to {act}.",
    'I refuse to {act}.',
    "It's not true that I {acted}."
  ],
  planned: [
    "I'm going to {act} next year.",
    'I plan to {act}.',
    "I'll {act} in the spring.",
    'I decided to {act} once the contract is over.',
    "We're planning to {act} soon.",
    'I will {act} when I turn fifty.'
  ],
  wished: [
    'I want to {act}.',
    "I'd love to {act}.",
    'I wish I had {acted}.',
    'I dream of {acting}.',
    'Some day I hope to {act}.',
    'If only I could {act}.'
  ],
  considered: [
    "I'm thinking about {acting}.",
    "I'm considering {acting}.",
    'I might {act}.',
    'Maybe I should {act}.',
    'I could {act}, but who knows.',
    "I'm tempted to {act}.",
    'I was about to {act}.',
    'I almost {acted}.',
    'I tried to {act}.'
  ],
  hypothetical: [
    'If I {acted}, my life would be simpler.',
    'I would {act} if I had the nerve.',
    'What if I {acted}?',
    'Suppose I {acted}.',
    "Unless they pay me more, I'll {act}.",
    'Imagine I {acted} tomorrow.'
  ],
  reported: [
    'My brother says I {acted}.',
    'Ruth thinks I should {act}.',
    'My boss wants me to {act}.',
    'Everybody keeps telling me to {act}.',
    'My therapist asked whether I {acted}.',
    'People assume that I {acted}.',
    'He told me "I {acted}".',
    'My friends joke that I {acted}.'
  ],
  others: [
    'My brother {acted}.',
    'My colleague Ines {acted}.',
    'Ruth {acted} last month.',
    'My ex {acted}.',
    'Half of my team {acted}.',
    'My neighbour just {acted}.',
    'My sister and her husband {acted}.'
  ],
  unreal: [
    'I had a dream that I {acted}.',
    'In my novel the hero says "I {acted}".',
    'I had a nightmare in which I {acted}.',
    'In the game I {acted}.'
  ],
  asked: ['Should I {act}?', 'Have I told you that I {acted}?', 'How do people {act}?', 'Would you {act}?']
}

export const families: Record<string, Family> = {
  tool: {
    values: ['Notion', 'Figma', 'Slack', 'Dropbox', 'Trello', 'Photoshop', 'Firefox', 'Zotero'],
    first: ['I use {x}.', 'I use {x} every day.', "I'm using {x} for everything.", 'We use {x} at the office.'],
    ends: [
      'I switched from {x} to {y}.',
      'I stopped using {x}.',
      'I no longer use {x}.',
      "I don't use {x} any more.",
      'I replaced {x} with {y}.',
      "I'm using {y} instead of {x} now.",
      'I uninstalled {x}.',
      'I dropped {x}.',
      'We migrated from {x} to {y} last week.',
      'I gave up {x}.',
      'I quit using {x} in January.',
      'I moved away from {x} to {y}.',
      'I got rid of {x}.',
      "I've ditched {x}.",
      'I cancelled {x}.',
      "I haven't used {x} in months."
    ],
    near: [
      'I use {y}.',
      'I hate {x}.',
      '{x} had an outage today.',
      'I moved all my files from {x} to a hard disk.',
      '{x} stopped supporting my laptop.',
      "I don't use {y}.",
      'I learned {x} from {y} tutorials.',
      '{x} dropped a feature I liked.',
      'I switched from the free {x} to the paid one.',
      'I exported a list from {x} to {y}.',
      'I use {y} at home.',
      'I gave a talk about {x}.',
      'They replaced the manager of {x}.'
    ],
    acts: [
      act('drop {x}', 'dropped {x}', 'dropping {x}'),
      act('switch from {x} to {y}', 'switched from {x} to {y}', 'switching from {x} to {y}'),
      act('stop using {x}', 'stopped using {x}', 'giving up {x}')
    ]
  },
  employer: {
    values: ['Siemens', 'Netflix', 'Bosch', 'Deloitte', 'Airbus', 'Ikea', 'Philips'],
    first: ['I work at {x}.', 'I work for {x}.', "I'm an engineer at {x}.", "I've been working at {x} since 2019."],
    ends: [
      'I left {x}.',
      'I quit {x}.',
      'I no longer work at {x}.',
      'I left {x} and joined {y}.',
      'I work at {y} now.',
      "I don't work for {x} any more.",
      'I resigned from {x} yesterday.',
      'I stopped working at {x}.',
      'I moved from {x} to {y}.',
      'I joined {y} last month.',
      'I switched from {x} to {y}.',
      'I quit my job at {x}.'
    ],
    near: [
      'My wife works at {y}.',
      'I had an interview at {y}.',
      'I left the {x} office early yesterday.',
      'I worked at {y} ten years ago.',
      '{x} moved its office to {y}.',
      "I didn't get the job at {y}.",
      'I bought a fridge from {x}.',
      '{x} fired two hundred people.',
      'I have a meeting with {y} on Friday.',
      'I work at {x} in the mornings only.',
      'I love my team at {x}.'
    ],
    acts: [
      act('leave {x}', 'left {x}', 'leaving {x}'),
      act('quit {x}', 'quit {x}', 'quitting {x}'),
      act('work at {y}', 'worked at {y}', 'working at {y}')
    ]
  },
  home: {
    values: ['Lyon', 'Bristol', 'Hamburg', 'Toronto', 'Porto', 'Bergen', 'Denver', 'Kyoto'],
    first: ['I live in {x}.', "I'm based in {x}.", 'We live in {x}.', 'My home is in {x}.'],
    ends: [
      'I moved to {y}.',
      'I moved from {x} to {y}.',
      'I live in {y} now.',
      'We moved to {y}.',
      'I no longer live in {x}.',
      "I don't live in {x} any more.",
      "I've relocated to {y}.",
      'I just moved to {y} with my family.',
      "We've got a new flat in {y}.",
      'I left {x} for good and moved to {y}.'
    ],
    near: [
      'My sister lives in {y}.',
      'I was born in {y}.',
      'I lived in {y} as a student.',
      'I commute from {x} to {y}.',
      "I'm visiting {y} this week.",
      'I flew from {x} to {y}.',
      'My rent in {x} went up.',
      'I love {y}.',
      'My company moved to {y}.',
      'I moved my savings from {x} to {y}.',
      "I've never been to {y}.",
      'We are on vacation in {y}.',
      'My parents moved from {x} to {y}.',
      'I moved to the second floor.',
      'I moved to {y} in 1998.'
    ],
    acts: [
      act('move to {y}', 'moved to {y}', 'moving to {y}'),
      act('leave {x}', 'left {x}', 'leaving {x}'),
      act('move from {x} to {y}', 'moved from {x} to {y}', 'moving from {x} to {y}')
    ]
  },
  car: {
    values: ['Golf', 'Volvo', 'Tesla', 'Fiat', 'Mazda', 'Skoda'],
    first: ['I drive a {x}.', 'I own a {x}.', 'I have a {x}.'],
    ends: [
      'I sold my {x}.',
      'I sold the {x}.',
      'I got rid of my {x}.',
      'I traded my {x} for a {y}.',
      'I no longer own a {x}.',
      "I don't drive a {x} any more.",
      'I replaced my {x} with a {y}.',
      'I gave up my {x}.'
    ],
    near: [
      'My wife drives a {y}.',
      'I washed my {x}.',
      'My {x} broke down.',
      'I lost the keys of my {x}.',
      'I sold the roof rack of my {x}.',
      'I also own a {y}.',
      'I rented a {y} on holiday.',
      'I like the {y}.',
      'My neighbour sold his {x}.',
      'I crashed a {y} in a video game.',
      'My {x} is due for a service.'
    ],
    acts: [
      act('sell my {x}', 'sold my {x}', 'selling my {x}'),
      act('trade my {x} for a {y}', 'traded my {x} for a {y}', 'trading my {x} for a {y}')
    ]
  },
  habit: {
    values: ['tennis', 'chess', 'squash', 'golf', 'badminton', 'poker'],
    first: ['I play {x}.', 'I play {x} twice a week.', 'I play {x} and the cello.'],
    ends: [
      'I stopped playing {x}.',
      'I no longer play {x}.',
      "I don't play {x} any more.",
      'I gave up {x}.',
      'I quit playing {x}.',
      "I haven't played {x} in years.",
      'I quit {x}.',
      "I've stopped playing {x}."
    ],
    near: [
      'I play {y}.',
      'I watch {x} on television.',
      "I don't play {y}.",
      'My son plays {x}.',
      'I lost at {x} yesterday.',
      'I bought new {x} shoes.',
      'I stopped playing {x} on Mondays.',
      'I quit the {x} club committee.',
      'I stopped playing {y}.',
      'I teach {x} to beginners.',
      'I play {x} at work too.'
    ],
    acts: [act('stop playing {x}', 'stopped playing {x}', 'giving up {x}'), act('quit {x}', 'quit {x}', 'quitting {x}')]
  },
  food: {
    values: ['coffee', 'cheese', 'sushi', 'chocolate', 'beef', 'mushrooms'],
    first: ['I love {x}.', 'I like {x}.', 'I really enjoy {x}.'],
    ends: [
      "I don't like {x} any more.",
      "I can't stand {x} anymore.",
      'I hate {x} now.',
      'I no longer like {x}.',
      "I don't love {x} any more."
    ],
    near: [
      'I love {y}.',
      'I hate {y}.',
      "I don't like {x} from the canteen.",
      'My wife hates {x}.',
      'I never liked {y}.',
      'I like {x} with salt.',
      "I can't eat {x} on Fridays.",
      'I ran out of {x}.',
      'The doctor says {x} is bad for me.',
      'I hated {x} as a child.'
    ],
    acts: [
      act('give up {x}', 'gave up {x}', 'giving up {x}'),
      act('stop eating {x}', 'stopped eating {x}', 'cutting out {x}')
    ]
  },
  title: {
    values: ['nurse', 'accountant', 'plumber', 'teacher', 'junior developer', 'librarian'],
    first: ['I work as a {x}.', "I'm a {x}.", "I'm a {x} at a big company."],
    ends: [
      'I got promoted to head of department.',
      "I've just been promoted to team lead.",
      'I was promoted to director.',
      'My new role is operations manager.',
      "I'm no longer a {x}.",
      'My new job title is senior consultant.',
      "I'm not a {x} any more.",
      'I became a {y} last month.'
    ],
    near: [
      'My wife is a {y}.',
      'I was a {y} in my twenties.',
      "I'm a mother of two.",
      'My colleague got promoted to team lead.',
      "I'm also a volunteer firefighter.",
      "I'm a vegetarian.",
      'My dad was a {y}.',
      'I hope to get promoted.',
      'I got promoted in my online game.',
      'I met a {y} at a party.',
      "I didn't get promoted to team lead.",
      "I'm a big fan of jazz."
    ],
    acts: [act('become a {y}', 'became a {y}', 'becoming a {y}'), act('quit my job', 'quit my job', 'quitting my job')]
  },
  dentist: dated('The dentist appointment', 'the dentist appointment'),
  board: dated('The board meeting', 'the board meeting'),
  karl: dated('My meeting with Karl', 'my meeting with Karl'),
  status: {
    values: ['single', 'married', 'engaged'],
    first: ["I'm {x}."],
    ends: ['I got divorced last month.', "I'm divorced now.", "I've been divorced since May.", 'I am separated now.'],
    near: [
      'My sister is divorced.',
      'My brother got married.',
      'My parents are divorced.',
      "I'm not divorced.",
      'I was divorced once, long ago.',
      'My best friend got engaged.',
      'I went to a wedding.',
      "I'm reading about divorced fathers."
    ],
    acts: [act('get divorced', 'got divorced', 'getting divorced')]
  },
  subscribers: {
    values: ['1,200', '300', '45', '8K'],
    first: [
      'My newsletter has {x} subscribers.',
      'My newsletter has about {x} subscribers.',
      'We have {x} subscribers.'
    ],
    ends: [
      'My newsletter has {y} subscribers now.',
      'My newsletter grew to {y} subscribers.',
      "We're at {y} subscribers now.",
      'My newsletter has grown to {y} subscribers.',
      'My newsletter just hit {y} subscribers.',
      'We reached {y} subscribers.'
    ],
    near: [
      'My podcast has {y} listeners.',
      'I want to have {y} subscribers.',
      "My sister's newsletter has {y} subscribers.",
      'I lost {y} subscribers in a game.',
      'I wrote {y} letters.',
      'My goal is {y} subscribers.',
      'A friend has {y} subscribers.'
    ],
    acts: [act('reach {y} subscribers', 'reached {y} subscribers', 'reaching {y} subscribers')]
  },
  weight: {
    values: ['92', '70', '85', '64'],
    first: ['I weigh {x} kg.'],
    ends: ["I'm down to {y} kg.", 'I weigh {y} kg now.', 'I weigh {y} kg.', "I'm at {y} kg now."],
    near: [
      'My dog weighs {y} kg.',
      'I lifted {y} kg.',
      'I once weighed {y} kg.',
      'My suitcase weighs {y} kg.',
      'I want to weigh {y} kg.',
      'I lost {y} euros.',
      'I carried a bag of {y} kg.'
    ],
    acts: [act('get down to {y} kg', 'got down to {y} kg', 'getting down to {y} kg')]
  },
  pet: {
    values: ['cat', 'parrot', 'hamster', 'rabbit', 'greyhound'],
    first: ['I have a {x}.', 'I have a {x} named Pip.', 'We own a {x}.'],
    ends: [
      'My {x} died.',
      'Our {x} passed away last week.',
      'I no longer have a {x}.',
      'My {x} died in her sleep.',
      'We had to rehome our {x}.',
      "I don't have a {x} any more."
    ],
    near: [
      "My neighbour's {x} died.",
      'I have a {y}.',
      'My {x} is ill.',
      'My {x} had kittens.',
      'My grandfather died.',
      'My {x} almost died.',
      'I lost my {x} for an hour, but she came back.',
      'I read a book in which a {x} dies.',
      'My {x} hates the vacuum cleaner.',
      "My sister doesn't have a {x}."
    ],
    acts: [
      act('give up my {x}', 'gave up my {x}', 'giving up my {x}'),
      act('rehome my {x}', 'rehomed my {x}', 'rehoming my {x}')
    ]
  },
  medicine: {
    values: ['aspirin', 'metformin', 'ibuprofen', 'melatonin'],
    first: ['I take {x}.', 'I take {x} every morning.', 'I take {x} and vitamin D.'],
    ends: [
      'I stopped taking {x}.',
      'I no longer take {x}.',
      "I don't take {x} any more.",
      'I switched from {x} to {y}.',
      "I'm taking {y} instead of {x} now.",
      "I haven't taken {x} since March.",
      'I quit taking {x}.'
    ],
    near: [
      'My mother takes {y}.',
      'I take {y} too.',
      "I don't take {y}.",
      'I forgot to take {x} this morning.',
      'The pharmacy ran out of {x}.',
      'I stopped taking {y}.',
      'I stopped taking {x} with milk.',
      'My mother stopped taking {x}.',
      'I dropped the {x} on the floor.',
      "I can't take {y}."
    ],
    acts: [
      act('stop taking {x}', 'stopped taking {x}', 'dropping {x}'),
      act('switch from {x} to {y}', 'switched from {x} to {y}', 'switching from {x} to {y}')
    ]
  },
  favourite: {
    values: ['blue', 'green', 'purple', 'orange'],
    first: ['My favourite colour is {x}.', 'My favorite color is {x}.'],
    ends: ['My favourite colour is {y} now.', 'My favorite color is {y}.', 'Actually, my favourite colour is {y}.'],
    near: [
      "My daughter's favourite colour is {y}.",
      'My favourite shirt is {y}.',
      'I painted my room {y}.',
      'My favourite colour was {y} when I was a child.',
      'I like {y}.'
    ],
    acts: [act('paint everything {y}', 'painted everything {y}', 'painting everything {y}')]
  }
}
