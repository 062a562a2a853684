/**
 * Who is meant by a name: two Annas, a colleague and a sister, are two; Lisa of whom it was said that she is
 * Elisabeth is one. A name that two bear and that is said without a role ends nothing of either.
 */
import type { CandidateFact, NamedEntity } from '../../../../domain/capabilities/distiller.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import type { Entity } from '../../../../domain/nouns.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import { mapInSlices } from '../../../_shared/time-slice.ts'
import { theUser } from './subject.ts'
import { folded } from '../../../_shared/wording/words/lists.ts'
import { anyRole, roleOfWord, sameAs } from './words/roles.ts'

type Person = Pick<Entity, 'name' | 'key' | 'type' | 'aliases'>

export interface Meant {
  facts: CandidateFact[]
  /** Normalised names of a fact's subject; empty when two could be meant, null for the user and where none is known. */
  namesOf(fact: CandidateFact): string[] | null
}

const mostNames = 6

export async function whoIsMeant (
  store: Store,
  userId: string,
  facts: CandidateFact[],
  signal?: AbortSignal
): Promise<Meant> {
  const named = await mapInSlices(
    facts,
    fact => namesIn(fact).flatMap(name => keysOf(name, roleOf(name, saidOf(fact)))),
    signal
  )
  const keys = [...new Set(named.flat())]
  const { items } = keys.length > 0 ? await store.entities(userId, { keys }) : { items: [] }
  const known = new Map<string, Person[]>()
  for (const { name, key, type, aliases } of items) note({ name, key, type, aliases })
  const names = new Map<CandidateFact, string[] | null>()
  const meant = await mapInSlices(facts, fact => {
    const renamed = namesIn(fact).reduce(rename, withEvidentAliases(fact))
    names.set(renamed, namesOfSubject(renamed))
    return renamed
  }, signal)
  return { facts: meant, namesOf: fact => names.get(fact) ?? null }

  function bearers (key: string): Person[] {
    return known.get(key) ?? []
  }

  function note (person: Person): void {
    for (const key of [person.key, ...person.aliases]) known.set(key, [...new Set([...bearers(key), person])])
  }

  /** The fact with a name that another bears already made one of its own. */
  function rename (fact: CandidateFact, name: string): CandidateFact {
    const role = roleOf(name, saidOf(fact))
    if (role === null) return fact
    const key = nameKey(name)
    const alias = `${role} ${key}`
    const found = bearers(key)
    const own = found.find(({ aliases }) => aliases.includes(alias))
    const free = found.find(person => rolesOf(person, key).length === 0)
    const person = own ?? free ?? {
      name: found.length > 0 ? `${name} (${role})` : name,
      key: nameKey(found.length > 0 ? `${name} (${role})` : name),
      type: 'person',
      aliases: []
    }
    person.aliases = [...new Set([...person.aliases, alias, key])].filter(one => one !== person.key)
    note(person)
    const to = person.key === key ? name : person.name
    return renamedIn(fact, key, { name: to, type: 'person', aliases: person.key === key ? [alias] : [alias, key] })
  }

  function namesOfSubject (fact: CandidateFact): string[] | null {
    const { subject, entities } = fact
    if (subject === null || subject === theUser) return null
    const key = nameKey(subject)
    const said = entities.filter(({ name, aliases }) => [name, ...aliases].map(nameKey).includes(key))
      .flatMap(({ name, aliases }) => [name, ...aliases].map(nameKey))
    const found = bearers(key)
    const person = found.find(one => one.key === key) ?? found[0]
    // Without a role, either of two may be meant.
    if (found.filter(one => rolesOf(one, key).length > 0).length > 1 && roleOf(subject, saidOf(fact)) === null) {
      return []
    }
    const stored = person?.type === 'person'
      ? [person.key, ...person.aliases.filter(alias => isFree(alias, person))]
      : []
    return [...new Set([key, ...said.filter(name => isFree(name, person)), ...stored])].slice(0, mostNames)
  }

  /** A name that another person bears as well does not say who is meant. */
  function isFree (name: string, person: Person | undefined): boolean {
    return !bearers(name).some(other => other !== person && other.key === name && rolesOf(other, name).length > 0)
  }
}

