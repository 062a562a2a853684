/** Words that order something to be forgotten. */
import { joined } from './lists.ts'

/** In front of an order: "good point, wipe the door code". */
export const remarks = joined(String.raw`
  good (?:point|call|idea|thinking)|fair (?:enough|point)|true|right|thanks|thank you|in that case|better`)
const courtesies = joined(String.raw`
  ${remarks}|you can|oh|ok|okay|hey|actually|sorry|wait|no|well|just|also|kindly|on second thoughts?|
  would you mind|i'd rather you|
  i would rather you|let's|can we|could we|i (?:do not|don't) want you to(?= (?:remember|keep|store|
  save|know|retain)\b)|
  bitte|please|por favor|per favore|s'il (?:te|vous) plait|alsjeblieft|now|and|then|so|can|could|
  would|will|you|must|should|have to|need to|i want you to|i'd like you to|kannst du|konntest du|puedes|peux-tu|
  pouvez-vous|ignore \S+ \S+ instructions(?: and)?`)
/** Of the service's memory, and not of a file or a plan. */
const ofMemory = String.raw`(?=.{0,80}\b(?:thing|bit|part|stuff|what i|everything|anything|memory|notes?|records?)\b)`
/** What is said in a word, and no thing that is wiped: "the door code", "my phone number". */
const ofSecret = joined(String.raw`
  (?= (?:(?:the|my|our|that) (?:(?:(?:front )?door|gate|alarm|entry|access|garage|wi-?fi|home|e-?mail|postal|phone|
  mobile|card|account|bank|passport|work) ){1,2}(?:code|pin|password|address|number|details)|
  (?:my|our) (?:(?:new|old) )?(?:address|birthday|surname|salary|diagnosis|password|pin))s?
  (?: (?:please|again|now|then))*\W*$)`)
/** Of what was said, and not of a text: "what I said about my ex". */
const ofWords = String.raw`(?= what i(?:'ve)? (?:just )?(?:said|told|mentioned|wrote)\b)`
const object =
  String.raw`(?= (?:that about|this about|that bit|it|the \S+ (?:bit|part|thing|stuff)|the (?:bit|part|thing|stuff)|` +
  String.raw`what i|anything|any of)\b)`
const forgettingVerbs = joined(String.raw`
  forgetting|deleting|removing|erasing|unremember|(?:didn't|did not) (?:remember|keep|store|save|know)|
  (?:remember|know)(?<=want you to (?:remember|know))|(?:keep|store|save|retain)(?<=want you to \S+)|
  (?:do(?: not|n't)|never) (?:keep|store|save|retain|record|log)${object}|
  (?:strike|scrap|wipe|purge|expunge|lose|scrub)${ofMemory}|(?:wipe|purge|scrub)${ofSecret}|
  (?:drop|bin|ditch|discard|clear|get rid of|cut)${ofWords}|
  (?:take|leave) out(?= (?:what|(?:every|any)thing) i\b|
  .{1,60}\b(?:from|of) (?:your |the )?(?:memory|notes?|records?)\b)|drop(?=.{1,60}\b(?:from|off|
  out of) (?:your |the )?(?:memory|notes?|records?)\b)|
  ignore(?= (?:what i|everything i|the (?:thing|bit|part|stuff)))|never ?mind(?= what i (?:said|told|mentioned|wrote))|
  pretend (?:that )?i (?:never|didn't|had never|hadn't) (?:mention|say|tell|said|told)(?:ed)?|
  keep(?= .{1,60}off the record(?! \p{L}))|
  forget|erase|delete|remove|disregard|stop remembering|do(?: not|n't) remember|vergiss|vergessen sie|losche?|
  loschen sie|streiche|oublie[zsr]?|efface[zsr]?|supprime[zsr]?|olvida\w*|olvide|borra\w*|borre|elimina|
  dimentica\w*|cancella\w*|esquece?a?|apaga?|apague|vergeet|verwijder|wis|glom|забудь\w*|удали\w*`)

/** An order to forget, at the beginning of a sentence; "I forgot" and "don't forget" are none. */
export const forgetting = new RegExp(`^(?:(?:${courtesies})[,:]? )*(?:${forgettingVerbs})(?![\\p{L}\\p{N}])`, 'u')
const ofDocument = joined(String.raw`
  paragraph|sentence|line|word|letter|comma|full stop|
  hyphen|dash|(?:exclamation|quotation) (?:mark|point)s?|bracket|emoji|
  bullet|bullet point|row|column|cell|table|step|slide|page|section|chapter|verse|stanza|footnote|
  heading|header|subtitle|caption|signature|sign-off|greeting|intro|introduction|conclusion|image|picture|photo|
  attachment|link|duplicate|function|method|class|variable|import|file|folder|branch|commit|tag|database|
  board|whiteboard|blackboard|cache|cookie|semicolon|playlist|screenshot|draft|browser history|
  ingredient|version|placeholder|repetition|typo|space|blank`)
/**
 * "Remove salmon from the list", "delete the second paragraph", "forget dinner, tell me a joke": of what is worked on,
 * and not of what is remembered.
 */
export const editing = new RegExp(
  joined(String.raw`
    \b(?:delete|remove|erase|deleting|removing|erasing|wipe|lose|scrub|strike|scrap|purge|cut|drop)\b (?:
    (?:(?!what i\b|(?:every|any)thing i\b|all i\b)[^.;!?]){0,80}?\b(?:from|off|out of) (?:(?:the|my|our|this|that|his|
    her|their|an?|its)\b(?! (?:\S+ )?(?:memory|memories|notes?|records?|profile|account|history|system)\b)|
    your (?:list|answer|reply|draft|text|version|e-?mail|letter|message|plan|code|summary|suggestions?)\b)|
    (?:(?:the|this|that|those|these|all|any|every|both|my|an?) )?(?:\S+ ){0,2}?(?:${ofDocument})(?:e?s)?\b|
    (?:items? |numbers? |nos? )?\d|the (?:part|bit|passage) where\b)|
    \bforget (?!(?:what|that|everything|anything|all)\b)(?:(?!\b(?:my|i|me|our)\b)[^,;.!?–—]){1,60}[,;–—] (?:let's|
    we'll|i'll|make it|tell me|give me|show me|do|try|use|go with|how about|what about|can you|could you|just)\b`),
  'u'
)
/** "That thing about my knee, forget it." */
export const forgettingLast = new RegExp(
  joined(String.raw`
    ^(?:(?:the|that|this|my) )?(?:\S+ ){0,8}?\S+(?: ?[-–—,:]+ ?)(?:please )?(?:forget|delete|erase|remove|scrap)
    \s(?:it|that|this)(?: please| again)?\W*$`),
  'u'
)
export const forgettingUnspaced = /忘れて|忘れろ|削除して|消して|忘记|忘掉|忘了吧|删除|刪除|잊어|지워|삭제/u

/** What a wish to forget consists of beside what it is about. */
export const forgettingWords = new Set(
  `actually sorry wait
    forget forgotten erase delete remove disregard remember stop memory memories memorie memori everything everyth
    anything anyth all every each about know knew told tell said say please instruction instructions instruct
    previous previou ignore prompt system rule fact facts information info data detail record records thing
    things vergiss vergessen losche bitte alles uber mich mir dass oublie tout moi que olvida todo mi sobre
    borra dimentica tutto di me esquece tudo vergeet alles over user`.split(/\s+/)
)
