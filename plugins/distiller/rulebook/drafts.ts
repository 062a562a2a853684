/** What is said, before it has a date and a place in the conversation; and which sentences are kept together. */
import type { CandidateFact } from '../../../kernel/capabilities/distiller.ts'
import { noChange } from './change.ts'
import type { Scene } from './scene.ts'
import { tells } from './speech.ts'

export interface Draft extends Partial<CandidateFact> {
  text: string
  /** `back`: only understood with the draft before it. `near`: told with the draft before it, if there is one. `on`: the draft after it belongs to it. `wish`: joins wishes. `weak`: not worth keeping alone. */
  /** The sentences it was read from, in order. */
  said?: string[]
  joins?: 'back' | 'near' | 'on' | 'never' | 'wish' | 'weak' | undefined
}

/** Longest text made of several sentences, in characters. */
const longest = 320

/** "I like tea" needs one word to mean something; what is said of other things needs two. */
export function isWorthKeeping ({ text, functional, predicate, value, subject }: Draft, self: string): boolean {
  return functional === true || tells(text, self, predicate != null && subject === self && tells(value ?? '', self, 1) ? 1 : 2)
}

/** A sentence that needs its neighbour is kept with it. */
export function join (drafts: Draft[], draft: Draft, { topic }: Pick<Scene, 'topic'>, self: string): void {
  const last = drafts.at(-1)
  const open = last !== undefined && last.joins !== 'never' && draft.joins !== 'never' && (last.joins === 'wish') === (draft.joins === 'wish') && last.text.length + draft.text.length < longest
  if (open && (draft.joins === 'back' || draft.joins === 'near' || draft.joins === 'wish' || (last.joins === 'on' && !draft.functional && draft.joins !== 'weak' && draft.subject === self))) {
    const state = draft.functional || last.predicate == null ? draft : last
    Object.assign(last, {
      ...state,
      text: `${sentenceCase(last.text)} ${sentenceCase(draft.text)}`,
      said: [...last.said ?? [], ...draft.said ?? []],
      entities: [...(last.entities ?? []), ...(draft.entities ?? [])],
      change: last.change && last.change.kind !== 'none' ? last.change : draft.change ?? noChange,
      joins: draft.joins === 'wish' ? 'wish' : undefined
    })
  } else if (draft.joins !== 'back') drafts.push(draft)
  else if (topic && !last && tells(draft.text, self)) drafts.push({ ...draft, subject: self, text: `${sentenceCase(topic)} ${sentenceCase(draft.text)}`, confidence: 0.5, joins: undefined })
  // What nobody can place is kept in the speaker's words.
  else if (!last && tells(draft.text, self, draft.predicate == null ? 3 : 2)) drafts.push({ ...draft, subject: self, predicate: null, value: null, functional: false, text: `${self} said: ${draft.text}`, confidence: 0.4, joins: undefined })
}

export function sentenceCase (text: string): string {
  const capital = /^\p{Ll}+\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…"”]$/.test(capital) ? capital : `${capital}.`
}
