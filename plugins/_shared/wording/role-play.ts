/** Whether a sentence is part of a game in which the speaker plays another: nothing of it is so. English. */
import { joined } from './words/lists.ts'

const begins = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:ok|okay|hey|so|now|well|cool|great|please)[,!.]? )*(?:(?:let'?s|can we|could we|shall we|
    (?:i|we) (?:want|'d like|would like) to|wanna|want to) (?:play[:,]|
    (?:do|try|play|start) (?:a |an |some )?(?:\S+ )?(?:role[ -]?play\w*|rpg|improv|text adventure|scene|sketch|skit)\b|
    role[ -]?play\b|pretend\b|play (?:a game where|that)\b)|
    (?:let'?s|can we|could we|shall we|wanna|want to) play (?:an?|some|another) (?:\S+ ){0,3}(?:detective|fantasy|
    mystery|murder|horror|adventure|text|story|pirate|spy|dungeon\S*) (?:\S+ )?(?:game|story|adventure|quest|scene)\b|
    i(?:'m| am|'ll be|'ll play| play) [^,.;?!]{1,40}, (?:and )?you(?:'re| are|'ll be| play| be) the\b
    (?! (?:ai|bot|assistant|computer|machine|robot|language|best|one|only|expert)\b)|
    role[ -]?play\b|pretend (?:that )?(?:i|we)\b|imagine (?:that )?i(?:'m| am) (?:an?|the)\b|
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
