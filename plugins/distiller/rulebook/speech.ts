/** What people say that is no fact: questions, requests, greetings, thanks, moods and the small talk of a day. */
import { terms } from '../../../kernel/text/analyse.ts'
import type { Reading } from './reading.ts'
import { has, words, write, type Token } from './tokens.ts'

const asking = /^(?:can|could|would|will|should|shall|do|does|did|is|are|was|were|have|has|am|may|might) (?:you|we|i|it|this|that|there|they|he|she|the|a|my|our|be|is)\b|^(?:what|how|why|when|where|which|who|whose) (?!i\b)|^any (?:ideas|tips|suggestions|advice|thoughts)/
const request = /^(?:help|show|tell|give|explain|write|create|make|let us|let me|suggest|recommend|remind|walk|teach|find|list|generate|draft|summari[sz]e|translate|check|fix|start|look)\b|^i (?:(?:just|also|really) )?(?:need|want|would like|would love) (?:you|your help|help|some help|a hand|to (?:ask|know|see|hear))\b|^(?:i am )?(?:wondering|curious) (?:if|how|what|whether)|^would be\b|^looking forward/
const pleasantry = /^(?:hi|hey|hello|thanks|thank you|thx|bye|goodbye|good (?:morning|evening|night|afternoon)|nice to meet|see you|sounds (?:good|great)|got it|makes sense|(?:ok )?that makes sense|no problem|you are (?:right|welcome)|that is (?:it|all|right|true|great|perfect)|of course|same here|me too|love it|fair enough|good (?:point|question|idea))\b/
const moods = new Set(`nervous excited thrilled terrified happy sad tired exhausted stressed anxious worried glad pumped relieved frustrated confused curious
ready sorry sure good great fine okay ok well bad better stuck lost overwhelmed bored amazed impressed proud grateful thankful annoyed
upset angry hungry sleepy busy back here there done aware afraid psyched stoked hyped hopeful wrong right hooked`.split(/\s+/))
const dummies = new Set(['it', 'this', 'that', 'there', 'which', 'things', 'everything', 'all', 'these', 'those'])
const verdicts = /\b(nice|great|good|bad|perfect|awesome|amazing|terrible|horrible|stressful|fun|hard|easy|cool|crazy|weird|interesting|exciting|tough|right|wrong|worth|helpful|useful|annoying|frustrating|beautiful|lovely|messy|huge|painful|fine|ok|okay|brutal|wild|insane|lot of (?:work|rework|fun))\b/
const smallTalk = /\b(tea|mug|one sec|brb|weather|traffic|flight|flights|commute|coffee|lunch|dinner|breakfast|rain|raining|snow|sunny|wifi|internet|elevator|parking|printer|bus|train|subway|alarm|power outage|nap|sandwich|pizza|sleep|slept)\b/
const mishap = /\b(spill|spilled|spilt|broke|broken|delay|delayed|late|missed|stuck|lost|forgot|crashed|cancelled|canceled|burned|burnt|horrible|terrible|awful|worst|ruined|tripped|woke|knocked over|knocked|flooded|jammed)\b/
const moment = /\b(today|this morning|tonight|last night|yesterday|just|this afternoon|right now|on the way|again)\b/
const exclaimed = /\b(?:oh man|ugh|omg|lol|haha|hah|oops|phew|yikes|gosh)\b/

