/** Turns to facts: sentences, clauses, readings, and each that tells something in words that stand alone. */
import type { CandidateFact, Conversation, Distillation, NamedEntity, StatedRelation, Turn } from '../../../kernel/capabilities/distiller.ts'
import { terms } from '../../../kernel/text/analyse.ts'
import { normaliseText } from '../../../kernel/text/identity.ts'
import { acceptance, answer, offerIn, questionIn } from './answers.ts'
import { changeOf, forgotten, noChange } from './change.ts'
import { clausesOf, finite, hasSubjectAndVerb, withoutLead } from './clauses.ts'
import { loadDates, withDates, type Dates, type FoundDate } from './dates.ts'
import { entitiesOf } from './entities.ts'
import { isEnglish } from './language.ts'
import { introduction } from './names.ts'
import { decision, preference, requestIn } from './preferences.ts'
import { stateOf } from './predicates.ts'
import { readClause, type Reading } from './reading.ts'
import { isUser, note, openScene, resolved, standsOpen, voiceOf, type Scene } from './scene.ts'
import { isInformative, isMood, isMoodWord, isPleasantryOrRequest, isQuestion, isSmallTalk, tells } from './speech.ts'
import { has, loadGrammar, supplied, words, write, type Grammar, type Sentence, type Token } from './tokens.ts'
import { inThirdPerson, voiceNamed, type Voice } from './voice.ts'

interface Desk {
  grammar: Grammar
  dates: Dates
  scene: Scene
  conversation: Conversation
}

/** What is said, before it has a date and a place in the conversation. */
export interface Draft extends Partial<CandidateFact> {
  text: string
  /** `back`: only understood with the draft before it. `on`: the draft after it belongs to it. */
  joins?: 'back' | 'on' | 'never' | undefined
}

/** Longest text made of several sentences, in characters. */
const longest = 320

export async function distill (conversation: Conversation): Promise<Distillation> {
  const [grammar, dates] = await Promise.all([loadGrammar(), loadDates()])
  const desk: Desk = { grammar, dates, conversation, scene: openScene(conversation) }
  const facts: CandidateFact[] = []
  for (const [index, turn] of conversation.turns.entries()) {
    conversation.signal?.throwIfAborted()
    if (isUser(turn) !== conversation.aboutAssistant) facts.push(...fromTurn(desk, turn, index))
    else listen(desk, turn)
  }
  return { facts: once(facts), degraded: [] }
}

/** The other side's words are no facts, but they are what answers answer. */
function listen ({ scene, grammar }: Desk, turn: Turn): void {
  if (turn.role === 'system' || turn.role === 'tool' || !isEnglish(turn.content)) return
  const sentences = grammar.sentences(turn.content)
  scene.asked = questionIn(sentences)
  scene.offered = offerIn(sentences)
}

function fromTurn (desk: Desk, turn: Turn, index: number): CandidateFact[] {
  const { scene, conversation } = desk
  if (!isEnglish(turn.content)) return verbatim(desk, turn, index)
  const drafts: Draft[] = []
  scene.place = null
  for (const [place, sentence] of desk.grammar.sentences(turn.content).entries()) {
    const voice = voiceOf(scene, turn, conversation.aboutAssistant, sentence.text)
    const said = [...(place < 2 ? acceptance(desk.grammar, scene, sentence, voice) : []), ...fromSentence(desk, sentence, voice, place < 2)]
    for (const draft of said) join(drafts, { quote: sentence.text, subject: voice.self, ...draft }, scene)
  }
  scene.asked = null
  scene.offered = null
  scene.topic = drafts.find(({ predicate }) => predicate !== 'name')?.text ?? scene.topic
  const { self } = voiceOf(scene, turn, conversation.aboutAssistant, '')
  return drafts.filter(({ text, subject, functional }) => functional || tells(text, subject ?? null)).map(draft => finished(desk, draft, turn, index, self))
}

