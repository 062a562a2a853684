/** Answers and acceptances: what the user says is told by the user's words and the assistant's question together. */
import { terms } from '../../../kernel/text/analyse.ts'
import type { Draft } from './drafts.ts'
import { entitiesOf } from './entities.ts'
import { tells } from './speech.ts'
import type { Scene } from './scene.ts'
import { has, words, write, type Grammar, type Sentence, type Token } from './tokens.ts'
import { inThirdPerson, type Voice } from './voice.ts'

const offer = /^(?:want|would you like|do you want|shall i|shall we|should i|should we|can i|may i|how about|ready)\b/
/** More than a yes: a bare "yes please" asks for help now, which is no interest yet. */
const consent = /^(?:(?:oh|ooh|ah|ok|okay|yes|yeah|yep|sure|wow) )*(?:that (?:would be|will be|is|sounds) (?:\w+ )?(?:perfect|great|awesome|amazing|fantastic|wonderful|ideal|lovely|exactly)|sounds (?:great|perfect|awesome|amazing|fantastic)|i would (?:love|like) (?:that|to)|definitely|absolutely|let us do (?:it|that))\b/

/** The first question that asks for something to be told. */
export function questionIn (sentences: Sentence[]): string | null {
  const questions = sentences.filter(({ text, tokens }) => text.endsWith('?') && !offer.test(words(tokens)))
  const open = questions.find(({ tokens }) => /^(what|which|who|where|when|how|why)/.test(tokens[0]?.word ?? '')) ?? questions[0]
  return open ? open.text.replace(/^.*[–—]\s+(?=\w.*\?$)/, '') : null
}

export function offerIn (sentences: Sentence[]): string | null {
  return sentences.filter(({ text, tokens }) => text.endsWith('?') && offer.test(words(tokens))).at(-1)?.text ?? null
}

/** "CPU bound mostly." is nothing without the question before it. */
export function answer (scene: Scene, tokens: Token[], voice: Voice, grammar: Grammar): Draft[] {
  const { asked } = scene
  if (!asked) return []
  // One answer a question; what follows adds to it.
  scene.asked = null
  const spoken = inThirdPerson(tokens, voice, grammar)
  const said = write(spoken)
  if (!tells(said, voice.self, 1)) return []
  const topic = topicAsked(asked, voice, grammar)
  const text = topic ? `${topic}: ${said}` : `Asked "${asked}", ${voice.self.replace(/^The /, 'the ')} said: ${said}`
  return [{ text, subject: voice.self, value: said, entities: entitiesOf(spoken), confidence: 0.5 }]
}

/** "What are your current bottlenecks?" asks for "Sarah's current bottlenecks"; null for other questions. */
function topicAsked (asked: string, voice: Voice, grammar: Grammar): string | null {
  const tokens = [...grammar.sentences(asked)][0]?.tokens ?? []
  if (!/^(?:what|who) (?:is|are|was|were)$/.test(words(tokens.slice(0, 2)))) return null
  const topic = tokens.slice(2)
  if (topic.length === 0 || topic.length > 6 || topic.some(token => has(token, 'Verb') || /^(you|next|it|that|this|new|up|like)$/.test(token.word))) return null
  const named = write(inThirdPerson(topic, { ...voice, self: 'The assistant', other: voice.self }, grammar))
  return named.startsWith(voice.self) ? named : `${voice.self} on ${named}`
}

/** "Yes! That would be perfect" to an offer: an interest in what was offered. */
export function acceptance (grammar: Grammar, scene: Scene, { tokens }: Sentence, voice: Voice): Draft[] {
  if (!scene.offered || !consent.test(words(tokens))) return []
  const [sentence] = grammar.sentences(scene.offered.replace(/\s[–—-]\s.*$/, '').replace(/\?$/, '.'))
  if (!sentence) return []
  const topic = topicOf(sentence.tokens)
  if (topic.length === 0 || terms(write(topic)).length < 2) return []
  const heard = { ...voice, self: 'The assistant', other: voice.self }
  const said = write(inThirdPerson(topic, heard, grammar)).replace(new RegExp(`\\b${voice.self}'s\\b`, 'g'), 'their')
  return [{ text: `${voice.self} is interested in ${said}`, predicate: 'interested_in', value: said, entities: entitiesOf(topic), confidence: 0.4 }]
}

/** The offer without its courtesies: "Want me to help you get started with a Rust project" is "a Rust project". */
function topicOf (tokens: Token[]): Token[] {
  const courteous = /^(?:want|would|you|do|like|shall|should|can|may|i|we|me|to|help|us|get|started|start|begin|beginning|with|by|how|about|ready|for|a|some|go|dive|walk|through|work|on|into|try|the|your|setting|set|up|assistance|introduction|the|next|small|step|when|are)$/
  const first = tokens.findIndex(token => !courteous.test(token.word))
  if (first < 0) return []
  const gerund = has(tokens[first], 'Gerund') || has(tokens[first], 'Noun', 'Adjective', 'ProperNoun')
  if (gerund) return tokens.slice(first)
  return has(tokens[first], 'Verb') ? tokens.slice(first + 1) : tokens.slice(first)
}
