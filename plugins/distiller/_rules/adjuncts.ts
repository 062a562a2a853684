/** What stands behind an object: when or why it was so, or a restriction to a part of it. */
import { plainPhrase } from './phrases.ts'
import { kindAt, lower, wordAt } from './parts.ts'
import type { Token } from './tokens.ts'

const ago = /^(?:\S+ ){1,4}ago\b/
const moment = /^(?:yesterday|today|tonight|(?:last|this|the other|next) \S+|one day)\b/
const month = 'january|february|march|april|may|june|july|august|september|october|november|december'
const dated = new RegExp(
  `^(?:in|back in|on|since|after|before|around|by) (?:early |late |mid |the |last |this |my )*` +
    `(?:${month}|spring|summer|autumn|fall|winter|(?:19|20)\\d\\d|\\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b|` +
    'week|month|year|weekend|(?:one|two|three|four|five|six|ten) (?:days|weeks|months|years)|' +
    'college|school|childhood|twenties|thirties|forties)'
)
const wholly = /^(?:at all|for (?:good|ever)|for (?:\S+ )?(?:reasons|health|sake)|because|since|but|and|so|as)\b/
const fillers =
  /^(?:(?:any ?more|any longer|anymore|altogether|completely|entirely|forever|finally|already|now|too|again|recently|instead|together|all|,)(?: |$))+/

/** What follows the object tells when, how much or why, and so leaves none of it over. */
export function leavesNone (after: Token[]): boolean {
  const said = lower(after.filter(({ pos, text }) => pos !== 'PUNCT' || text === ',')).replace(fillers, '')
  const punctuated = after.find(({ lower }) => !fillers.test(lower))?.pos === 'PUNCT'
  return said === '' || punctuated || [ago, moment, dated, wholly].some(pattern => pattern.test(said))
}

const sum =
  /^(?:(?:daily|nowadays|now|already|today|currently|again|these days|at the moment|(?:in )?total|in all)(?: |$))+/
const unbound = /^,? ?(?:and|but|so|since|because|as|after|thanks|though|although)\b|^[^\p{L}\p{N},]/u

/** Whether an amount is all there is, and nothing behind it says of which part: "two cats at the farm". */
export function isSum (after: Token[]): boolean {
  const said = lower(after).replace(sum, '')
  const comma = after.findIndex(({ text }) => text === ',')
  const aside = said.startsWith(',') && !/ADP|VERB|AUX|PRON|SCONJ/.test(kindAt(after, comma + 1))
  return said === '' || aside || unbound.test(said)
}

/**
 * Where the object ends that begins with the words behind the verb: its phrases, and those joined by "of" and
 * "and".
 */
export function objectEnd (rest: Token[], from = 0): number {
  let end = plainPhrase(rest, from)
  while (end > from && /^(?:of|and|or|called|named|,|&)$/.test(wordAt(rest, end))) {
    const more = plainPhrase(rest, end + 1)
    if (more === end + 1 || /^(?:who|which|that)$/.test(wordAt(rest, end + 1))) break
    end = more
  }
  return end
}