/** A sentence that needs its neighbour is kept with it. */
function join (drafts: Draft[], draft: Draft, scene: Scene): void {
  const last = drafts.at(-1)
  const open = last && last.joins !== 'never' && last.text.length + draft.text.length < longest
  if (open && (draft.joins === 'back' || last.joins === 'on')) {
    const state = draft.functional || last.predicate == null ? draft : last
    Object.assign(last, {
      ...state,
      text: `${sentenceCase(last.text)} ${sentenceCase(draft.text)}`,
      quote: last.quote === draft.quote ? last.quote : `${last.quote} ${draft.quote}`,
      entities: [...(last.entities ?? []), ...(draft.entities ?? [])],
      change: last.change && last.change.kind !== 'none' ? last.change : draft.change ?? noChange,
      joins: draft.joins === 'on' ? 'on' : undefined
    })
  } else if (draft.joins !== 'back') drafts.push(draft)
  else if (scene.topic && !drafts.length) drafts.push({ ...draft, text: `${sentenceCase(scene.topic)} ${sentenceCase(draft.text)}`, confidence: 0.5 })
}

function fromSentence (desk: Desk, sentence: Sentence, voice: Voice, answers: boolean): Draft[] {
  const { grammar, scene } = desk
  const whole = withoutLead(sentence.tokens)
  const wish = forgotten(whole)
  if (wish) return [{ text: `${voice.self} asked to forget: ${wish}`, change: { kind: 'forget', previous: wish }, predicate: 'asked_to_forget', value: wish, joins: 'never' }]
  const liking = preference(whole, voice, grammar) ?? decision(whole, voice, scene, grammar)
  if (liking) return [liking]
  scene.requested = requestIn(whole) ?? scene.requested
  if (isQuestion(sentence.text, whole) || isPleasantryOrRequest(whole) || isSmallTalk(sentence.text)) return []
  return clausesOf(sentence.tokens).flatMap(clause => fromClause(desk, clause, voice, answers))
}

function fromClause (desk: Desk, clause: Token[], voice: Voice, answers: boolean): Draft[] {
  const { scene, grammar } = desk
  const named = introduction(clause, scene)
  if (named) {
    const name = scene.name ?? named.name
    if (voice.self === 'The user') Object.assign(voice, voiceNamed(voice, name))
    const rest = named.rest ? fromClause(desk, named.rest, voice, false) : []
    return [{ text: `The user's name is ${name}`, subject: name, predicate: 'name', value: name, functional: true, confidence: 0.95, joins: 'never' }, ...rest]
  }
  const tokens = withSubject(clause)
  const elided = tokens !== clause
  if (!hasSubjectAndVerb(tokens)) return fragment(desk, tokens, voice, answers)
  if (isPleasantryOrRequest(tokens) || isQuestion('', tokens)) return []
  const first = readClause(tokens, grammar)
  if (first && isMood(first)) return []
  const placed = first && isMove(first) && scene.place ? [...tokens, supplied('to', ['Preposition']), supplied(scene.place, ['Place', 'Noun'])] : tokens
  const whole = standsOpen(placed) ? resolved(scene, placed, first) : placed
  const reading = readClause(whole ?? placed, grammar)
  note(scene, reading, whole ?? placed)
  const draft = stated(whole ?? placed, reading, voice, grammar)
  return [{ ...draft, joins: whole === null || elided || pointsBack(reading) ? 'back' : undefined }]
}

/** Words without a verb answer a question, or add to what was just said. */
function fragment ({ scene, grammar }: Desk, tokens: Token[], voice: Voice, answers: boolean): Draft[] {
  if (isMoodWord(tokens)) return []
  const answered = answers && isInformative(tokens, 1) ? answer(scene, tokens, voice, grammar) : []
  if (answered.length > 0) return answered.map(draft => ({ ...draft, joins: 'on' }))
  const spoken = inThirdPerson(tokens, voice, grammar)
  return isInformative(tokens) ? [{ text: write(spoken), entities: entitiesOf(spoken), confidence: 0.5, joins: 'back' }] : []
}

/** "I'm moving next month", the place having been named. */
function isMove ({ lemma, subject, object, negated }: Reading): boolean {
  return !negated && (lemma === 'move' || lemma === 'relocate') && /^(i|we)$/.test(words(subject)) && !object.some(token => /^(to|into|from|in|on|it|forward)$/.test(token.word) || has(token, 'Place')) && object.length <= 3
}

/** "I started configuring it": nobody knows what, without the sentence before. */
function pointsBack (reading: Reading | null): boolean {
  return reading !== null && /^(it|them|that|this|those|these|one|ones|there|so)\b/.test(words(reading.object)) && !has(reading.object[1], 'Noun', 'Adjective')
}

