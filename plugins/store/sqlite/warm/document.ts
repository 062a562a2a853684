/** One of the memories that are kept in columns, as a filter and a ranking look at it. */
import type { Revision } from '../../../../domain/nouns.ts'
import type { Filterable } from '../filter.ts'

/** Of a UUID. */
export const idLength = 36
/** Of four bytes, which are copied in a quarter of the steps. */
export const idWords = idLength / 4

/** Compared as numbers: what is at least `ended` was not deleted. */
export const states = { deleted: 0, ended: 1, active: 2 } as const

/** Values that repeat, each kept once: a column holds its place among them. */
export const repeated = ['memoryType', 'app', 'project', 'sessionId', 'tags', 'categories', 'extraction'] as const
export type Repeated = (typeof repeated)[number]
export const times = ['validAt', 'invalidAt', 'createdAt', 'expiredAt'] as const
export type Time = (typeof times)[number]

/** A document as it is read: lists still as JSON. */
export type Fields = { [Name in Time]: number | null } & { [Name in Repeated]: string | null } & {
  row: number
  id: string
  active: boolean
  length: number
  revisions: string
}

/** Fields by place; of values and times by their place in the lists above. */
export interface Held {
  row(place: number): number
  id(place: number): string
  /** As strings compare. */
  compareIds(one: number, other: number): number
  /** False when the id has not the length of a UUID in ASCII. */
  copyId(place: number, into: Int32Array, at: number): boolean
  state(place: number): number
  length(place: number): number
  value(place: number, at: number): string | null
  time(place: number, at: number): number | null
  revisions(place: number): Revision[]
}

const at = (name: Repeated): number => repeated.indexOf(name)
const [typeAt, appAt, projectAt, sessionAt] = [at('memoryType'), at('app'), at('project'), at('sessionId')]
const [tagsAt, categoriesAt, extractionAt] = [at('tags'), at('categories'), at('extraction')]
const [validAt, invalidAt, createdAt, expiredAt] = times.map((_, place) => place) as [number, number, number, number]

/** Each field is read when it is asked for: a search looks at thousands of documents, and at few fields of each. */
export class Document implements Filterable {
  /** Among all that were ever read, from 0. */
  readonly place: number
  private readonly held: Held

  constructor (held: Held, place: number) {
    this.held = held
    this.place = place
  }

  get row (): number {
    return this.held.row(this.place)
  }

  get id (): string {
    return this.held.id(this.place)
  }

  /** By its id. */
  isLaterThan (other: Document): boolean {
    return this.held.compareIds(this.place, other.place) > 0
  }

  copyId (into: Int32Array, at: number): boolean {
    return this.held.copyId(this.place, into, at)
  }

  get active (): boolean {
    return this.held.state(this.place) === states.active
  }

  /** In terms. */
  get length (): number {
    return this.held.length(this.place)
  }

  get memoryType (): string {
    return this.held.value(this.place, typeAt) as string
  }

  get app (): string | null {
    return this.held.value(this.place, appAt)
  }

  get project (): string | null {
    return this.held.value(this.place, projectAt)
  }

  get sessionId (): string | null {
    return this.held.value(this.place, sessionAt)
  }

  get tags (): string[] {
    return listOf(this.held.value(this.place, tagsAt))
  }

  get categories (): string[] {
    return listOf(this.held.value(this.place, categoriesAt))
  }

  get extraction (): string {
    return this.held.value(this.place, extractionAt) as string
  }

  get validAt (): number {
    return this.held.time(this.place, validAt) as number
  }

  get invalidAt (): number | null {
    return this.held.time(this.place, invalidAt)
  }

  get createdAt (): number {
    return this.held.time(this.place, createdAt) as number
  }

  get expiredAt (): number | null {
    return this.held.time(this.place, expiredAt)
  }

  get revisions (): Revision[] {
    return this.held.revisions(this.place)
  }
}

const none: string[] = []

const listOf = (text: string | null): string[] => text === null || text === '[]' ? none : JSON.parse(text) as string[]
