/** What the speaker's own words do to an older fact: correct it, end it, or ask for it to be forgotten. */
import type { CandidateFact } from '../../../kernel/capabilities/distiller.ts'
import type { Reading } from './reading.ts'
import { has, words, write, type Token } from './tokens.ts'

export type Change = CandidateFact['change']

export const noChange: Change = { kind: 'none', previous: null }

const turning = /\b(?:switch\w*|mov(?:e|ed|es|ing)|migrat\w*|upgrad\w*|chang\w*|transition\w*|convert\w*|pivot\w*|promot\w*|gr[eo]w\w*|grown|went|going|go|jump\w*|dropp\w*|drop|f[ea]ll\w*|r[oi]se\w*|reduc\w*|increas\w*|improv\w*|cut|expand\w*|relocat\w*|renam\w*|shift\w*|swapp\w*|transferr\w*|rewr[io]t\w*|port\w*|down|up)\b/
const stopping = new Set(['stop', 'quit', 'drop', 'ditch', 'abandon', 'cancel', 'leave', 'retire', 'scrap', 'remove', 'sell', 'uninstall'])
const stoppingPhrase = /\b(?:gave up|giving up|given up|give up|got rid of|getting rid of|get rid of|done|through|over) (?:with|on|using|doing)?\b/
const ended = /\b(?:not|never|no)\b.*\b(?:any ?more|any longer)\b|\bno longer\b|\bused to\b/
const corrected = /^(?:no )?(?:actually|correction|i was wrong|i meant|scratch that|wait|rather)\b|\bactually\b.*\bnot\b|\bi (?:misspoke|meant)\b/
// "Forget about the bus" is an idiom and "delete the file" a request: a memory is meant by what was said, or by whose it is.
const forgetting = /^(?:please )?(?:(?:forget|do not remember|stop remembering) (?:that|the fact|what i|everything|anything|my|i|our)\b|(?:delete|erase|remove|disregard) (?:what i|the fact|everything (?:i|about)|that i|the memory|my memory)\b)/

/** "Forget that I like tea", "please delete what I said about Anna": null when nothing is to be forgotten. */
export function forgotten (tokens: Token[]): string | null {
  if (!forgetting.test(words(tokens))) return null
  const said = write(tokens).replace(/^(?:please\s+)?(?:do not remember|stop remembering|\w+)\s+/i, '')
    .replace(/^(?:about\s+)?(?:that|the fact that|what i (?:said|told you)(?: earlier| before)?(?: about)?|everything (?:i (?:said|told you) )?about|anything about|about|my (?:statement|comment) (?:that|about))\s+/i, '')
  return said.length > 1 ? said : null
}

/** `sentence` is all that was said around the clause: "Actually, …" stands before it. */
export function changeOf (tokens: Token[], reading: Reading | null, sentence: string): Change {
  const said = words(tokens)
  const previous = from(tokens)
  if (previous && turning.test(said)) return { kind: 'correction', previous }
  const replaced = after(tokens, /^instead$/, 2, /^of$/) ?? exchanged(tokens)
  if (replaced) return { kind: 'correction', previous: replaced }
  if (reading && ended.test(said)) return { kind: 'ending', previous: /\bused to\b/.test(said) ? afterWords(tokens, ['used', 'to']) : firstPhrase(write(reading.object).replace(/^(?:(?:not|no|longer|at|for|in|on|as|a|an)\s+)+/i, '').replace(/\s*\b(any ?more|any longer|at all|now)\b.*$/i, '')) || null }
  if (reading && !reading.negated && (stopping.has(reading.lemma) || (reading.governor !== null && stopping.has(reading.governor)) || over(reading))) {
    const gerund = reading.governor !== null && stopping.has(reading.governor) ? write(reading.verb.slice(-1)) : ''
    const what = gerund && has(reading.object[0], 'Preposition') ? gerund : `${gerund} ${write(reading.object)}`.trim().replace(/^(?:done\s+)?(?:(?:with|on|up|of|using|the|my|our|doing)\s+)*/i, '')
    const object = firstPhrase(what)
    if (object) return { kind: 'ending', previous: object }
  }
  if (corrected.test(sentence) || corrected.test(said)) return { kind: 'correction', previous: notPart(tokens) }
  return noChange
}

/** "I'm done with X", "I gave up X"; "the system is done" is finished, not over. */
function over ({ subject, verb, object, lemma }: Reading): boolean {
  const said = words([...verb, ...object.slice(0, 2)])
  if (lemma === 'be') return /^(i|we)$/.test(words(subject)) && /^(?:so |finally |totally )*(?:done|through)\b/.test(words(object)) && object.length > 1
  return stoppingPhrase.test(said) && !/\bis done\b/.test(said)
}

/** "from X to Y": X. */
function from (tokens: Token[]): string | null {
  const start = tokens.findIndex(token => token.word === 'from')
  if (start < 0) return null
  const length = tokens.slice(start + 1).findIndex(token => /^(to|into|over)$/.test(token.word))
  if (length < 1 || length > 7) return null
  return write(tokens.slice(start + 1, start + 1 + length))
}

/** "X instead of Y": Y. */
function after (tokens: Token[], word: RegExp, span: number, second: RegExp): string | null {
  const start = tokens.findIndex((token, index) => word.test(token.word) && second.test(tokens[index + 1]?.word ?? ''))
  return start < 0 || start + span >= tokens.length ? null : firstPhrase(write(tokens.slice(start + span)))
}

/** "We replaced X with Y", "I swapped X for Y": X. */
function exchanged (tokens: Token[]): string | null {
  const start = tokens.findIndex(token => /^(?:replac(?:e|ed|es|ing)|swap(?:ped|s|ping)?|trad(?:e|ed|es|ing))$/.test(token.word))
  const length = start < 0 ? -1 : tokens.slice(start + 1).findIndex(token => /^(?:with|by|for)$/.test(token.word))
  return length < 1 || length > 6 ? null : firstPhrase(write(tokens.slice(start + 1, start + 1 + length))) || null
}

function afterWords (tokens: Token[], sequence: string[]): string | null {
  const start = tokens.findIndex((_, index) => sequence.every((word, offset) => tokens[index + offset]?.word === word))
  return start < 0 ? null : write(tokens.slice(start + sequence.length)) || null
}

/** "it's Tuesday, not Monday": Monday. */
function notPart (tokens: Token[]): string | null {
  const start = tokens.findIndex((token, index) => index > 1 && token.word === 'not' && /[,–—]/.test(tokens[index - 1]!.post))
  return start < 0 ? null : firstPhrase(write(tokens.slice(start + 1))) || null
}

function firstPhrase (text: string): string {
  return text.split(/\s*[,;–—]\s*|\s+(?:and|but|because|since|so|for now|as|which|who|when|to|with|anymore|any more|at all|now|last|this|next)\b/i)[0]!.replace(/^(?:the|a|an|my|our|their|pure|just|only)\s+/i, '').replace(/\s+(?:version|support|part|thing|stuff)$/i, '').trim()
}
