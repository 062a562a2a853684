/** The facts in other languages: the same for a seed, and what is said to share no words shares none. */
import t from 'tap'
import { makeLanguage } from '../../bench/eval/languages/make.ts'
import { languages, tables } from '../../bench/eval/languages/tables.ts'
import { terms } from '../../domain/text/analyse.ts'

const shared = (one: string, other: string): string[] => terms(one).filter(term => terms(other).includes(term))

/** Pairs of Japanese kana are endings more often than words. */
const isWord = (term: string): boolean => !/^[\u3040-\u309f]+$/.test(term)

for (const language of languages) {
  t.test(language, async t => {
    const talk = makeLanguage(language)
    t.same(makeLanguage(language), talk)
    t.notMatch(talk.turns.map(({ text }) => text).join('\n'), /[{}]|undefined/)
    t.equal(new Set(talk.turns.map(({ text }) => text)).size, talk.turns.length)
    for (const [fact, same, other] of tables[language]) {
      t.not(shared(fact, same).filter(isWord).length, 0, same)
      t.same(shared(fact, other).filter(isWord), [], `${fact} ${other}`)
    }
  })
}
