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
    role[ -]?play\b|pretend (?:that )?(?:i|we)\b(?! (?:never|didn't|had))|imagine (?:that )?i(?:'m| am) (?:an?|the)\b|
    in this (?:story|game|scene|role[ -]?play),? (?:i|you|we)\b)`),
  'i'
)
const ends = new RegExp(
  joined(String.raw`
    ^(?:ok(?:ay)?,? )?stop\W*$|
    \b(?:stop(?:ping)? (?:here|now|it|there|playing|the (?:game|role[ -]?play|scene|story))|
    end of (?:the )?(?:game|role[ -]?play|scene|story)|out of character|ooc|back to (?:reality|real life|normal)|
    in (?:real life|reality)|irl|game over|enough (?:of (?:that|this)|playing)|but (?:seriously|really)|
    seriously (?:now|though)|for real(?: now)?|that was (?:great |so |really |such |a |lots of )*(?:fun|good|brilliant)|
    (?:back to|now) (?:me|my real|the real)|(?:ok|okay|haha|lol),? (?:enough|break|back|done)|(?:take|taking) a break|
    pausing|i (?:have|need|'ve got|gotta) (?:to )?go\b|pause (?:the )?(?:game|here|story)|to be continued|
    let's (?:carry|go) on (?:tomorrow|later|another|next|on))\b`),
  'i'
)

/** `was` whether the sentence before it was. */
export const isPlayed = (sentence: string, was: boolean): boolean =>
  was ? !ends.test(sentence) : begins.test(sentence.replaceAll('’', "'"))

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
