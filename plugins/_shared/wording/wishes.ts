/** Orders to forget something, and what they are about. English, with the commonest words of the other languages. */
import { normaliseText } from '../../../domain/text/identity.ts'
import { sentencesOf } from './cues.ts'
import { editing, forgetting, forgettingLast, forgettingUnspaced, forgettingWords, remarks } from './words/forget.ts'
import { folded, joined } from './words/lists.ts'

const isOrderToForget = (said: string) =>
  (forgetting.test(said) && !editing.test(said)) || (/^(?:the|that|this|my)\b/.test(said) && forgettingLast.test(said))

/** Sentences that ask to forget something. */
export function wishesToForget (text: string): string[] {
  return sentencesOf(text).filter(sentence =>
    (isOrderToForget(folded(sentence).replace(/^\P{L}+/u, '')) &&
      !/\b(?:don't|do not|never) forget/.test(folded(sentence))) || forgettingUnspaced.test(sentence)
  )
}

/** Words of an order that are none of what it is about. */
const aboutForgetting = new RegExp(
  joined(String.raw`
    \b(?:on second thoughts?|i'd rather you|would you mind|want you to|(?:can|could) we pretend i (?:never|didn't|
    hadn't|had never)|pretend|unremember|mention(?:ed)?|strike|scrap|wipe|purge|drop|take out|leave out|
    (?<=^\W*|\b(?:you|please|just|to) )(?:expunge|lose|scrub|bin|ditch|discard|clear|get rid of|cut)(?= )|
    (?:do not|don't|didn't) (?:keep|store|save|retain|record|log)|keep(?= .*off the record)|off the record|never ?mind|
    forgetting|deleting|removing|erasing)\b`),
  'giu'
)

/** ", I don't want it kept", ", the test was negative". */
const remark = new RegExp(
  joined(String.raw`[,;–—] ?(?:i|we|it|that|this|because|since|thanks|please|will you|ok|okay|
    the \p{L}+ (?:is|was|were|came|turned))\b.*$`),
  'isu'
)

/** "What I've said about my card". */
const whatWasSaid = new RegExp(
  joined(String.raw`
    \b(?:what|(?:every|any)thing|all)(?: that)? (?:i|we)(?:['’]ve| have)?(?: (?:ever|already|just|once))?
    \s(?:said|told|mentioned|wrote|shared)(?: to)?(?: you)?(?: (?:earlier|before|yesterday|today|last \S+))?
    \s(?:about|on|regarding|of) `),
  'iu'
)

/** In front of the order. */
const leading = new RegExp(
  String.raw`^\W{0,9}(?:(?:actually|sorry|wait|no|oh|ok|okay|well|hey|you can|${remarks})[,.]? ){1,3}`,
  'iu'
)

/** What an order to forget is about: "my door code" of "please delete my door code, I don't want it kept". */
export function wishIn (order: string): string {
  const ordered = order.replace(/\s+/g, ' ').replace(leading, '')
    .replace(remark, '')
    .replace(/ (?:from|off|out of) (?:the |your |my )?(?:memory|notes?|records?|profile)\b.*$/iu, '')
    .replace(/ (?:thing|bit|stuff|part|business)(?=\W{0,9}$| ?[-–—])/iu, '')
    .replace(/\b(?:the|that|this|any)(?: whole)? (?:thing|bit|part|stuff|business) (?:about|on|with|regarding) /iu, '')
    .replace(whatWasSaid, '')
    .replace(aboutForgetting, '')
  return ordered.trim().split(/\s+/).filter(word => !forgettingWords.has(normaliseText(word))).join(' ')
}
