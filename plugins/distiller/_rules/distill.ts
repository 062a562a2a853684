/** Turns to facts: sentences, clauses, what each states, and which of them are worth keeping. */
import { setImmediate } from 'node:timers/promises'
import type { CandidateFact, Conversation, Distillation, Turn } from '../../../domain/capabilities/distiller.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { normaliseText } from '../../../domain/text/identity.ts'
import { changeOf, correctedAt, noChange } from './changes.ts'
import { clausesOf, readClause } from './clause.ts'
import { lower, type Clause } from './parts.ts'
import { loadDates, type FindDates } from './dates.ts'
import { finished, type Draft } from './drafts.ts'
import { split } from './lists.ts'
import { ownWords, quotesAnother } from './material.ts'
import { holdsSecret } from './secrets.ts'
import { nameIn } from './attributes.ts'
import { titleEnd } from './places.ts'
import { ownerOf, stateOf, type Speaking } from './states.ts'
import * as talks from './talk.ts'
import { loadGrammar, type Grammar, type Sentence, type Token } from './tokens.ts'
import { inThirdPerson, sentence as asSentence, spaced } from './voice.ts'
import { isLeaning, isOpen, isPassing, isWorthKeeping } from './worth.ts'

interface Reader extends Speaking {
  find: FindDates
  talk: talks.Talk
  conversation: Conversation
  turn: Turn
  index: number
}

/** Longest stretch of work without a pause, in milliseconds. */
const timeSliceMs = 10

export async function distill (conversation: Conversation): Promise<Distillation> {
  const [grammar, find] = await Promise.all([loadGrammar(), loadDates()])
  const talk = talks.openTalk(conversation)
  const facts: CandidateFact[] = []
  let since = performance.now()
  for (const [index, turn] of conversation.turns.entries()) {
    conversation.signal?.throwIfAborted()
    const reader: Reader = {
      grammar,
      find,
      talk,
      conversation,
      turn,
      index,
      self: selfOf(conversation, turn, talk),
      isDate: text => find(text, turn.at, 'ahead').length > 0
    }
    const drafts: Draft[] = []
    if (conversation.aboutAssistant ? talks.isAssistant(turn) : talks.isUser(turn)) {
      Object.assign(talk, { event: null, fresh: -1, ironic: false })
      for (const read of sentencesOf(reader)) {
        fromSentence(reader, read, drafts)
        if (performance.now() - since < timeSliceMs) continue
        await setImmediate()
        conversation.signal?.throwIfAborted()
        since = performance.now()
      }
      talk.asked = null
    } else if (talks.isAssistant(turn)) talk.asked = talks.questionOf(turn)
    facts.push(...drafts.map(draft => finished(draft, turn, find, grammar)))
  }
  const seen = new Set<string>()
  return {
    facts: facts.filter(({ text }) => !seen.has(normaliseText(text)) && seen.add(normaliseText(text))),
    degraded: []
  }
}

function selfOf ({ aboutAssistant }: Conversation, turn: Turn, talk: talks.Talk): string {
  return aboutAssistant ? 'The assistant' : turn.name ?? talk.name ?? 'The user'
}

function* sentencesOf ({ grammar, turn }: Reader): Generator<Sentence> {
  const own = ownWords(turn.content)
  for (const [line] of own.matchAll(/[^\n]+/g)) if (/[\p{L}\p{N}]/u.test(line)) yield* grammar.sentences(line)
}