function namesIn ({ subject, entities }: CandidateFact): string[] {
  const names = entities.map(({ name }) => name)
  const keys = new Set(names.map(nameKey))
  return subject === null || subject === theUser || keys.has(nameKey(subject)) ? names : [subject, ...names]
}

function keysOf (name: string, role: string | null): string[] {
  const key = nameKey(name)
  return role === null ? [key] : [key, `${role} ${key}`]
}

function saidOf ({ quote, text }: CandidateFact): string {
  return folded(`${quote}\n${text}`)
}

/** "My sister Anna", "Anna, my sister": what a person is to the speaker; null when it is not said. */
export function roleOf (name: string, said: string): string | null {
  if (!anyRole.test(said)) return null
  const escaped = folded(name).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const before = new RegExp(
    `(?<![\\p{L}-])([\\p{L}-]{1,40}),? (?:named |called |namens )?${escaped}(?![\\p{L}\\p{N}])`,
    'gu'
  )
  const behind = new RegExp(
    `(?<![\\p{L}\\p{N}])${escaped},? (?:who is )?(?:my|our|the user's|meine?|unsere?|ma|mon|mi|mia|mio) ` +
      '(?:[\\p{L}-]+ )?([\\p{L}-]+)',
    'gu'
  )
  for (const [, word] of [...said.matchAll(before), ...said.matchAll(behind)]) {
    const role = roleOfWord.get(word ?? '')
    if (role !== undefined) return role
  }
  return null
}

/** The roles under which a person is known by this name. */
export function rolesOf ({ aliases }: Pick<Entity, 'aliases'>, key: string): string[] {
  return aliases.filter(alias => alias.endsWith(` ${key}`)).map(alias => alias.slice(0, -key.length - 1))
    .filter(role => roleOfWord.get(role) === role)
}

/** True for two people of one name in different roles. */
export function areApart (one: Pick<Entity, 'aliases'>, other: Pick<Entity, 'aliases' | 'key'>): boolean {
  return [other.key, ...other.aliases].some(key => {
    const [roles, others] = [rolesOf(one, key), rolesOf(other, key)]
    return roles.length > 0 && others.length > 0 && !roles.some(role => others.includes(role))
  })
}

/** Other names of a person count when the words say so: "Lisa, that is Elisabeth", or as a part of the name. */
function withEvidentAliases (fact: CandidateFact): CandidateFact {
  const said = saidOf(fact)
  return {
    ...fact,
    entities: fact.entities.map(entity =>
      entity.type !== 'person'
        ? entity
        : {
          ...entity,
          aliases: entity.aliases.filter(alias => shareTerm(entity.name, alias) || isSame(said, entity.name, alias))
        }
    )
  }
}

function shareTerm (one: string, other: string): boolean {
  const known = new Set(terms(one))
  return terms(other).some(term => known.has(term))
}

function isSame (said: string, one: string, other: string): boolean {
  const [a, b] = [one, other].map(name => folded(name).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pair = (from: string, to: string): string => `${from}(?:,? ${sameAs},? | \\()${to}(?!'s|[\\p{L}\\p{N}])`
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pair(a as string, b as string)}|${pair(b as string, a as string)})`, 'u')
    .test(said)
}

function renamedIn (fact: CandidateFact, key: string, person: NamedEntity): CandidateFact {
  const isMeant = (name: string): boolean => nameKey(name) === key
  const named = (name: string): string => isMeant(name) ? person.name : name
  const merged = fact.entities.map(entity =>
    isMeant(entity.name)
      ? { ...entity, name: person.name, type: 'person', aliases: [...new Set([...entity.aliases, ...person.aliases])] }
      : entity
  )
  return {
    ...fact,
    subject: fact.subject === null ? null : named(fact.subject),
    entities: merged.some(({ name }) => name === person.name) ? merged : [...merged, person],
    relations: fact.relations.map(({ from, predicate, to }) => ({ from: named(from), predicate, to: named(to) }))
  }
}
