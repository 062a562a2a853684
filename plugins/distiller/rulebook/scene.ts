/** What a conversation has made known so far: who speaks, and what "she", "they" and "it" stand for. */
import type { Conversation, Turn } from '../../../kernel/capabilities/distiller.ts'
import { nounPhrase, type Reading } from './reading.ts'
import { has, supplied, words, write, type Token } from './tokens.ts'
import { possessive, type Voice } from './voice.ts'

export interface Scene {
  /** The user's name once known. */
  name: string | null
  /** Tokens that "he" or "she" stand for. */
  person: Token[] | null
  /** Noun phrases of the last clause, one of which "it" may stand for. */
  things: Token[][]
  /** The last question another speaker asked, and what they offered. */
  asked: string | null
  offered: string | null
  /** The last place named in this turn. */
  place: string | null
  /** What the speaker told last in their turn before: what a pronoun without a home may belong to. */
  topic: string | null
  /** What the user asked for before: "can we do matplotlib?". */
  requested: string | null
  /** The sentence before asked for something. */
  requesting: boolean
  /** The words of the sentence that is read. */
  said: string
  /** The sentence before was small talk. */
  chatting: boolean
  /** Who spoke of work or of family decides who "we" are. */
  work: boolean
}

export function openScene ({ userName, aboutAssistant, turns }: Conversation): Scene {
  return { name: aboutAssistant ? null : userName ?? fullName(turns), person: null, things: [], place: null, topic: null, requested: null, asked: null, offered: null, work: false, requesting: false, chatting: false, said: '' }
}

/** A name on the turns is who speaks, when all of the user's turns agree. */
function fullName (turns: Turn[]): string | null {
  const names = new Set(turns.filter(turn => isUser(turn)).map(turn => turn.name))
  const [name] = names
  return names.size === 1 ? name ?? null : null
}

export function isUser (turn: Turn): boolean {
  return !/^(assistant|ai|bot|model|system|tool|function|developer|agent)$/i.test(turn.role)
}

export function isAssistant (turn: Turn): boolean {
  return /^(assistant|ai|bot|model|agent)$/i.test(turn.role)
}

const family = /\b(wife|husband|kids?|children|son|daughter|family|baby|married|wedding|parents|dog|cat|house|apartment|vacation|holiday)\b/
const workplace = /\b(team|company|startup|client|customers?|users?|product|app|project|engineers?|launch|deadline|pipeline|platform|office|manager|ceo|cto|model|trial|schools?|lab|studio|business|cluster|gpus?|participants|deployment|beta|design|code|series [a-c]|revenue|hire|hired|sprint|backend|frontend|api|database|server|migrat\w+|publicly|patients|students|campaign|store|shop|restaurant)\b/

export function voiceOf (scene: Scene, turn: Turn, aboutAssistant: boolean, sentence: string): Voice {
  const self = aboutAssistant ? 'The assistant' : turn.name ?? scene.name ?? 'The user'
  const said = sentence.toLowerCase()
  scene.work ||= workplace.test(said)
  const kind = family.test(said) && !workplace.test(said) ? 'family' : scene.work ? 'team' : 'group'
  return { self, other: aboutAssistant ? 'The user' : 'The assistant', group: `${possessive(self)} ${kind}` }
}

/** "my wife", "our CTO": a person by what they are to the speaker. */
export function isRole (phrase: Token[]): boolean {
  return /^(lead|boss|wife|husband|partner|girlfriend|boyfriend|fiancee?|advisor|adviser|supervisor|mom|mum|dad|mother|father|sister|brother|son|daughter|kids?|friend|roommate|neighbou?r|uncle|aunt|cousin|grandm\w+|grandf\w+|ceo|cto|cfo|coo|vp|manager|lawyer|doctor|therapist|coach|client|landlord|teacher|professor|cofounder|co-founder|researcher|investor|colleague|coworker)s?$/.test(phrase.at(-1)?.word ?? '')
}

/** Remembers what later pronouns may mean. */
export function note (scene: Scene, reading: Reading | null, tokens: Token[]): void {
  const nouns = [...(reading ? [reading.subject] : []), ...phrases(tokens)]
  for (const phrase of nouns) {
    const head = phrase.at(-1)
    if (!head || phrase.some(token => has(token, 'Pronoun'))) continue
    const own = has(phrase[0], 'Possessive')
    if (phrase.some(token => has(token, 'Person', 'Honorific')) || (own && (has(head, 'Actor') || isRole(phrase)))) scene.person = phrase
  }
  const place = tokens.filter(token => has(token, 'Place'))
  // Only where the speaker is concerned: a sister's home is no destination.
  if (place.length > 0 && /^(i|we|my|our|the)$/.test(tokens[0]!.word) && !(reading && isRole(reading.subject))) scene.place = write(place)
  const things = phrases(reading ? [...reading.subject, ...reading.object] : tokens).filter(phrase => !phrase.some(token => has(token, 'Pronoun', 'Person', 'Date')) && has(phrase.at(-1), 'Noun') && !has(phrase.at(-1), 'Actor', 'Place'))
  scene.things = things
}

function bare (phrase: Token[]): Token[] {
  const start = phrase.findIndex(token => !has(token, 'Determiner', 'Possessive', 'Value'))
  return phrase.slice(Math.max(start, 0)).map((token, index, all) => index === all.length - 1 ? { ...token, post: ' ' } : token)
}

function phrases (tokens: Token[]): Token[][] {
  const found: Token[][] = []
  let run: Token[] = []
  for (const token of tokens) {
    if (has(token, 'Noun', 'Determiner', 'Adjective', 'Possessive') || /^(lead)$/.test(token.word)) run.push(token)
    else { found.push(run); run = [] }
    if (/[,;–—.!?]/.test(token.post)) { found.push(run); run = [] }
  }
  found.push(run)
  return found.filter(phrase => phrase.length > 0)
}

/** The clause with the name of what its first pronoun stands for; null when nobody knows. */
export function resolved (scene: Scene, tokens: Token[], reading: Reading | null): Token[] | null {
  const first = tokens[0]!.word
  const rest = tokens.slice(1)
  const put = (phrase: Token[] | null) => phrase && [...phrase.map((token, index) => index === phrase.length - 1 ? { ...token, post: ' ' } : token), ...rest]
  if (first === 'he' || first === 'she') return put(scene.person)
  if (first === 'it' && reading?.lemma === 'be') {
    // "It is an RPG with …" after "a pixel art RPG": the same noun names the thing.
    const head = nounPhrase(reading.object).at(-1)?.word
    const thing = scene.things.find(phrase => phrase.at(-1)!.word === head)
    return thing ? put([supplied('the', ['Determiner']), ...bare(thing)]) : null
  }
  if (first === 'it' || first === 'they') return null
  return /^(this|that|these|those)$/.test(first) && !has(tokens[1], 'Noun', 'Adjective') ? null : tokens
}

export function standsOpen (tokens: Token[]): boolean {
  return /^(he|she|they|it|this|that|these|those)$/.test(words(tokens.slice(0, 1)))
}
