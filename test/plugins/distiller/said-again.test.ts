/** What a speaker says again with another word is stored as it was said last. Cases are made of parts. */
import t from 'tap'
import { wishesToForget, wishIn } from '../../../plugins/_shared/wording/wishes.ts'
import { createRulesDistiller } from '../../../plugins/distiller/_rules/distiller.ts'
import { conversation, turn } from '../../conformance/distiller.ts'

const distiller = createRulesDistiller()
const reply = turn('Noted.', { role: 'assistant' })

async function texts (...turns: Parameters<typeof conversation>[0]): Promise<string[]> {
  const { facts } = await distiller.distill(conversation(turns))
  return facts.map(({ text }) => text.replace(/ \(\d[^)]*\)/g, ''))
}

const statements = [
  ['My sister lives in %.', 'She lives in %.', 'Leeds', 'York'],
  ['We fly home on %.', 'We fly home on %.', 'Tuesday', 'Wednesday'],
  ['My daughter is %.', "She's %.", 'fifteen', 'fourteen'],
  ["I can't make the %.", "I can't make the %.", '22nd', '23rd']
] as const
const lowered = (words: string) => words.replace(/^(?:My|She|We)/, word => word.toLowerCase())

t.test('the same clause with another word, said to correct, takes the place of the one before', async t => {
  for (const [said, , wrong, right] of statements) {
    for (
      const cue of ['I mean', 'Sorry, I meant', 'Correction:', 'Let me rephrase:', 'What I meant was', 'Oops, I meant']
    ) {
      const again = `${cue} ${lowered(said.replace('%', right))}`
      for (
        const turns of [[turn(`${said.replace('%', wrong)} ${again}`)], [
          turn(said.replace('%', wrong)),
          reply,
          turn(again)
        ]]
      ) {
        const facts = (await texts(...turns)).join(' ')
        t.match(facts, right, again)
        t.notMatch(facts, wrong, again)
      }
    }
  }
})

t.test('"did I say fifteen?" puts right what said so, in the same turn or later', async t => {
  for (const [said, again, wrong, right] of statements) {
    const [first, then] = [said.replace('%', wrong), again.replace('%', right)]
    for (
      const doubt of [
        `Did I say ${wrong}? ${then}`,
        `Wait, I said ${wrong}? ${then}`,
        `I said ${wrong}? It's ${right}.`,
        `${wrong}? No, ${right}.`,
        `I told you ${lowered(again.replace('%', wrong)).slice(0, -1)} but ${lowered(then)}`
      ]
    ) {
      const facts = (await texts(turn(first), reply, turn('I have a cold.'), reply, turn(doubt))).join(' ')
      t.match(facts, right, doubt)
      t.notMatch(facts, wrong, doubt)
    }
  }
})

t.test('what the other is said to have said is never stored, and what is so is', async t => {
  for (
    const [claim, fact] of [
      ['I was from %', 'from'],
      ['I live in %', 'live'],
      ['I work for %', 'work'],
      ['my wife was from %', 'wife']
    ]
  ) {
    for (const verb of ['said', 'told me', 'wrote that', 'just said']) {
      const so = claim!.replace('was', claim!.startsWith('I') ? 'am' : 'is').replace('%', 'Oslo')
      for (const joint of [', ', ', but ']) {
        const spoken = `You ${verb} ${claim!.replace('%', 'Riga')}${joint}${so}.`
        for (const before of [[], [turn(`${so.replace('Oslo', 'Riga')}.`), reply]]) {
          const facts = (await texts(...before, turn(spoken))).join(' ')
          t.match(facts, 'Oslo', `${fact}: ${spoken}`)
          t.notMatch(facts, 'Riga', spoken)
        }
      }
    }
  }
})

t.test('what explains, adds or asks leaves what was said, or stands with it', async t => {
  for (
    const [said, then] of [
      ['We open on Monday.', 'And we open on Tuesday.'],
      ['I have two dogs.', 'Sorry, I have two minutes.'],
      ['My brother is a doctor.', 'Actually, my sister is a doctor.'],
      ['My daughter is fifteen.', 'Did I say fifteen? My cat is twelve.'],
      ['My daughter is fifteen.', 'Did I say she plays the cello? She is in an orchestra.'],
      ['I live in Leeds.', "Leeds? No, I don't go out much there."],
      ['I live in Leeds.', 'You said I live in Leeds, I love it here.'],
      ['I have a dog.', 'I told you I have a dog, and I have a cat.'],
      ['We have three cats.', 'I mean we have three dogs.'],
      ['I work at Boots.', "I know I said Boots but it's complicated."]
    ] as const
  ) {
    for (const turns of [[turn(said), turn(then)], [turn(said), reply, turn(then)]]) {
      t.match((await texts(...turns)).join(' '), /\S+(?=\.$)/.exec(said)![0], `${said} ${then}`)
    }
  }
})

t.test('what turns out never to have been so stands with what said so, and is kept by itself', async t => {
  for (const [said, thing] of [["I'm allergic to cats.", 'cats'], ['My rash is from the soap.', 'soap']] as const) {
    for (const denied of ['it was never', "it wasn't", "it isn't", 'it was not']) {
      const spoken = `Turns out ${denied} the ${thing}.`
      const facts = await texts(turn(said), reply, turn(spoken))
      t.equal(facts.length, 1, spoken)
      t.match(facts[0], denied, spoken)
    }
    t.match((await texts(turn(`Turns out it was never the ${thing}, the test says dust mites.`))).join(), thing)
    t.match((await texts(turn(said), reply, turn('Turns out it was never easy.'))).join(), thing)
  }
})

t.test('more verbs order to forget what was said, and none of them of a text or a thing', async t => {
  for (const verb of ['Wipe', 'Purge', 'Scrub', 'Good point, wipe', 'Fair enough, delete', 'You can wipe']) {
    for (const what of ['the door code', 'my email address', 'the gate code', 'my address']) {
      t.same(wishesToForget(`${verb} ${what} please.`).map(wishIn), [`${what}`], `${verb} ${what}`)
    }
  }
  for (const verb of ['Lose', 'Scrub', 'Wipe', 'Can you lose']) {
    t.equal(wishesToForget(`${verb} the bit about my knee.`).length, 1, verb)
    t.same(wishesToForget(`${verb} the bit about my knee from my CV.`), [], verb)
  }
  for (const verb of ['Cut', 'Drop', 'Bin', 'Get rid of', 'Strike']) {
    t.equal(wishesToForget(`${verb} what I said about my knee.`).length, 1, verb)
  }
  for (const verb of ['Wipe', 'Erase', 'Delete', 'Lose', 'Clear', 'Scrub', 'Good point, delete']) {
    for (const what of ['the board', 'the second paragraph', 'the cache', 'the phone number off the board']) {
      t.same(wishesToForget(`${verb} ${what} please.`), [], `${verb} ${what}`)
    }
  }
  for (const kept of ['The wifi one you can keep.', 'Keep the wifi bit.', 'But you can keep the wifi part.']) {
    t.same(
      await texts(turn('The wifi is skogmus and the door code is 77.'), reply, turn(`Wipe the door code. ${kept}`)),
      ['The wifi is skogmus.', 'The user asked to forget: The door code.'],
      kept
    )
  }
})
