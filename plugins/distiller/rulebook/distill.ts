/** Turns to facts: sentences, clauses, readings, and each that tells something in words that stand alone. */
import { setImmediate } from 'node:timers/promises'
import type { CandidateFact, Conversation, Distillation, Turn } from '../../../kernel/capabilities/distiller.ts'
import { terms } from '../../../kernel/text/analyse.ts'
import { acceptance, answer, offerIn, questionIn } from './answers.ts'
import { forgotten } from './change.ts'
import { clausesOf, hasSubjectAndVerb, withoutLead } from './clauses.ts'
import { loadDates, type Dates } from './dates.ts'
import { isWorthKeeping, join, type Draft } from './drafts.ts'
import { entitiesOf } from './entities.ts'
import { finished, once, verbatim } from './facts.ts'
import { isEnglish } from './language.ts'
import { introduction } from './names.ts'
import { decision, preference, requestIn } from './preferences.ts'
import { readClause } from './reading.ts'
import { isAssistant, isUser, note, openScene, resolved, standsOpen, voiceOf, type Scene } from './scene.ts'
import { isAfterthought, isGuess, isInformative, isMood, isMoodWord, isPartOfRequest, isPleasantryOrRequest, isQuestion, isSmallTalk } from './speech.ts'
import { isMove, pointsBack, stated, withSubject } from './statements.ts'
import { has, loadGrammar, supplied, words, write, type Grammar, type Sentence, type Token } from './tokens.ts'
import { inThirdPerson, voiceNamed, type Voice } from './voice.ts'

interface Desk {
  grammar: Grammar
  dates: Dates
  scene: Scene
  conversation: Conversation
}

/** Longest stretch of work without a pause, in milliseconds. */
const breath = 10

export async function distill (conversation: Conversation): Promise<Distillation> {
  const [grammar, dates] = await Promise.all([loadGrammar(), loadDates()])
  const desk: Desk = { grammar, dates, conversation, scene: openScene(conversation) }
  const facts: CandidateFact[] = []
  for (const [index, turn] of conversation.turns.entries()) {
    conversation.signal?.throwIfAborted()
    if (conversation.aboutAssistant ? isAssistant(turn) : isUser(turn)) facts.push(...await fromTurn(desk, turn, index))
    else await listen(desk, turn)
  }
  return { facts: once(facts), degraded: [] }
}

/** Reading is work for the processor: others get their turn in between. */
async function * read ({ grammar, conversation }: Desk, content: string): AsyncGenerator<Sentence> {
  let since = performance.now()
  for (const sentence of grammar.sentences(content)) {
    yield sentence
    if (performance.now() - since < breath) continue
    await setImmediate()
    conversation.signal?.throwIfAborted()
    since = performance.now()
  }
}

/** The other side's words are no facts, but they are what answers answer. */
async function listen (desk: Desk, turn: Turn): Promise<void> {
  const { scene } = desk
  if (turn.role === 'system' || turn.role === 'tool' || !isEnglish(turn.content)) return
  const sentences: Sentence[] = []
  for await (const sentence of read(desk, turn.content)) sentences.push(sentence)
  scene.asked = questionIn(sentences)
  scene.offered = offerIn(sentences)
}

async function fromTurn (desk: Desk, turn: Turn, index: number): Promise<CandidateFact[]> {
  const { scene, conversation } = desk
  if (!isEnglish(turn.content)) return verbatim(desk.dates, turn, index, voiceOf(scene, turn, conversation.aboutAssistant, turn.content).self)
  const drafts: Draft[] = []
  scene.place = null
  let place = -1
  for await (const sentence of read(desk, turn.content)) {
    place++
    const voice = voiceOf(scene, turn, conversation.aboutAssistant, sentence.text)
    const said = [...(place < 2 ? acceptance(desk.grammar, scene, sentence, voice) : []), ...fromSentence(desk, sentence, voice, place < 2)]
    for (const draft of said) join(drafts, { said: [sentence.text], subject: voice.self, ...draft }, scene, voice.self)
  }
  scene.asked = null
  scene.offered = null
  scene.topic = drafts.findLast(({ predicate, joins }) => predicate !== 'name' && joins !== 'wish' && joins !== 'weak')?.text ?? scene.topic
  const { self } = voiceOf(scene, turn, conversation.aboutAssistant, '')
  return drafts.filter(draft => draft.joins !== 'weak' && isWorthKeeping(draft, self)).map(draft => finished(desk.dates, draft, turn, index, self))
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
