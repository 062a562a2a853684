/** What holds for a moment only: tiredness, a step just done, trouble that is being solved, what a paste is led by. */
import { joined } from '../wording/words/lists.ts'
import type { Clause } from './clause.ts'

const moments = [
  // "Just got off a double shift", and not "just got back from Peru".
  String.raw`^(?:i )?(?:'ve |have )?(?:only )?just (?:(?:got|come|came) (?:(?:off|out of)
    \s(?:(?:an?|the|my|another) )?(?:(?:double|night|late|long|early|day|\d+ ?-? ?hour) ){0,2}(?:shift|work|call|phone|
    bed|shower|bath|meeting)|home|in|up)|woke(?: up)?|woken up|(?:finished|left) (?:work|my shift)|sat down)
    (?: (?:from (?:work|my shift)|now))?\W*$`,
  // "My feet are killing me", and not "… since the accident".
  String.raw`^(?:and |but )?my (?:\S+ )?(?:feet|foot|legs?|head|back|arms?|eyes|brain|shoulders?) (?:is|are|'s|'re)\s
    (?:(?:absolutely|totally|so) )?(?:killing me|fried|mush|done(?: for)?|toast|jelly)(?: (?:today|now|tonight))?\W*$`,
  // "Ok pruned", "done, restarted".
  String.raw`^(?:ok|okay|done|right|alright|yep|yes|cool|there)(?: ,)? (?!married|moved|retired|engaged|divorced|hired)
    (?:\p{L}{3,}ed|did it|did that|done)(?: (?:it|that|them|all))?\W*$`,
  // "Let's go with the blue one", "lets do window seats"
  String.raw`^(?:(?:ok|okay|so|and|but|well|then|alright|no|yes)(?: ,)? )*(?:let (?:'s|us)|lets (?:go|do|use|try|keep|
    make|take|say|have|start|see|get|pick|stick|leave|move|add|talk|call|put|skip|drop))\b.*`,
  // "Landlord just sent me this"
  String.raw`^(?:(?:and|so|my|our|the|this) ){0,2}(?:\S+ ){1,4}(?:sent|forwarded|emailed|texted|messaged|gave|handed|
    posted|left|wrote)(?: to)? (?:me|us) (?:this|these|the following)(?: (?:letter|e-?mail|message|text|note|review|
    one))?(?: (?:today|yesterday|now|this morning|tonight))?\W*$`
].map(pattern => new RegExp(joined(pattern), 'iu'))

/** "My build is failing with ENOSPC", "getting a segfault in my assignment". */
const failing = new RegExp(
  joined(String.raw`
    \b(?:build|pipeline|tests?|script|code|deploy|deployment|container|query|server|compile|compiler|program|job|
    import|migration|notebook|function|page|docker|cluster|pod|app)
    (?: (?:is|are|keeps?|'s|just|still|now)){1,2} (?:failing|crashing|hanging|timing out|throwing|erroring|freezing|
    not (?:working|compiling|building|starting|running|loading))\b|
    \b(?:getting|get|got|throws?|seeing) (?:an? |the )?(?:\S+ )?(?:segfault|segmentation fault|error|exception|
    stack ?trace|traceback|stack overflow|null pointer|timeout error)\b`),
  'iu'
)

/** "My feet are killing me": nothing that is so tomorrow. English only. */
export function isOfTheMoment ({ tokens }: Pick<Clause, 'tokens'>): boolean {
  const words = tokens.map(({ text }) => text).join(' ')
  return passes(words) || words.split(' , ').every(passes)
}

const passes = (words: string) => moments.some(pattern => pattern.test(words)) || failing.test(words)