/** What one sentence adds to the drafts. */
function fromSentence (reader: Reader, sentence: Sentence, drafts: Draft[]): void {
  const { grammar, talk, self } = reader
  const { text } = sentence
  const first = drafts.length === 0 && talk.asked !== null
  const question = talk.asked
  talk.asked = null
  if (holdsSecret(text) || isIronic(reader, text)) return
  if (!grammar.isEnglish(text)) {
    return add(reader, drafts, isTelling(text) ? [said(reader, sentence, `${self}: ${asSentence(text)}`)] : [])
  }
  const wish = forgotten(text)
  if (wish) {
    return add(reader, drafts, [{
      ...said(reader, sentence, `${self} asked to forget: ${wish}`, 'asked_to_forget', wish),
      change: { kind: 'forget', previous: wish }
    }])
  }
  if (isManner(text.replace(/^(?:(?:yes|yeah|also|and|ok|oh|but|ooh)[,!. ]+)+/i, ''))) {
    return add(reader, drafts, [{
      ...said(reader, sentence, `${self}: ${asSentence(text)}`, 'prefers', text),
      procedural: true
    }])
  }
  if (/\bscratch that\b(?! about)|\bi take (?:that|it) back\b/i.test(text)) {
    talk.told = talk.told.filter(told => told !== drafts.at(-1)) && drafts.splice(-1) && talk.told
  }
  const topic = /\babout (?:the|my|our) (\w+)/i.exec(text)?.[1]
  if (topic) talk.event = talks.naming(talk, topic)?.event ?? talk.event
  const clauses = clausesOf(sentence, grammar)
  const answer = first && question !== null ? answerTo(reader, question, sentence, clauses[0]) : null
  if (answer) talks.noteNames(talk, clauses[0]!.tokens, reader.index, grammar)
  if (answer) {
    return add(reader, drafts, [
      answer,
      ...clauses.slice(1).flatMap(clause => fromClause(reader, unwrapped(clause, grammar), sentence))
    ])
  }
  const before = drafts.length
  const read = clauses.map(clause => fromClause(reader, unwrapped(clause, grammar), sentence))
  const leaning = clauses.some((clause, at) =>
    isLeaning(clause) ||
    (read[at]!.length === 0 && clause.tokens.length > 3 && clause.modality !== 'asked' &&
      clause.modality !== 'ordered' && !isPassing(clause))
  )
  add(reader, drafts, read.flat())
  const found = drafts.slice(before)
  const asSaid = found.every(({ tokens }) => sentence.tokens.includes(tokens[0]!))
  if (
    asSaid && leaning && clauses.length > 1 && found.length > 0 && !found.some(isSure) ||
    (asSaid && found.length > 1 && !found.some(isEndable))
  ) {
    drafts.splice(before, found.length, {
      ...found[0]!,
      text: inThirdPerson(
        clauses.flatMap(({ tokens }, at) =>
          at === 0
            ? tokens
            : sentence.tokens.slice(
              sentence.tokens.indexOf(clauses[at - 1]!.tokens.at(-1)!) + 1,
              sentence.tokens.indexOf(tokens.at(-1)!) + 1
            )
        ),
        self,
        grammar
      )
    })
  } else if (found.length === 0 && before > 0 && before === talk.fresh) append(reader, drafts, sentence, clauses)
  talk.fresh = drafts.length > before || before === talk.fresh ? drafts.length : -1
}

/** Whether later words may end it alone. */
const isEndable = (draft: Draft) =>
  isSure(draft) || (draft.modality === 'asserted' && draft.state !== null && draft.tense !== 'past')

const isSure = ({ state, change }: Draft) => state?.functional === true || change.kind !== 'none'

/** "It compiles in two seconds" goes with the statement before it, unless that may come to an end without it. */
function append ({ self, grammar }: Reader, drafts: Draft[], sentence: Sentence, clauses: Clause[]): void {
  const last = drafts.at(-1)!
  const [first] = clauses
  if (
    !first || isSure(last) || last.text.length + sentence.text.length > 320 ||
    clauses.some(({ modality }) => modality === 'asked' || modality === 'ordered')
  ) return
  if (
    !(isLeaning(first) || first.verb === '') || terms(sentence.text).length < 3 ||
    clauses.every(clause => isPassing(clause))
  ) return
  last.text = `${last.text} ${inThirdPerson(sentence.tokens, self, grammar)}`
}

function add ({ talk }: Reader, drafts: Draft[], found: Draft[]): void {
  for (const draft of found.filter(({ text }) => !holdsSecret(text))) {
    drafts.push(draft)
    talk.told.push(draft)
    talk.event = draft.event ?? talk.event
  }
}

/** A draft in the speaker's own words, of which nothing more is known. */
function said (
  { self, index }: Reader,
  { text, tokens }: Sentence,
  written: string,
  predicate: string | null = null,
  value: string | null = null
): Draft {
  return {
    text: written,
    quote: text,
    self,
    state: predicate === null ? null : { subject: self, predicate, value, functional: false },
    change: noChange,
    negated: false,
    modality: 'asserted',
    tense: 'present',
    tokens,
    turn: index
  }
}

