/** Words that the tagger takes apart or takes for others: hyphenated ones, and British verbs. */
import { kin } from './kin.ts'
import type { Token } from './token.ts'

/** "Practise" and "enrol" are base forms, whose lemma the tagger gives in American spelling. */
export function britishBase (token: Token): Token {
  const { lower, lemma, pos } = token
  const base = lower !== lemma && pos === 'VERB' && (/(?:is|ys)e$/.test(lower) || `${lower}l` === lemma)
  return base ? { ...token, lemma: lower } : token
}

/** "Brother-in-law" and "left-handed" as one word each; "8-10" the tagger leaves whole. */
export function hyphenated (tokens: Token[]): Token[] {
  const whole: Token[] = []
  for (const [at, token] of tokens.entries()) {
    const [before, hyphen] = whole.slice(-2)
    const isWhole = hyphen?.text === '-' && before !== undefined && before.end === hyphen.start &&
      hyphen.end === token.start && /\p{L}/u.test(token.text) && /[\p{L}\p{N}]$/u.test(before.text)
    if (isWhole) whole.splice(-2, 2, joinedWord(before, token, tokens[at + 1]))
    else if (token.lower === 'law' && hyphen?.lower === 'in' && before !== undefined && kin.test(before.lower)) {
      whole.splice(-2, 2, inLaw(before, token))
    } else whole.push(token)
  }
  return whole
}

/** "My mother in law" is not my mother. */
const inLaw = (relative: Token, law: Token): Token => ({
  ...relative,
  text: `${relative.text} in law`,
  lower: `${relative.lower}-in-law`,
  lemma: `${relative.lower}-in-law`,
  end: law.end
})

function joinedWord (first: Token, last: Token, next: Token | undefined): Token {
  const isNoun = /NOUN|PROPN/.test(last.pos) || next?.lower === "'s"
  return {
    ...first,
    text: `${first.text}-${last.text}`,
    lower: `${first.lower}-${last.lower}`,
    lemma: `${first.lower}-${isNoun ? last.lemma : last.lower}`,
    pos: first.pos === 'PROPN' || last.pos === 'PROPN' ? 'PROPN' : isNoun ? 'NOUN' : 'ADJ',
    end: last.end,
    known: first.known && last.known
  }
}
