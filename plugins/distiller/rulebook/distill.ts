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
import { denials, stateOf, type Statement } from './predicates.ts'
import { readClause, type Reading } from './reading.ts'
import { isRole, isUser, note, openScene, resolved, standsOpen, voiceOf, type Scene } from './scene.ts'
import { isAfterthought, isGuess, isInformative, isMood, isMoodWord, isPartOfRequest, isPleasantryOrRequest, isQuestion, isSmallTalk, tells } from './speech.ts'
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
  /** `back`: only understood with the draft before it. `near`: told with the draft before it, if there is one. `on`: the draft after it belongs to it. `wish`: joins wishes. `weak`: not worth keeping alone. */
  joins?: 'back' | 'near' | 'on' | 'never' | 'wish' | 'weak' | undefined
}

/** Longest text of a fact, in characters. */
const longestFact = 50_000
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
    for (const draft of said) join(drafts, { quote: sentence.text, subject: voice.self, ...draft }, scene, voice.self)
  }
  scene.asked = null
  scene.offered = null
  scene.topic = drafts.findLast(({ predicate, joins }) => predicate !== 'name' && joins !== 'wish' && joins !== 'weak')?.text ?? scene.topic
  const { self } = voiceOf(scene, turn, conversation.aboutAssistant, '')
  return drafts.filter(draft => draft.joins !== 'weak' && isWorthKeeping(draft, self)).map(draft => finished(desk, draft, turn, index, self))
}

/** "I like tea" needs one word to mean something; what is said of other things needs two. */
function isWorthKeeping ({ text, functional, predicate, value, subject }: Draft, self: string): boolean {
  return functional === true || tells(text, self, predicate != null && subject === self && tells(value ?? '', self, 1) ? 1 : 2)
}

/** A sentence that needs its neighbour is kept with it. */
function join (drafts: Draft[], draft: Draft, scene: Scene, self: string): void {
  const last = drafts.at(-1)
  const open = last !== undefined && last.joins !== 'never' && draft.joins !== 'never' && (last.joins === 'wish') === (draft.joins === 'wish') && last.text.length + draft.text.length < longest
  if (open && (draft.joins === 'back' || draft.joins === 'near' || draft.joins === 'wish' || (last.joins === 'on' && !draft.functional && draft.joins !== 'weak' && draft.subject === self))) {
    const state = draft.functional || last.predicate == null ? draft : last
    Object.assign(last, {
      ...state,
      text: `${sentenceCase(last.text)} ${sentenceCase(draft.text)}`,
      quote: last.quote === draft.quote ? last.quote : `${last.quote} ${draft.quote}`,
      entities: [...(last.entities ?? []), ...(draft.entities ?? [])],
      change: last.change && last.change.kind !== 'none' ? last.change : draft.change ?? noChange,
      joins: draft.joins === 'wish' ? 'wish' : undefined
    })
  } else if (draft.joins !== 'back') drafts.push(draft)
  else if (scene.topic && !last && tells(draft.text, self)) drafts.push({ ...draft, subject: self, text: `${sentenceCase(scene.topic)} ${sentenceCase(draft.text)}`, confidence: 0.5, joins: undefined })
  // What nobody can place is kept in the speaker's words.
  else if (!last && tells(draft.text, self, draft.predicate == null ? 3 : 2)) drafts.push({ ...draft, subject: self, predicate: null, value: null, functional: false, text: `${self} said: ${draft.text}`, confidence: 0.4, joins: undefined })
}

