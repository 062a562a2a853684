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

/** A form of a verb behind "'s", and the word behind it. */
export const isPerfect = ({ lower, lemma, pos }: Token, object: Token | undefined) =>
  lower !== lemma && !/ing$/.test(lower) && object?.lower !== 'by' &&
  (/^(?:been|got|had|gone|left)$/.test(lower) || (withoutObject.test(lemma) && lower !== 'used') ||
    (pos === 'VERB' && !/^(?:call|name)$/.test(lemma) && /DET|PRON|NUM|NOUN|PROPN/.test(object?.pos ?? '')))

/** Forms of the perfect alone: "born", "gone" and "written" lack a "have" or a "was". */
const participle = new RegExp(
  joined(String.raw`^(?:born|gone|taken|given|written|broken|known|driven|grown|seen|done|eaten|fallen|chosen|spoken|
    stolen|torn|worn|begun|flown|drawn|thrown|shown|hidden|ridden|risen|shaken|beaten|bitten|frozen|forgotten|woken|
    sworn|drunk|swum|withdrawn|mistaken|forgiven|undergone|outgrown|overtaken)$`)
)
export const isParticiple = ({ lower }: Token): boolean => participle.test(lower)

/** What one does alone, and what may as well have been done to the speaker: "given a raise". */
const [ofOneself, both] = [/^(?:gone|fallen|grown|risen|undergone)$/, /^(?:given|shown|thrown)$/]
/** But "in" and "on" say where and when: "stolen on Tuesday". */
export const separable = /^(?:up|over|out|back|off|down)$/

/** "Broken my arm", "taken up pottery", "gone vegan", and not "stolen on Tuesday", "given a raise". */
export function isDoneBySpeaker ({ lower }: Token, [first, second]: Token[]): boolean {
  if (lower === 'born') return false
  if (ofOneself.test(lower)) return true
  const isBehind = separable.test(first?.lower ?? '')
  const object = isBehind ? second : first
  return ((isBehind || !both.test(lower)) && /^(?:DET|PRON|NUM|PROPN)$/.test(object?.pos ?? '')) ||
    (isBehind && /^(?:NOUN|VERB)$/.test(object?.pos ?? ''))
}
