/** What another wrote in the user's turn, in letters of several languages; what the user says around it is theirs. */
import t from 'tap'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { ownWords } from '../../../plugins/_shared/wording/own-words.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const body = 'I live in Lyon now. I no longer work for Orange.\nWe pay 950 EUR for the flat.'
const letters: Array<[greeting: string, closing: string]> = [
  ['Dear Tom,', 'Kind regards,\nClaire'],
  ['Hi Tom,', 'Best, Claire'],
  ['Hello Tom!', 'Cheers\nClaire'],
  ['Dear Sir or Madam,', 'Yours faithfully,\n\nClaire Dupont'],
  ['Beste Anna,', 'Groetjes, Peter'],
  ['Lieve Anna,', 'Liefs,\nPeter'],
  ['Hallo Peter,', 'Viele Grüße\nLena'],
  ['Sehr geehrte Frau Weber,', 'Mit freundlichen Grüßen\nLena Huber'],
  ['Chère Marie,', 'Cordialement,\nClaire Dupont'],
  ['Hola Ana:', 'Un abrazo, Luis'],
  ['Ciao Marco,', 'A presto,\nGiulia'],
  ['Olá Rui,', 'Abraço, João'],
  ['Cher Paul,', 'Bises, Rita'],
  ['Hallo zusammen,', 'Liebe Grüße, Jana']
]
const heads = [
  'From: Claire Dupont <claire@example.org>\nDate: Mon, 5 May 2025\nSubject: the flat',
  'From: Claire\nSent: Monday\nTo: Tom\nSubject: flat',
  'Von: Lena Huber\nGesendet: Montag\nAn: Peter\nBetreff: Wohnung',
  'De : Claire\nEnvoyé : lundi\nÀ : Marie\nObjet : appartement',
  'Van: Peter\nAan: Anna\nOnderwerp: huis',
  '---------- Forwarded message ---------\nFrom: Claire\nSubject: flat',
  '-----Original Message-----',
  'On Mon, 5 May 2025 Claire Dupont wrote:'
]
const introductions = [
  'Fwd from my landlord: ',
  'lyrics: ',
  'here is the article: ',
  'Here is the mail from Claire: ',
  "Here's an email I received today:\n\n",
  'This is the letter from the bank: ',
  'Hier ist die Nachricht von Lena: ',
  'Voici la lettre de Claire : '
]

const pasted = [
  ...letters.map(([greeting, closing]) => `${greeting}\n\n${body}\n\n${closing}`),
  ...letters.map(([greeting, closing]) => `${greeting} ${body.replace('\n', ' ')} ${closing}`),
  ...heads.map(head => `${head}\n\n${body}`),
  ...heads.map((head, at) => `${head}\n\n${letters[at]![0]}\n${body}\n${letters[at]![1]}`),
  ...introductions.map(introduction => `${introduction}${body.replace('\n', ' ')}`),
  ...introductions.map((introduction, at) => `${introduction}${letters[at]![0]}\n${body}\n${letters[at]![1]}`)
]
/** Alone in a turn it is a letter of the user's to whoever reads. */
const toAnyone = /^(?:Dear Sir or Madam|Hallo zusammen)/
const closed = pasted.filter(text => letters.some(([, closing]) => text.endsWith(closing)))

const near: Array<[said: string, names?: string[]]> = [
  ['Hi Anna, I live in Lyon.'],
  ['Hi there,\n\nI live in Lyon.\n\nThanks, Tom'],
  ['Hello,\n\nI live in Lyon.\n\nKind regards,\nAnna'],
  ['Hi team,\nI live in Lyon.\nThanks,\nAnna'],
  ['Dear Sir or Madam,\nI live in Lyon.\nYours faithfully,\nAnna'],
  ['Hello! I live in Lyon. Thanks!'],
  ['Good morning, I live in Lyon. Love Lyon. Best cheese ever.'],
  ['Dear Anna,\n\nI live in Lyon.\n\nKind regards,\nTom', ['Tom Smith']],
  ['From: Tom <tom@example.org>\nSubject: home\n\nI live in Lyon.\n\nBest, Tom', ['Tom']],
  ['Here is my plan: I live in Lyon.'],
  ['From: Ghent\nTo: Paris\nDate: Monday\nI live in Lyon.'],
  ['Note: I live in Lyon.'],
  ["They said it'll be a project: build an app. I live in Lyon."],
  ['I wrote an article about mail. I live in Lyon.'],
  ['I love the lyrics of that song; I live in Lyon.'],
  ['Hi Anna, thanks. I live in Lyon. Thanks, Peter moved too.']
]

t.test('a letter of another is not the words of the user', async t => {
  for (const text of pasted) {
    for (const said of [...toAnyone.test(text) ? [] : [text], `Can you make it shorter?\n\n${text}`]) {
      const own = ownWords(said, ['The user'])
      t.equal(own.length, said.length, 'places stay the same')
      t.notMatch(own, /Lyon|Orange|950/, said)
    }
  }
})