function fromSentence (desk: Desk, sentence: Sentence, voice: Voice, answers: boolean): Draft[] {
  const { grammar, scene } = desk
  const whole = withoutLead(sentence.tokens)
  const wish = forgotten(whole)
  if (wish) return [{ text: `${voice.self} asked to forget: ${wish}`, change: { kind: 'forget', previous: wish }, predicate: 'asked_to_forget', value: wish, joins: 'never' }]
  const liking = preference(whole, voice, grammar) ?? decision(whole, voice, scene, grammar)
  if (liking) return [liking]
  scene.requested = requestIn(whole) ?? scene.requested
  const chatting = isSmallTalk(sentence.text) || (scene.chatting && isAfterthought(whole))
  scene.chatting = chatting
  if (chatting) return []
  // "Can you help me with it? I need …": what is needed for the request goes with it.
  const requested = scene.requesting
  scene.requesting = isQuestion(sentence.text, whole) || isPleasantryOrRequest(whole)
  if (isQuestion(sentence.text, whole) || (requested && isPartOfRequest(whole))) return []
  scene.said = words(sentence.tokens)
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
  if (isMoodWord(clause)) return []
  const tokens = withSubject(clause)
  const elided = tokens !== clause
  // "CPU bound mostly." after a question is an answer, whatever the tagger takes for its verb.
  const short = answers && scene.asked !== null && tokens.length <= 4 && !tokens.some(token => has(token, 'Pronoun', 'Possessive', 'Determiner', 'Copula', 'Auxiliary'))
  if (short || !hasSubjectAndVerb(tokens)) return fragment(desk, tokens, voice, answers)
  if (isPleasantryOrRequest(tokens) || isQuestion('', tokens)) return []
  const first = readClause(tokens, grammar)
  if (first && ((isMood(first) && standsOpen(tokens)) || isGuess(tokens))) return []
  const placed = first && isMove(first) && scene.place ? [...tokens.slice(0, -1), { ...tokens.at(-1)!, post: ' ' }, supplied('to', ['Preposition']), supplied(scene.place, ['Place', 'Noun'], '')] : tokens
  const whole = standsOpen(placed) ? resolved(scene, placed, first) : placed
  const reading = readClause(whole ?? placed, grammar)
  note(scene, reading, whole ?? placed)
  const draft = stated(whole ?? placed, reading, voice, grammar, scene.said)
  if (whole === null && answers && scene.asked) return answer(scene, tokens, voice, grammar)
  const alone = first && isMood(first) ? 'weak' : undefined
  return [{ ...draft, joins: whole === null || elided ? 'back' : pointsBack(reading) ? 'near' : alone }]
}

/** Words without a verb answer a question, or add to what was just said. */
function fragment ({ scene, grammar }: Desk, tokens: Token[], voice: Voice, answers: boolean): Draft[] {
  if (isPleasantryOrRequest(tokens)) return []
  const answered = answers && isInformative(tokens, 1) ? answer(scene, tokens, voice, grammar) : []
  if (answered.length > 0) return answered.map(draft => ({ ...draft, joins: new Set(terms(write(tokens))).size <= 2 ? 'on' : undefined }))
  const spoken = inThirdPerson(tokens, voice, grammar)
  return isInformative(tokens) ? [{ text: write(spoken), entities: entitiesOf(spoken), confidence: 0.5, joins: 'back' }] : []
}

/** "I'm moving next month", the place having been named. */
function isMove ({ lemma, subject, object, negated }: Reading): boolean {
  return !negated && (lemma === 'move' || lemma === 'relocate') && /^(i|we)$/.test(words(subject)) && !object.some(token => /^(to|into|from|in|on|it|forward)$/.test(token.word) || has(token, 'Place')) && object.length <= 3
}

/** "I started configuring it", "we might rewrite that module", "I need to fix the rest": nobody knows what, without the sentence before. */
function pointsBack (reading: Reading | null): boolean {
  if (reading === null) return false
  const { object, governor } = reading
  if (/^(need|have|must)$/.test(governor ?? '')) return true
  if (/^(it|them|that|this|those|these|one|ones|there|so)\b/.test(words(object)) && !has(object[1], 'Noun', 'Adjective')) return true
  return object.some((token, index) => /^(that|this|those|these)$/.test(token.word) && has(object[index + 1], 'Noun', 'Adjective') && !has(object[index + 1], 'Pronoun', 'Date', 'Duration') && (index === 0 || has(object[index - 1], 'Preposition')))
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

function stated (tokens: Token[], reading: Reading | null, voice: Voice, grammar: Grammar, said: string): Draft {
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

function finished ({ dates }: Desk, { joins, ...draft }: Draft, turn: Turn, index: number, self: string): CandidateFact {
  // Someone called June or April is no date.
  const found = dates.find(draft.text.replaceAll(self, '_'.repeat(self.length)), turn.at)
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
    text: sentenceCase(withDates(draft.text, found, draft.memoryType === 'episodic' ? turn : null)).slice(0, longestFact),
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
  return sentences.map(text => ({ ...finished(desk, { text, quote: text, confidence: 0.4, entities: [] }, turn, index, voice.self), text: `${voice.self}: ${text}`.slice(0, longestFact) }))
}

/** The same words said twice in one conversation are one fact. */
function once (facts: CandidateFact[]): CandidateFact[] {
  const seen = new Set<string>()
  return facts.filter(({ text }) => {
    const key = normaliseText(text)
    return seen.has(key) ? false : seen.add(key)
  })
}
