/** "He's moved", "she's lost her job": "has", where "'s" might be "is". */
import { joined } from '../wording/words/lists.ts'
import type { Token } from './token.ts'

/** Verbs that need no object, so that "moved" is no passive. */
export const withoutObject = new RegExp(
  joined(
    String.raw`^(?:move|travel|work|retire|graduate|start|finish|stop|live|return|arrive|stay|walk|talk|look|listen|
    try|apply|switch|join|sign|enrol|enroll|end|relocate|settle|commute|study|train|volunteer|cycle|decide|agree|
    promise|manage|plan|want|need|hope|use|happen|ask|learn|fail|pass|wait|camp|cook|dance|hike|climb|exercise|
    migrate|adopt|change|upgrade)$`
  )
)

/** "She's offered to take me", and not "she's supposed to". */
const undertaking = new RegExp(
  joined(String.raw`^(?:offer|agree|decide|promise|refuse|manage|start|begin|learn|fail|plan|try|choose|threaten|
    volunteer|forget|continue|apply|opt|come|stop)$`)
)

/** A form of a verb behind "'s", and the word behind it. */
export const isPerfect = ({ lower, lemma, pos }: Token, object: Token | undefined) =>
  lower !== lemma && !/ing$/.test(lower) && object?.lower !== 'by' &&
  (/^(?:been|got|had|gone|left)$/.test(lower) || (withoutObject.test(lemma) && lower !== 'used') ||
    (object?.lower === 'to' && undertaking.test(lemma)) ||
    (pos === 'VERB' && !/^(?:call|name)$/.test(lemma) && /DET|PRON|NUM|NOUN|PROPN/.test(object?.pos ?? '')))