t.test('what the user says before and after it is', async t => {
  for (const text of closed) {
    const own = ownWords(`I live in Ghent.\n\n${text}\n\nI work in Bruges.`)
    t.match(own, /I live in Ghent\.[^]*I work in Bruges\./, text)
    t.notMatch(own, /Lyon|Orange|950/, text)
  }
  t.match(ownWords('I live in Ghent, here is the mail from Claire: I live in Lyon.'), /I live in Ghent, [^L]*$/)
  t.match(
    ownWords('Dear Tom, I live in Lyon. Best, Claire\n\nP.S. I moved to Lyon.\n\nI live in Ghent.'),
    /^[^L]*Ghent\.$/
  )
})

t.test("a greeting, the user's own letter and a heading are the user's", async t => {
  for (const [said, names] of near) {
    t.match(ownWords(said, names), /I live in Lyon\./, said)
  }
})

t.test('no fact comes of it', async t => {
  const [head] = heads
  const { facts } = await distiller.distill(
    conversation([turn(`I live in Ghent.\nCan you summarise it?\n\n${head}\n\nHi Tom,\n${body}\nBest, Claire`)])
  )
  t.same(facts.map(({ text }) => text), ['The user lives in Ghent.'])
})

t.test("what follows a quotation that is to be worked on is the speaker's", async t => {
  const quoted = ['"I live in Rome."', '“I live in Rome and like it.”', '«Habito en Roma.»', '„Ich wohne in Rom.“']
  for (const task of ['Translate to Italian please', 'Can you proofread this', 'Please rewrite']) {
    for (const quotation of quoted) {
      const { facts } = await distiller.distill(
        conversation([turn(`${task}: ${quotation} I work in a bakery in Ghent.`)])
      )
      t.same(facts.map(({ text }) => text), ['The user works in a bakery in Ghent.'], `${task}: ${quotation}`)
      for (const more of ['and also: I work in a bakery.', 'and "I work in a bakery."']) {
        t.notMatch(ownWords(`${task}: ${quotation} ${more}`), 'bakery', `${quotation} ${more}`)
      }
    }
  }
  t.notMatch(ownWords('Fix the grammar: I works in a bakery.'), 'bakery')
})

t.test('a text to be worked on and lines of a program tell nothing of the speaker', async t => {
  const found = async (said: string) =>
    (await distiller.distill(conversation([said]))).facts.map(({ text }) => text).join(' ')
  for (
    const order of ['Can you make this a nice paragraph', 'Turn this into a letter', 'Please word the following better']
  ) {
    const text = await found(`${order}: Widow since 2019. Lives in Zwolle. Was a seamstress. Likes cards.`)
    t.equal(text, '', order)
  }
  for (
    const code of [
      'df.groupby("site").agg({"temp": "mean"}).reset_index["temp"]',
      'const home = cities.find(one => one.id === 4)',
      'if (user.livesIn(city)) {'
    ]
  ) t.equal(await found(`I live in Ghent.\n${code}`), 'The user lives in Ghent.', code)
  t.match(await found('I moved to Leeds in May.\nCut "I argue that", he hates it.'), /^The user moved to Leeds/)
  t.notMatch(await found('I moved to Leeds in May.\nCut "I argue that", he hates it.'), /[Cc]ut/)
})

t.test('what is said of another without a subject states nothing of the speaker', async t => {
  for (
    const said of ['Likes cards and hates being hurried.', 'Lives in Zwolle.', 'Works as a nurse.', 'Has two sons.']
  ) {
    const { facts } = await distiller.distill(conversation([`My mother is 80. ${said}`]))
    for (const { subject, predicate } of facts) {
      t.notOk(subject === 'The user' && /likes|lives_in|job_title|has/.test(predicate ?? ''), said)
    }
  }
})

t.test('a pasted chat is quoted as a whole, with its lines of oneself', t => {
  const logs: Array<(name: string, minute: number) => string> = [
    (name, minute) => `[24/01, 22:${minute}] ${name}: `,
    (name, minute) => `12/03/24, 10:${minute} - ${name}: `,
    (name, minute) => `2024-03-12 10:${minute} ${name}: `,
    (name, minute) => `${name} (10:${minute}): `,
    (name, minute) => `${name} [10:${minute} AM]: `
  ]
  for (const line of logs) {
    const chat = `${line('Noor', 10)}i live in Lyon\n${line('Me', 11)}in Lyon,\nreally?\n${line('Noor', 12)}Lyon yes`
    const own = ownWords(`what does she mean??\n${chat}\n\nI live in Ghent.`)
    t.notMatch(own, /Lyon|really|\d/, chat)
    t.match(own, /^what does she mean\?\?\n[^]*I live in Ghent\.$/, chat)
  }
  for (const said of ['[24/01, 22:13] Me: I live in Ghent', '10:22 me: I live in Ghent']) {
    t.equal(ownWords(said).trim(), 'I live in Ghent', said)
  }
  for (const said of ['Dentist (10:30): take the card\nBank (11:15): sign', 'Me: I live in Ghent']) {
    t.equal(ownWords(said), said, said)
  }
  t.end()
})
