/** Words of what rests on where a person lives, works or studies, folded, in the languages of `predicates.ts`. */
import { words } from '../../../../_shared/wording/words/lists.ts'

/** What a fact may rest on: predicates that hold one value at a time. */
export const bases = ['lives_in', 'works_at', 'studies_at'] as const
export type Basis = (typeof bases)[number]

/** A language a line: English, German, French, Spanish, Italian, Portuguese, Dutch. */
export const topicWords: Record<Basis, string> = {
  lives_in: `
    commute commuting rent landlord landlady neighbour neighbours neighbor neighbors neighbourhood neighborhood
    flatmate flatmates roommate roommates housemate housemates balcony backyard
    arbeitsweg miete vermieter vermieterin nachbar nachbarin nachbarn mitbewohner mitbewohnerin balkon
    trajet loyer proprietaire voisin voisine voisins colocataire balcon
    alquiler casero vecino vecina vecinos barrio
    affitto vicino vicina coinquilino coinquilina balcone
    aluguel senhorio vizinho vizinha vizinhos
    huur huisbaas buurman buurvrouw huisgenoot`,
  works_at: `
    commute commuting boss supervisor manager colleague colleagues coworker coworkers office salary payday shift shifts
    arbeitsweg chef chefin vorgesetzter kollege kollegin kollegen kolleginnen buro gehalt schicht
    trajet patron patronne collegue collegues bureau salaire
    jefe jefa oficina sueldo salario
    capo collega colleghi ufficio stipendio
    chefe escritorio
    baas kantoor salaris`,
  studies_at: `
    professor professors dorm dormitory classmate classmates campus
    professorin wohnheim kommilitone kommilitonin kommilitonen
    prof profesor profesora professore professoressa docent studiegenoot`
}

const owners = String.raw`
  (?:my|our|his|her|their|[\p{L}-]+'s|mein\w*|unser\w*|mon|ma|mes|notre|nos|mi|mis|nuestr\w*|mi[oa]|meu|minha|nosso|
  nossa|mijn|onze?)(?: [\p{L}-]+)?`

/** The topic, and the topic said to be a person's own: "my (new) boss", "the user's rent". */
export const ofTopic = Object.fromEntries(bases.map(basis => {
  const any = `(?:${topicWords[basis].trim().split(/\s+/).join('|')})`
  return [basis, { any: words(any), own: words(`${owners} ${any}`) }]
})) as Record<Basis, { any: RegExp, own: RegExp }>
