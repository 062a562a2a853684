/**
 * Questions whose answer is spread over many memories and a long time: in which order things happened, and all there is
 * about a matter. They are recognised by how English asks for them, not by what they ask about.
 */
import { terms } from '../../../../domain/text/analyse.ts'

/** A longer query is a dialogue or a page, in which a speaker may ask anything. */
const longestQuestion = 600

const sooner = '(?:first|earlier|earliest|sooner|later)'
/** "Was it A or B that came earlier?", "Which did I do first, A or B?", "Of A and B, which was sooner?" */
const compares = [
  String.raw`\bor\b[^.?!]*\b${sooner}\b`,
  String.raw`\b(?:which|what|who)\b[^.?!]*\b${sooner}\b[^.?!]*\bor\b`,
  String.raw`\bof\b[^.?!]*\band\b[^.?!]*\b(?:which|who)\b[^.?!]*\b${sooner}\b`,
  String.raw`\b(?:came|comes?|happen(?:ed|s)?|occurr?(?:ed|s)?|took place|went) ${sooner}\b`,
  String.raw`\b(?:before or after|after or before)\b`,
  // "Was A before B?"
  String.raw`^(?:was|were|did|had|have|has|is|are|am)\b[^.?!]*\b(?:before|after)\b`
]

const asksOrder = new RegExp(
  [
    ...compares,
    String.raw`\b(?:in|into|by|of) (?:(?:what|which|the|their|a|right|correct|exact|time|chronological) )*` +
    String.raw`(?:order|sequence)\b(?! (?:to|that|for)\b)`,
    String.raw`\b(?:the|an?|what|which) (?:\w+ )?(?:order|sequence) (?:of|in which)\b`,
    String.raw`\b(?:chronolog\w+|time ?line|from (?:start|beginning) to end|first to last|step by step)\b`,
    String.raw`\b(?:put|arrange|sort|line up|order|rank)\b[^.?!]*:`,
    String.raw`\b(?:walk|take|talk|run|lead) (?:me|us) through\b`
  ].join('|'),
  'i'
)

const asksAll = new RegExp(
  [
    String.raw`\b(?:summar(?:y|i[sz]e)|sum up|recap|overview|run-?down|recount|retell)\b`,
    String.raw`\b(?:bring|get) (?:me|us) up to (?:date|speed)|\b(?:catch (?:me|us) up|fill (?:me|us) in)\b`,
    String.raw`\beverything\b(?: \w+){0,5} (?:about|on|with|regarding|concerning)\b`,
    String.raw`\ball (?:there is |(?:that )?(?:I|we|you) (?:\w+ ){1,3}|that came .*)?(?:about|regarding)\b`,
    String.raw`\beverything (?:that )?(?:I|we|you) (?:know|remember|(?:have )?(?:said|told|mentioned|discussed))\b`,
    String.raw`\bwhat (?:all )?(?:do|did|does|have) (?:you|we|I) (?:\w+ )?(?:know|remember|said|told|reported|` +
    String.raw`mentioned|shared)\b(?: \w+){0,3} (?:about|of|on)\b`,
    String.raw`\b(?:whole|full|entire|complete) (?:story|history|picture|course|account)\b`,
    String.raw`\b(?:story|history|course|evolution|development) of\b`,
    String.raw`\bhow (?:has|have|did|does)\b[^.?!]*\b(?:develop|evolve|progress|unfold|come about)(?:e?d)?\b`,
    String.raw`\bhow (?:has|have)\b[^.?!]*\b(?:changed|gone|fared|been going|come along|turned out)\b`,
    String.raw`\bhow (?:did|have) (?:things|it all|everything)\b[^.?!]*\b(?:go|gone|went)\b`,
    String.raw`\bover (?:time|the (?:weeks|months|years))\b`
  ].join('|'),
  'i'
)

/** "Mention only five items." says how to answer and nothing of what about. */
const form =
  /(?<=[.?!]\s)(?:(?:please|just|and)\s)*(?:mention|list|give|name|include|use|limit|keep|answer|be)\b[^.?!]*[.?!]?/gi
/** How an order or a summary is asked for, as whole phrases. */
const frame = new RegExp(
  [
    String.raw`\b(?:can|could|would|will) you\b|\bplease\b`,
    String.raw`\b(?:give|tell|show|walk|take|talk|run|lead|bring|get|fill|catch|remind) (?:me|us)` +
    String.raw`(?: (?:through|up to (?:date|speed)|up|in))?\b`,
    String.raw`\b(?:list|summari[sz]e|sum up|recap|recount|retell|draw up|outline|go over|lay out|describe)\b`,
    String.raw`\b(?:an? |the )?(?:(?:\w+ly|full|whole|entire|complete|comprehensive|brief|short|detailed|quick|clear|` +
    String.raw`thorough|chronological|exact|correct|right) )*(?:summary|overview|run-?down|timeline|chronology|` +
    String.raw`story|history|picture|account|order|sequence) (?:of|in which|for|about|with|on|that)\b`,
    String.raw`\b(?:,? ?in (?:what|which|the|chronological)? ?(?:order|sequence)|chronologically|step by step)\b`,
    String.raw`\b(?:everything|anything|all) (?:there is |that |which )?(?:(?:you|we|I) (?:know|remember) |` +
    String.raw`(?:we|I) (?:have |had )?(?:said|told you|mentioned|discussed) )?(?:about|on)\b`,
    String.raw`\bwhat do (?:you|we|I) (?:know|remember) (?:about|of)\b`,
    String.raw`\b(?:I|we) (?:have |had |'ve |first )?(?:brought up|mentioned|discussed|talked about|raised|covered)\b`,
    String
      .raw`\b(?:the )?(?:different|various|several|main|key) (?:aspects?|topics?|parts?|points?|things?|ideas?) of\b`,
    String.raw`\b(?:throughout|during|across|over|in|from) (?:all )?(?:our|my|these|the) (?:\w+ )?` +
    String.raw`(?:conversations?|chats?|discussions?|sessions?|talks?)\b`
  ].join('|'),
  'gi'
)

/** Whether the order of events is asked for, and not only what there is of a matter. */
export const asksForOrder = (query: string): boolean => asksOrder.test(query)

/** A pasted dialogue asks what its speakers ask each other. */
const dialogue = /\n\s*[\p{L}\p{M} .'-]{1,40}:\s/u

/**
 * What such a question is about, without the words that only ask for an order or a summary, which long chats are full
 * of; the query where nothing else is left. Null for every other question.
 */
export function topicOverTime (query: string): string | null {
  if (query.length > longestQuestion || dialogue.test(query)) return null
  if (!asksOrder.test(query) && !asksAll.test(query)) return null
  const topic = query.replace(form, ' ').replace(frame, ' ').replace(/\s+/g, ' ').replace(/ (?=[,.;:?!])/g, '')
    .replace(/^[\s,.;:]+/, '')
    .trim()
  return terms(topic).length === 0 ? query : topic
}