/** "Oh great, another Monday. I just LOVE …": nothing is meant as it is said until somebody is serious again. */
function isIronic ({ talk }: Reader, text: string): boolean {
  if (/\b(?:seriously|for real|jok(?:e|es|ing) aside|(?:just )?kidding)\b/i.test(text)) talk.ironic = false
  else if (
    /^(?:oh,? (?:great|joy|wonderful|perfect|fantastic|lovely|brilliant|sure)|(?:just )?great, another|yeah,? right|oh no, it was (?:great|wonderful|lovely|fantastic))\b|\b(?:I|we) (?:just |so |really )*(?:LOVE|ADORE|ENJOY)\b/
      .test(text.replace(/^O/, 'o'))
  ) talk.ironic = true
  return talk.ironic
}

const isTelling = (text: string) => !/[?？؟]\s*$/.test(text) && terms(text).length >= 3

function forgotten (text: string): string | null {
  const asked =
    /^(?:(?:please|also|and|can|could|would|will|you|i want you to|i'd like you to|ok|okay|actually|hey),? )*(?:forget|delete|erase|remove)\s+(?:the fact )?(?:that\s+((?:i|my|we|our)\b.+)|(?:what|everything|anything|all)\s+(?:that )?(?:i|you|i've|you've)\s+(?:\S+ ){1,3}?about\s+(.+)|(my\s+.+))/i
      .exec(text)
  return (asked?.[1] ?? asked?.[2] ?? asked?.[3])?.replace(/[\s.!?,]+(?:please)?[.!?]*$/i, '') ?? null
}

const manner =
  /\b(?:explanations?|answers?|responses?|replies|reply|summaries|examples?|code (?:examples|blocks|snippets)|bullet points?|tone|jargon|emojis?|at a time|step by step)\b/i
const qualities =
  /\b(?:short|shorter|concise|brief|direct|simple|simpler|detailed|bulleted|plain|focused|casual|formal|minimal|never|always|without|no|one|tiny|smallest|technical)\b/i
/** Wishes about how to answer outlive the request they come with; "give me a short answer" does not. */
const isManner = (text: string) =>
  manner.test(text) && qualities.test(text) && text.length < 200 &&
  !/\b(?:an?|the|another|this|that|your last) (?:\w+ )*(?:example|explanation|summary|answer|reply|response)\b/i.test(
    text
  ) &&
  /^(?:please|always|never|keep|avoid|use|answer|reply|respond|no|one|(?:can|could|would) you (?:please )?(?:always |just )?(?:keep|use|avoid|answer|reply|respond|make|stop)|i (?:really )?(?:prefer|like|hate|want|need))\b|\bplease\b/i
    .test(text)

/** "I told you that I love jazz", "remind me that …": what is said, without the saying. */
function unwrapped (clause: Clause, grammar: Grammar): Clause {
  const { verb, rest, subject, negated, modality, tokens } = clause
  const own = /^(?:i|we)$/.test(lower(subject)) && /^(?:say|tell|mention|mean)$/.test(verb) && modality !== 'asked'
  const asked = subject.length === 0 && tokens.length > 0 && /^(?:remind|remember|note|know|forget)$/.test(verb) &&
    negated === (verb === 'forget')
  const that = rest.findIndex(({ lower }) => /^(?:that|i|my|we|our)$/.test(lower))
  if ((!own && !asked) || (own && negated) || that < 0 || that > 4) return clause
  const inner = readClause(rest.slice(rest[that]!.lower === 'that' ? that + 1 : that), grammar)
  return inner.verb !== '' && inner.subject.length > 0 ? inner : clause
}

/** A short answer is kept with its question; what it fills in is read where that is sure. */
function answerTo (reader: Reader, question: string, sentence: Sentence, clause: Clause | undefined): Draft | null {
  const { self, grammar } = reader
  const words = clause ? spaced(sentence.tokens.slice(0, sentence.tokens.indexOf(clause.tokens.at(-1)!) + 1)) : ''
  const whole = clause !== undefined && clause.subject.length > 0 &&
    (clause.tokens.length > 5 || clause.tokens.some(({ pos }) => /PRON|DET|AUX/.test(pos)))
  if (
    !clause || whole || clause.tokens.length > 14 || !talks.isAnswered(question, words) || quotesAnother(sentence.text)
  ) return null
  const state = /^(?:yes|yeah|yep|no|nope|nah)\b/i.test(words) ? null : talks.predicateAsked(question, grammar)
  const text = `Asked "${question}", ${self.replace(/^The /, 'the ')} said: ${asSentence(words)}`
  return {
    ...said(reader, sentence, text, state?.predicate ?? null, state ? words.replace(/[.!]+$/, '') : null),
    ...(state &&
      {
        state: {
          subject: self,
          predicate: state.predicate,
          value: words.replace(/[.!]+$/, ''),
          functional: state.functional
        }
      })
  }
}

function fromClause (reader: Reader, clause: Clause, sentence: Sentence): Draft[] {
  const right = putRight(reader, clause, sentence)
  if (right) return [right]
  const known = placed(reader, clause)
  if (known === null || (quotesAnother(sentence.text) && known.subject[0]?.lower !== 'i')) return []
  return parts(reader, known).flatMap(part => stated(reader, part, sentence))
}

/** "Actually it's Tuesday, not Wednesday": the statement that it puts right, with the other word in its place. */
function putRight (reader: Reader, clause: Clause, sentence: Sentence): Draft | null {
  const { talk, isDate, self } = reader
  const open = clause.subject.length === 0 || isOpen(clause) ||
    (lower(clause.subject) === 'i' && clause.verb === 'mean')
  if (
    !open || /^(?:he|she|they|there)$/.test(lower(clause.subject)) || (!clause.correcting && clause.verb !== 'mean')
  ) return null
  const words = clause.subject.length === 0 && clause.verb === '' ? clause.tokens : clause.rest
  const not = words.findIndex(({ lower }) => lower === 'not')
  const value = spaced(words.slice(0, not < 1 ? undefined : not)).replace(/[\s,.!]+$/, '')
  const wrong = not < 1 ? null : spaced(words.slice(not + 1)).replace(/[\s,.!]+$/, '')
  const draft = wrong
    ? talks.naming(talk, wrong)
    : isDate(value)
    ? talk.told.findLast(({ state }) => state?.value && isDate(state.value))
    : undefined
  const previous = wrong ?? draft?.state?.value
  if (!draft || !previous || value === '' || value.length > 60) return null
  const text = draft.text.replace(previous, () => value)
  return text === draft.text
    ? null
    : {
      ...draft,
      text,
      self,
      quote: sentence.text,
      turn: reader.index,
      change: { kind: 'correction', previous },
      state: draft.state && { ...draft.state, value: draft.state.value?.replace(previous, () => value) ?? null }
    }
}

/** The clause with a name for "he", "she", the "it" of an event, or no subject at all; null when it is nobody's for certain. */
function placed ({ talk, self, index }: Reader, clause: Clause): Clause | null {
  const about = lower(clause.subject)
  if (about === 'it' && talk.event !== null) {
    return { ...clause, subject: talk.event, tokens: [...talk.event, ...clause.tokens.slice(1)] }
  }
  if (
    talk.event !== null && /^(?:they|we|i)$/.test(about) &&
    /^(?:move|postpone|push|reschedule|shift|delay|cancel)$/.test(clause.verb) && clause.rest[0]?.lower === 'it'
  ) return ofEvent(clause, talk.event)
  if (about === 'he' || about === 'she') {
    const person = talks.personMeant(talk, about, index)
    return person === null ? null : renamed(clause, person)
  }
  if (clause.subject.length > 0 || clause.verb === '') return clause
  const [theirs] = /\b(?:his|her|himself|herself)\b/.exec(lower(clause.rest)) ?? []
  const person = theirs ? talks.personMeant(talk, theirs, index) : null
  if (person !== null && clause.tense === 'past') return renamed(clause, person)
  return clause.modality === 'ordered' || theirs ? null : renamed(clause, self)
}

/** "They moved it to 12 July": "it" is the event that was spoken of. */
function ofEvent (clause: Clause, event: Token[]): Clause {
  const [first, ...more] = event
  const rest = [{ ...first!, text: first!.lower }, ...more, ...clause.rest.slice(1)]
  return { ...clause, rest, tokens: [...clause.subject, ...clause.group, ...rest] }
}

function renamed (clause: Clause, label: string): Clause {
  const subject: Token[] = [{
    text: label,
    lower: label.toLowerCase(),
    lemma: label,
    pos: 'PROPN',
    start: -1,
    end: clause.subject.at(-1)?.end ?? -1
  }]
  const [next, ...more] = clause.tokens.slice(clause.subject.length)
  return {
    ...clause,
    subject,
    tokens: [...subject, ...(next ? [next.pos === 'PROPN' ? next : { ...next, text: next.lower }] : []), ...more]
  }
}

/** One statement each: "I'm Sarah, a nurse at St Mary's based in Leeds" is a name, a title, an employer and a home. */
function parts ({ grammar, self }: Reader, clause: Clause): Clause[] {
  const { verb, rest, subject, group, negated, modality } = clause
  if (verb !== 'be' || negated || modality !== 'asserted') return split(clause)
  const again = (tokens: Token[]) => readClause(tokens, grammar)
  const name = lower(subject) === 'i' ? nameIn(rest, grammar) : null
  const comma = rest.findIndex(({ text }) => text === ',')
  if (name && comma > 0 && rest[comma + 1]?.pos === 'DET') {
    return [
      again([...subject, ...group, ...rest.slice(0, comma)]),
      ...parts({ grammar, self } as Reader, again([...subject, ...group, ...rest.slice(comma + 1)]))
    ]
  }
  const end = titleEnd(clause, grammar)
  const next = rest[end]
  if (end < 0 || !next) return split(clause)
  const works = (text: string): Token => ({
    text,
    lower: text,
    lemma: 'work',
    pos: 'VERB',
    start: next.start - 1 - text.length,
    end: next.start - 1
  })
  const employer = /^(?:at|for)$/.test(next.lower) ? rest.slice(end) : null
  const based = /^(?:based|living|located)$/.test(next.lower) ? [...group, ...rest.slice(end)] : null
  if (!employer && !based) return [clause]
  const second = again(
    employer
      ? [...subject, works(/^(?:i|we)$/.test(lower(subject)) ? 'work' : 'works'), ...employer]
      : [...subject, ...based!]
  )
  return [again([...subject, ...group, ...rest.slice(0, end)]), second]
}

function stated (reader: Reader, clause: Clause, sentence: Sentence): Draft[] {
  const { grammar, talk, self, index, turn } = reader
  const read = stateOf(clause, reader)
  const bare = clause.group.length > 0 && clause.subject[0]?.start === -1 && /ing$/.test(clause.group[0]!.lower)
  const owner = ownerOf(clause.subject, reader)
  const { change, state, negated } = read && !bare
    ? changeOf(clause, read, reader)
    : { change: noChange, state: null, negated: clause.negated }
  // "Tom works at Oracle, not SAP": what is wrong stands in the quote.
  const wrong = change.kind === 'correction' ? correctedAt(clause.rest) : -1
  const tokens = wrong < 0 ? clause.tokens : clause.tokens.slice(0, clause.tokens.length - clause.rest.length + wrong)
  if (clause.subject.length > 0) talks.notePeople(talk, clause, owner.name, owner.own, index, grammar)
  if (!isWorthKeeping(clause, state, change.kind !== 'none')) return []
  const named = state?.predicate === 'name' && state.value !== null && owner.own
  if (named && reader.conversation.aboutAssistant === false && turn.name === null) talk.name ??= state.value
  const text = named
    ? `${self}'s name is ${state.value}.`
    : bare
    ? `${self}: ${asSentence(spaced(clause.tokens.slice(1)))}`
    : inThirdPerson(tokens, self, grammar)
  const event = state?.predicate.startsWith('date_') && !/^(?:i|we|they)$/.test(lower(clause.subject))
    ? clause.subject
    : undefined
  return [{
    text,
    quote: sentence.text,
    self,
    state,
    change,
    negated,
    modality: clause.modality,
    tense: clause.tense,
    tokens: clause.tokens,
    turn: index,
    ...(event !== undefined && { event })
  }]
}
