/** One clause to what it says: the words that stand alone, the reading, and what it does to older facts. */
import { changeOf } from './change.ts'
import { finite, withoutLead } from './clauses.ts'
import type { Draft } from './drafts.ts'
import { entitiesOf } from './entities.ts'
import { denials, stateOf, type Statement } from './predicates.ts'
import { readClause, type Reading } from './reading.ts'
import { isRole } from './scene.ts'
import { has, supplied, words, write, type Grammar, type Token } from './tokens.ts'
import { inThirdPerson, type Voice } from './voice.ts'

export function stated (tokens: Token[], reading: Reading | null, voice: Voice, grammar: Grammar, said: string): Draft {
  const spoken = inThirdPerson(lowered(tokens), voice, grammar)
  const text = write(spoken)
  const change = changeOf(tokens, reading, said)
  const named = reading && isRole(reading.subject.slice(0, -1)) ? write(reading.subject.slice(-1)) : null
  const entities = entitiesOf(spoken).map(entity => entity.name === named ? { ...entity, type: 'person' } : entity)
  if (!reading) return { text, change, entities, confidence: 0.5 }
  const state = consequence(tokens, grammar) ?? stateOf(reading, grammar)
  return {
    text,
    change,
    entities,
    subject: 'name' in state.about ? subjectNamed(state.about.name, state.predicate, tokens, reading, voice, grammar) : voice.self,
    predicate: state.predicate,
    value: state.value || null,
    functional: state.functional,
    negated: reading.negated !== denials.has(reading.lemma),
    memoryType: reading.tense === 'past' ? 'episodic' : 'semantic',
    confidence: /^(i think|i guess|maybe|probably|i believe)/.test(words(tokens)) || reading.tense === 'conditional' ? 0.5 : 0.8
  }
}

/** "I hired three, so we are eleven now": what holds one value at a time is what the sentence comes to. */
function consequence (tokens: Token[], grammar: Grammar): Statement | null {
  const so = tokens.findIndex((token, index) => index > 2 && token.word === 'so' && index < tokens.length - 2)
  const reading = so < 0 ? null : readClause(withoutLead(tokens.slice(so + 1)), grammar)
  const state = reading && stateOf(reading, grammar)
  return state?.functional ? state : null
}

/** People and dated events stand for themselves; the user's things and what is wanted of the user are facts about the user. */
function subjectNamed (name: string, predicate: string, tokens: Token[], reading: Reading, voice: Voice, grammar: Grammar): string {
  const { subject } = reading
  const said = write(subject)
  if (predicate === 'scheduled_for' || !/^(?:my|our|the|this|that|it)\b/i.test(said)) return name
  const person = subject.some(token => has(token, 'Person', 'Honorific', 'Actor')) || isRole(subject)
  const wanted = /^(?:want|ask|tell|need|expect)$/.test(reading.lemma) && tokens.some(token => token.word === 'me' || token.word === 'us')
  if (!person || wanted || tokens.some(token => token.word === 'instead')) return voice.self
  return /^(?:my|our) /i.test(said) && name === said ? write(inThirdPerson(lowered(subject), voice, grammar)) : name
}

/** A clause reads alike wherever it stood: "The drop" and "the drop". */
function lowered (tokens: Token[]): Token[] {
  return tokens.map((token, index) => index === 0 && has(token, 'Determiner', 'Possessive') ? { ...token, text: token.text.toLowerCase() } : token)
}

/** "I'm moving next month", the place having been named. */
export function isMove ({ lemma, subject, object, negated }: Reading): boolean {
  const elsewhere = object.some((token, index) => has(token, 'Place') || (/^(to|into|from|in|on|it|forward)$/.test(token.word) && !has(object[index + 1], 'Date', 'Month', 'WeekDay')))
  return !negated && (lemma === 'move' || lemma === 'relocate') && /^(i|we)$/.test(words(subject)) && !elsewhere
}

/** "I started configuring it", "we might rewrite that module", "I need to fix the rest": nobody knows what, without the sentence before. */
export function pointsBack (reading: Reading | null): boolean {
  if (reading === null) return false
  const { object, governor } = reading
  if (/^(need|have|must)$/.test(governor ?? '')) return true
  if (/^(it|them|that|this|those|these|one|ones|there|so)\b/.test(words(object)) && !has(object[1], 'Noun', 'Adjective')) return true
  return object.some((token, index) => /^(that|this|those|these)$/.test(token.word) && has(object[index + 1], 'Noun', 'Adjective') && !has(object[index + 1], 'Pronoun', 'Date', 'Duration') && (index === 0 || has(object[index - 1], 'Preposition')))
}

/** "Already started it", "Talking to investors": the speaker is understood. */
export function withSubject (tokens: Token[]): Token[] {
  const verb = tokens.findIndex(token => !has(token, 'Adverb'))
  const token = tokens[verb]
  if (!has(token, 'Gerund', 'PastTense') || has(token, 'Noun', 'Modal', 'Copula')) return tokens
  const subject = supplied('I', ['Noun', 'Pronoun'])
  const lowered = tokens.map((token, index) => index === 0 ? { ...token, text: token.text.toLowerCase() } : token)
  if (!has(token, 'Gerund')) return [subject, ...lowered]
  // "Training takes 72 hours" has its subject.
  const next = tokens.findIndex((_, index) => index > verb && finite(tokens, index))
  const between = tokens.slice(verb + 1, next)
  if (next > 0 && !between.some(part => has(part, 'Pronoun', 'Conjunction') || /[,–—]/.test(part.post) || /^(when|while|where|since|because|if|that|who|as)$/.test(part.word))) return tokens
  return [subject, supplied('am', ['Verb', 'Copula', 'Auxiliary', 'PresentTense']), ...lowered]
}
