/** Turns to facts: sentences, clauses, readings, and each that tells something in words that stand alone. */
import type { CandidateFact, Conversation, Distillation, NamedEntity, StatedRelation, Turn } from '../../../kernel/capabilities/distiller.ts'
import { terms } from '../../../kernel/text/analyse.ts'
import { normaliseText } from '../../../kernel/text/identity.ts'
import { acceptance, answer, offerIn, questionIn } from './answers.ts'
import { changeOf, forgotten, noChange } from './change.ts'
import { clausesOf, hasSubjectAndVerb, withoutLead } from './clauses.ts'
import { loadDates, withDates, type Dates, type FoundDate } from './dates.ts'
import { entitiesOf } from './entities.ts'
import { isEnglish } from './language.ts'
import { introduction } from './names.ts'
import { preference } from './preferences.ts'
import { stateOf } from './predicates.ts'
import { readClause, type Reading } from './reading.ts'
import { isUser, note, openScene, resolved, standsOpen, voiceOf, type Scene } from './scene.ts'
import { isInformative, isMood, isPleasantryOrRequest, isQuestion, isSmallTalk } from './speech.ts'
import { has, loadGrammar, supplied, words, write, type Grammar, type Sentence, type Token } from './tokens.ts'
import { inThirdPerson, type Voice } from './voice.ts'

interface Desk {
  grammar: Grammar
  dates: Dates
  scene: Scene
  conversation: Conversation
}

/** What is said, before it has a date and a place in the conversation. */
export type Draft = Pick<CandidateFact, 'text'> & Partial<CandidateFact>

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
  const drafts: Array<{ sentence: Sentence, draft: Draft, voice: Voice }> = []
  for (const [place, sentence] of desk.grammar.sentences(turn.content).entries()) {
    const voice = voiceOf(scene, turn, conversation.aboutAssistant, sentence.text)
    const said = place === 0 ? [...acceptance(desk.grammar, scene, sentence, voice), ...fromSentence(desk, sentence, voice, true)] : fromSentence(desk, sentence, voice, place < 2)
    for (const draft of said) drafts.push({ sentence, draft, voice })
  }
  scene.asked = null
  scene.offered = null
  return drafts.map(({ sentence, draft, voice }) => finished(desk, draft, sentence.text, turn, index, voice))
}

function fromSentence (desk: Desk, sentence: Sentence, voice: Voice, answers: boolean): Draft[] {
  const { grammar } = desk
  const whole = withoutLead(sentence.tokens)
  const wish = forgotten(whole)
  if (wish) return [{ text: `${voice.self} asked to forget: ${wish}`, change: { kind: 'forget', previous: wish }, predicate: 'asked_to_forget', value: wish }]
  const liking = preference(whole, voice, grammar)
  if (liking) return [liking]
  if (isQuestion(sentence.text, whole) || isPleasantryOrRequest(whole) || isSmallTalk(sentence.text)) return []
  const drafts: Draft[] = []
  for (const clause of clausesOf(sentence.tokens)) drafts.push(...fromClause(desk, clause, voice, answers))
  return drafts
}

function fromClause (desk: Desk, clause: Token[], voice: Voice, answers: boolean): Draft[] {
  const { scene, grammar } = desk
  const named = introduction(clause, scene)
  if (named) {
    if (voice.self === 'The user') voice.self = named.name
    const rest = named.rest ? fromClause(desk, named.rest, { ...voice, self: scene.name ?? named.name }, false) : []
    return [{ text: `The user's name is ${scene.name ?? named.name}`, subject: scene.name ?? named.name, predicate: 'name', value: scene.name ?? named.name, functional: true, confidence: 0.95 }, ...rest]
  }
  let tokens = clause
  if (!hasSubjectAndVerb(tokens)) {
    const elided = withSubject(tokens)
    if (!elided) return answers && isInformative(tokens) ? answer(scene, tokens, voice, grammar) : []
    tokens = elided
  }
  if (isPleasantryOrRequest(tokens) || isQuestion('', tokens)) return []
  const first = readClause(tokens, grammar)
  if (first && isMood(first)) return []
  const resolvedTokens = standsOpen(tokens) ? resolved(scene, tokens, first) : tokens
  if (!resolvedTokens || !isInformative(resolvedTokens)) return []
  const reading = readClause(resolvedTokens, grammar)
  note(scene, reading, resolvedTokens)
  return [stated(resolvedTokens, reading, voice, grammar)]
}

/** "Already started it", "Talking to investors": the speaker is understood. */
function withSubject (tokens: Token[]): Token[] | null {
  const verb = tokens.findIndex(token => !has(token, 'Adverb'))
  const token = tokens[verb]
  if (!has(token, 'Verb') || has(token, 'Noun', 'Modal', 'Infinitive', 'Imperative')) return null
  const subject = supplied('I', ['Noun', 'Pronoun'])
  return has(token, 'Gerund') ? [subject, supplied('am', ['Verb', 'Copula', 'Auxiliary', 'PresentTense']), ...tokens] : has(token, 'PastTense') ? [subject, ...tokens] : null
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

function finished ({ dates }: Desk, draft: Draft, quote: string, turn: Turn, index: number, voice: Voice): CandidateFact {
  const found = dates.find(draft.text, turn.at)
  const self = entitiesOfSelf(voice)
  const entities = [...self, ...(draft.entities ?? []).filter(({ name }) => name !== self[0]?.name && name !== draft.subject)]
  return {
    memoryType: 'semantic',
    subject: voice.self,
    predicate: null,
    value: null,
    functional: false,
    negated: false,
    invalidAt: null,
    turnIndexes: [index],
    speaker: turn.name ?? (voice.self.startsWith('The ') ? null : voice.self),
    confidence: 0.6,
    change: noChange,
    ...draft,
    text: sentenceCase(withDates(draft.text, found)),
    entities,
    relations: draft.relations ?? relationsOf(draft, self[0]?.name, entities.slice(self.length)),
    quote,
    validAt: draft.validAt ?? pastDate(found, turn.at, draft.memoryType === 'episodic')
  }
}

function entitiesOfSelf (voice: Voice): NamedEntity[] {
  return voice.self.startsWith('The ') ? [] : [{ name: voice.self, type: 'person', aliases: [] }]
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
  return sentences.map(text => ({ ...finished(desk, { text, confidence: 0.4, entities: [] }, text, turn, index, voice), text: `${voice.self}: ${text}` }))
}

/** The same words said twice in one conversation are one fact. */
function once (facts: CandidateFact[]): CandidateFact[] {
  const seen = new Set<string>()
  return facts.filter(({ text }) => {
    const key = normaliseText(text)
    return seen.has(key) ? false : seen.add(key)
  })
}
