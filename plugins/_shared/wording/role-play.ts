/** Whether a sentence is of a game, story or dream in which the speaker is another: nothing of it is so. English. */
import { joined } from './words/lists.ts'

const begins = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:ok|okay|hey|so|now|well|cool|great|please)[,!.]? )*(?:(?:let'?s|can we|could we|shall we|
    (?:i|we) (?:want|'d like|would like) to|wanna|want to) (?:play[:,]|
    (?:do|try|play|start) (?:a |an |some )?(?:\S+ )?(?:role[ -]?play\w*|rpg|improv|text adventure|scene|sketch|skit)\b|
    role[ -]?play\b|pretend\b(?! (?:that )?i (?:never|didn't|had))|play (?:a game where|that)\b)|
    (?:let'?s|can we|could we|shall we) (?:play|practi[sc]e|rehearse|simulate|act out)\b[^.?!]{0,60}[.:;,–-] ?
    (?:you(?:['’]re| are|['’]ll be| be| play)|i(?:['’]m| am|['’]ll be| play)) (?:an?|the)\b|
    (?:let'?s|can we|could we|shall we|wanna|want to) play (?:an?|some|another) (?:\S+ ){0,3}(?:detective|fantasy|
    mystery|murder|horror|adventure|text|story|pirate|spy|dungeon\S*) (?:\S+ )?(?:game|story|adventure|quest|scene)\b|
    you(?:'re| are|'ll be| play| be) (?:an?|the) [^,.;?!]{1,40}(?:,|;| and) i(?:'m| am|'ll be|'ll play| play)
    \s(?:an?|the)\b|
    i(?:'m| am|'ll be|'ll play| play) [^,.;?!]{1,40}, (?:and )?you(?:'re| are|'ll be| play| be) the\b
    (?! (?:ai|bot|assistant|computer|machine|robot|language|best|one|only|expert)\b)|
    (?:pretend|imagine|suppose|say|let's say) (?:that )?you(?:'re| are| were|'ll be) [^.;?!]{1,60}(?:,|;| and)
    \s(?:that )?i(?:'m| am| was| were|'ll be) (?:an?|the|his|her|your|their|one of)\b|
    role[ -]?play\b|pretend (?:that )?(?:i|we)\b(?! (?:never|didn't|had))|imagine (?:that )?i(?:'m| am) (?:an?|the)\b|
    in this (?:story|game|scene|role[ -]?play),? (?:i|you|we)\b)`),
  'i'
)
const ends = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:ok(?:ay)?|(?:ha)+|lol|alright|right|please|and)\b[,.! ]*)*(?:stop|cut|scene)(?: please)?\W*$|
    \b(?:stop(?:ping)? (?:here|now|it|there|playing|the (?:game|role[ -]?play|scene|story))|
    end of (?:the )?(?:game|role[ -]?play|scene|story)|out of character|ooc|back to (?:reality|real life|normal)|
    in (?:real life|reality)|irl|game over|enough (?:of (?:that|this)|playing)|but (?:seriously|really)|
    seriously (?:now|though)|for real(?: now)?|that was (?:great |so |really |such |a |lots of )*(?:fun|good|brilliant)|
    back to (?:me|my|our|the real|work|business)|now (?:me|my real|the real)|
    (?:ok|okay|haha|lol),? (?:enough|break|back|done)|(?:take|taking) a break|pausing|
    i (?:have|need|'ve got|gotta) (?:to )?go\b|pause (?:the )?(?:game|here|story)|to be continued|
    let's (?:carry|go) on (?:tomorrow|later|another|next|on))\b`),
  'i'
)

/** "You are a stern librarian. I am a student"; but "you are a dietician. I am a diabetic" asks for advice. */
const cast = new RegExp(
  joined(String.raw`
    ^\W*you(?:'re| are) (?:an?|the) (?:(?:[^\s.;?!]+ ){0,2}(?:grumpy|stern|angry|rude|evil|mean|sarcastic|mysterious|
    medieval|suspicious|nosy|haunted|drunk|bored|annoyed|impatient|jealous|snooty|posh|cruel|lonely)\b|
    (?:[^\s.;?!]+ ){0,2}(?:pirate|wizard|king|queen|knight|dragon|detective|vampire|ghost|alien|robot|villain|bouncer|
    waiter|waitress|barista|shopkeeper|cashier|librarian|receptionist|innkeeper|bartender|taxi driver|border guard|
    customs officer|police officer|witch|elf|landlord|landlady|customer|patient|passenger|prisoner)\b)
    [^.;?!]{0,60}[.;!] (?:and )?i(?:'m| am) (?:an?|the|his|her|your)\b`),
  'i'
)

/** `before` is the sentence before it, and `was` whether that was played. */
export const isPlayed = (sentence: string, was: boolean, before = ''): boolean => {
  if (was) return !ends.test(sentence)
  const [said, all] = [sentence, `${before} ${sentence}`].map(text => text.replaceAll('’', "'")) as [string, string]
  return begins.test(said) || cast.test(all)
}

/** "In the novel I'm writing, I'm a spy"; not "in my book I explain how". */
const invented = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:so|and|but|also|well|oh|ok|like)[, ]+)*(?:in|for) (?:the|my|our|this|that|an?|his|her|one|last night's)
    \s(?:\S+ ){0,3}(?:novel|book|story|game|campaign|dream|nightmare|film|movie|play|musical|script|screenplay|comic|
    manga|show|series|fan ?fic\w*|simulation|larp|rpg|d ?& ?d|sims?|sketch|scenario|role-?play)\b
    (?: (?:that |which )?(?:i|we)(?:['’]m|['’]re|['’]ve been| am| are| was| were| had)?(?: \p{L}+ing)?(?: last night)?)?
    ,? (?:i|we|you|my character)(?:['’]m|['’]re| am| are| is| was| were|['’]ll be|(?: get to)? play)
    (?: called| named| playing)? (?:an?|the|this|from|\p{Lu})\b`),
  'iu'
)

const works = joined(String.raw`story|tale|fable|poem|haiku|limerick|sonnet|ballad|song|rap|lyrics|scene|screenplay|
    chapter|novel|novella|fan ?fic\w*|dialogue|monologue|skit|legend|myth|backstory|plot|character`)
/** "Write me a short story about a girl named Wren", and not "for my niece" or "about my dog". */
const asksForFiction = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:ok|okay|hey|hi|so|now|well|cool|great|please|pls|also|then|and)\b[,!.]? ?)*
    (?:(?:can|could|would|will) (?:you|u) (?:please |pls )?|(?:i (?:want|need)|i'd like) (?:you to )?)?
    (?:write|tell|compose|make up|invent|create|generate|continue|draft|give) (?:me |us )?
    (?:an?|the|another|some|this|one) (?:[^\s.?!]+ ){0,4}?(?:${works})s?\b(?![^.?!]*\b(?:my|our|i|we)\b)`),
  'i'
)
/** "The main character is Adrian, 44", "the villain's called Bo": of a story, and what is said of them. */
const castIn = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:ok|okay|so|now|well|and|also|then|but)\b[,!.]? ?)*(?:(?:the|my|our|her|his) )?
    (?:(?:main|lead|central|other|second) )?(?:character|protagonist|antagonist|hero|heroine|villain|narrator|mc|oc|npc)
    (?: ?['’]s name| ?['’]s called)?(?:,? (?:is|was|['’]s|will be|called|named)|['’]s|:)\s`),
  'i'
)
/** "I want to write a backstory": what follows is the story's. */
const startsFiction = new RegExp(
  joined(String.raw`
    \b(?:write|writing|create|creating|make|making|develop|developing|flesh(?:ing)? out|finish|finishing|invent)
    \s(?:up )?(?:an?|my|the|our|this) (?:[^\s.?!]+ ){0,3}?(?:backstory|
    character|npc|plot|scene|skit|screenplay|fan ?fic\w*|villain|protagonist|one[- ]shot|campaign)\b
    (?! (?:reference|set|limit|count))`),
  'i'
)
/** "Rate my city in Frostholm": what a player says of a game, all of a turn. */
const showsGame = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:ok|okay|hey|hi|so|pls|please)\b[,!.]? ?)*(?:rate|roast|judge) (?:my|our|this) (?:[^\s.?!]+ ){0,2}?
    (?:city|base|build|deck|kingdom|colony|empire|farm|village|party|squad|save|run|island|loadout|civ|town|fort)\b|
    \bin (?:my|our) (?:current |last |latest |new )?(?:playthrough|save|campaign|run|[^\s.?!]+ (?:playthrough|save|run|
    campaign)),? (?:i|we)\b`),
  'i'
)
const jokes = new RegExp(
  joined(String.raw`
    \b(?:tell you|here(?:'s| is)|heard?|know|got) (?:an?|another|the|this|one) (?:\S+ ){0,2}(?:joke|riddle|pun)\b|
    ^\W*knock,? knock\b`),
  'i'
)
/** "Make it sadder", and, where nothing was asked, "she should have a cat", of what was written so. */
const [revised, goesOn] = ['', 'he|she|they|his|her|their|it|its|'].map(pronouns =>
  new RegExp(
    joined(String.raw`
      ^\W*(?:(?:ok|okay|now|and|so|also|then|but|great|lovely|nice|please|can you|could you)\b[,!.]? ?)*
      (?:${pronouns}(?:make|change|add|let|have|give|rewrite|continue|keep|end|set|turn|call)
      \s(?:it|him|her|them|the|an?|some|more|with|going)\b)`),
    'i'
  )
) as [RegExp, RegExp]
const ofSpeaker = /\b(?:i|we|my|our|me|us|mine|ours)\b/i

/** What was made up last: a story or a joke, its turn, and whether the sentence before was of it or announced it. */
export interface Fiction {
  kind: 'story' | 'joke'
  turn: number
  on: boolean
  announced: boolean
}

/** What is asked to be made up, and what is said of it, until the speaker is spoken of; a joke has all its turn. */
export function fictionIn (sentence: string, turn: number, before: Fiction | null, isAsked: boolean): Fiction | null {
  const said = sentence.replaceAll('’', "'")
  const begun = { turn, on: true, announced: false }
  if (asksForFiction.test(said) || castIn.test(said)) return { kind: 'story', ...begun }
  if (jokes.test(said) || showsGame.test(said)) return { kind: 'joke', ...begun }
  if (startsFiction.test(said)) return { kind: 'story', turn, on: false, announced: true }
  if (before === null) return null
  const isOf = before.turn === turn
    ? before.on || before.announced
    : before.kind === 'story' && (isAsked ? revised : goesOn).test(said)
  return { kind: before.kind, turn, on: isOf && (before.kind === 'joke' || !ofSpeaker.test(said)), announced: false }
}

/** "Last night I had a dream", and the rest of what is said in that breath. */
const dreaming = new RegExp(
  joined(String.raw`
    \bi (?:had an? (?:\S+ )?(?:dream|nightmare)|dream(?:ed|t)(?! of| about (?:moving|having|living)))\b|
    ^\W*in (?:my|the|that|this|a) (?:\S+ )?(?:dream|nightmare)\b`),
  'i'
)
/** What is of the present again. */
const awake = new RegExp(
  joined(String.raw`
    ^\W*(?:anyhow|now|today|in real life|irl|luckily|then i woke|when i woke)\b|\b(?:i|we)(?:['’](?:m|re|ve)| (?:am|
    are|have|do|work|live|need|want|like|love|hate|use|play|take|can|will))\b`),
  'i'
)

export const isDreamt = (sentence: string, was: boolean): boolean =>
  dreaming.test(sentence) || (was && !awake.test(sentence))

/** Of a story, or a dream. */
export const isInvented = (sentence: string): boolean => invented.test(sentence) || dreaming.test(sentence)