/** "Already started it", "Talking to investors": the speaker is understood. */
function withSubject (tokens: Token[]): Token[] {
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

function stated (tokens: Token[], reading: Reading | null, voice: Voice, grammar: Grammar): Draft {
  const spoken = inThirdPerson(lowered(tokens), voice, grammar)
  const text = write(spoken)
  const change = changeOf(tokens, reading)
  const entities = entitiesOf(spoken)
  if (!reading) return { text, change, entities, confidence: 0.5 }
  const state = stateOf(reading, grammar)
  const subject = 'self' in state.about ? voice.self : 'group' in state.about ? voice.group : write(inThirdPerson(lowered(reading.subject), voice, grammar))
  return {
    text,
    change,
    entities,
    subject: 'name' in state.about && !/^(my|our) /i.test(write(reading.subject)) ? state.about.name : subject,
    predicate: state.predicate,
    value: state.value || null,
    functional: state.functional,
    negated: reading.negated,
    memoryType: reading.tense === 'past' ? 'episodic' : 'semantic',
    confidence: /^(i think|i guess|maybe|probably|i believe)/.test(words(tokens)) || reading.tense === 'conditional' ? 0.5 : 0.8
  }
}

/** A clause reads alike wherever it stood: "The drop" and "the drop". */
function lowered (tokens: Token[]): Token[] {
  return tokens.map((token, index) => index === 0 && has(token, 'Determiner', 'Possessive') ? { ...token, text: token.text.toLowerCase() } : token)
}

function finished ({ dates }: Desk, { joins, ...draft }: Draft, turn: Turn, index: number, self: string): CandidateFact {
  const found = dates.find(draft.text, turn.at)
  const speaker: NamedEntity[] = self.startsWith('The ') ? [] : [{ name: self, type: 'person', aliases: [] }]
  const others = (draft.entities ?? []).filter(({ name }, place, all) => name !== self && name !== `${self}'s` && all.findIndex(other => other.name === name) === place)
  return {
    memoryType: 'semantic',
    subject: self,
    predicate: null,
    value: null,
    functional: false,
    negated: false,
    invalidAt: null,
    turnIndexes: [index],
    speaker: turn.name ?? speaker[0]?.name ?? null,
    confidence: 0.6,
    change: noChange,
    quote: turn.content,
    ...draft,
    text: sentenceCase(withDates(draft.text, found)),
    entities: [...speaker, ...others],
    relations: draft.relations ?? relationsOf(draft, speaker[0]?.name, others),
    validAt: draft.validAt ?? pastDate(found, turn.at, draft.memoryType === 'episodic')
  }
}

function relationsOf (draft: Draft, self: string | undefined, named: NamedEntity[]): StatedRelation[] {
  const { predicate } = draft
  return self && predicate && !draft.negated ? named.slice(0, 4).map(({ name }) => ({ from: self, predicate, to: name })) : []
}

/** When something happened, if it was said and is past. */
function pastDate (found: FoundDate[], at: number, episodic: boolean): number | null {
  const [date] = found
  return episodic && found.length === 1 && date !== undefined && date.at < at ? date.at : null
}

function sentenceCase (text: string): string {
  const capital = /^\p{Ll}+\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…"”]$/.test(capital) ? capital : `${capital}.`
}

/** Other languages are not read: what carries information is kept word for word, with who said it. */
function verbatim (desk: Desk, turn: Turn, index: number): CandidateFact[] {
  const voice = voiceOf(desk.scene, turn, desk.conversation.aboutAssistant, turn.content)
  const sentences = turn.content.split(/(?<=[.!?。！？؟])\s*|\n+/u).map(text => text.trim()).filter(text => !/[?？؟]$/.test(text) && terms(text).length >= 3)
  return sentences.map(text => ({ ...finished(desk, { text, quote: text, confidence: 0.4, entities: [] }, turn, index, voice.self), text: `${voice.self}: ${text}` }))
}

/** The same words said twice in one conversation are one fact. */
function once (facts: CandidateFact[]): CandidateFact[] {
  const seen = new Set<string>()
  return facts.filter(({ text }) => {
    const key = normaliseText(text)
    return seen.has(key) ? false : seen.add(key)
  })
}