export function isQuestion (sentence: string, tokens: Token[]): boolean {
  return /[?？؟]["')\]]?\s*$/.test(sentence) || asking.test(words(tokens))
}

/** Nothing is asked of memory by it, but neither is anything told. */
export function isPleasantryOrRequest (tokens: Token[]): boolean {
  const said = words(tokens)
  // "Sum a column", "Think heatmaps": told to do something.
  const bare = has(tokens[0], 'Infinitive') && !has(tokens[0], 'Noun', 'Modal') && !/^(need|want|love|hate|prefer|plan|hope|use|work|live)$/.test(tokens[0]!.word)
  const told = !has(tokens[0], 'Hyphenated') && (has(tokens[0], 'Imperative') || bare)
  return told || request.test(said) || (pleasantry.test(said) && tokens.length <= 7)
}

/** What a request needs, told right after it. */
export function isPartOfRequest (tokens: Token[]): boolean {
  const said = words(tokens)
  return /^(?:i|we) (?:just |also |really )?(?:need|want|have to|would like)\b/.test(said) || !/\b(?:i|we|my|our|me|us)\b/.test(said)
}

/** The accidents of a day, told in passing. */
export function isSmallTalk (sentence: string): boolean {
  const said = sentence.toLowerCase()
  const topical = smallTalk.test(said)
  return (topical && (mishap.test(said) || exclaimed.test(said) || verdicts.test(said) || /\bthing\b|\bwinters?\b/.test(said))) ||
    (exclaimed.test(said) && mishap.test(said)) || (mishap.test(said) && moment.test(said) && topical)
}

/** "Luckily my keyboard survived": what small talk goes on with. */
export function isAfterthought (tokens: Token[]): boolean {
  return /^(luckily|thankfully|fortunately|unfortunately|sadly|at least|i was so|so annoying|it|that|but it)\b/.test(words(tokens))
}

/** "I think it could be …": nothing is claimed. */
export function isGuess (tokens: Token[]): boolean {
  return /^(?:i (?:\w+ )?(?:think|guess|suppose|wonder|feel like)|maybe|perhaps)\b.*\b(?:could|might|would|may|it is|that is)\b|^if\b/.test(words(tokens))
}

/** A mood or a verdict on the moment: true now, worth nothing tomorrow. */
export function isMood (reading: Reading): boolean {
  const subject = words(reading.subject)
  const object = reading.object.filter(token => !has(token, 'Adverb') && !/^(kind|of|a|so|bit|little|really|very|pretty|too|just|still|such)$/.test(token.word))
  const first = object[0]?.word ?? ''
  if (reading.lemma === 'feel' || reading.lemma === 'sound' || reading.lemma === 'seem') return true
  // How others took it: "my team was impressed when I showed them".
  if (/^(?:impress|excite|thrill|surprise|amaze|shock|please|delight)$/.test(reading.lemma) && has(reading.verb[0], 'Copula') && subject !== 'i') return true
  if (reading.lemma !== 'be') return false
  if (subject === 'i' || subject === 'we') return moods.has(first) && object.length <= 4
  return dummies.has(subject) && (verdicts.test(words(reading.object)) || object.length <= 1)
}

export function isMoodWord (tokens: Token[]): boolean {
  if (/^(?:much |way |a lot )?(?:better|worse|easier|harder|faster|slower) than (?:i|we|expected)\b|^(?:not yet|not really|not much|kind of|sort of|all good|so far so good|not at all|never)$/.test(words(tokens))) return true
  const said = tokens.filter(token => !has(token, 'Adverb', 'Conjunction') && !/^(so|very|really|too|and|a|bit)$/.test(token.word))
  return said.length > 0 && said.every(token => moods.has(token.word) || verdicts.test(token.word))
}

const light = new Set(terms('love want need think start get make go do know have work feel lot thing something take let see try use really still also new good'))

/** At least so many words that mean something, or a number. */
export function isInformative (tokens: Token[], least = 2): boolean {
  const meaning = new Set(terms(write(tokens)))
  return meaning.size >= least || [...meaning].some(term => /\d/.test(term))
}

/** Whether a finished text tells something of its subject. */
export function tells (text: string, subject: string | null, least = 2): boolean {
  const own = new Set(terms(subject ?? ''))
  const meaning = new Set(terms(text).filter(term => !own.has(term) && !light.has(term)))
  return meaning.size >= least || [...meaning].some(term => /\d/.test(term))
}
