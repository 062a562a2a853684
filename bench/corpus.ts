/**
 * Made-up memories of one person and questions about them, the same for a seed: enough of them to fill a store,
 * different enough to be distinguished.
 */

const people = `Ana Bruno Clara Dimitri Elif Farid Greta Hugo Ines Jonas Kaya Leo Mira Nils Olga Pavel Quinn Rosa \
Sami Tove Uma Viktor Wanda Yusuf Zoe`
  .split(' ')
const places = `Lisbon Bergen Oslo Izmir Krakow Galway Turin Ghent Split Tartu Porto Malmo Basel Lyon Trieste Cadiz \
Utrecht Leipzig Brno Riga`
  .split(' ')
const things = `bicycle violin telescope kayak sewing-machine camera greenhouse sailboat typewriter piano drone \
aquarium loom record-player tent motorbike`
  .split(' ')
const dishes = `lentil soup|mushroom risotto|fish stew|apple pie|spinach dumplings|lamb curry|tomato salad|\
walnut bread|plum cake|bean chili`
  .split('|')
const works = `surveyor nurse carpenter translator botanist welder teacher pilot beekeeper accountant glazier \
archivist plumber chemist conductor`
  .split(' ')
const months = 'January February March April May June July August September October November December'.split(' ')

export interface Rng {
  next(): number
  pick<T>(from: readonly T[]): T
  upTo(limit: number): number
}

/** Mulberry32, a small public-domain generator: the same figures for the same seed on every machine. */
export function random (seed: number): Rng {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (limit: number): number => Math.floor(next() * limit)
  return { next, upTo, pick: from => from[upTo(from.length)] as (typeof from)[number] }
}

const statements: Array<(r: Rng, who: string) => string> = [
  (r, who) =>
    `${who} moved to ${r.pick(places)} in ${r.pick(months)} ${1990 + r.upTo(35)} and rents a flat at number ${
      r.upTo(400)
    } near the station.`,
  (r, who) => `${who} bought a second-hand ${r.pick(things)} in ${r.pick(places)} for ${20 + r.upTo(2000)} euros.`,
  (r, who) =>
    `For the party on the ${1 + r.upTo(28)}th of ${r.pick(months)} ${who} cooked ${r.pick(dishes)} for ${
      2 + r.upTo(40)
    } guests.`,
  (r, who) => `${who} works as a ${r.pick(works)} and used to be a ${r.pick(works)} in ${r.pick(places)}.`,
  (r, who) => `${who} and ${r.pick(people)} went hiking near ${r.pick(places)} and slept in tent ${r.upTo(1000)}.`,
  (r, who) =>
    `${who} said that the meeting with ${r.pick(people)} about project ${r.upTo(5000)} is put off until ${
      r.pick(months)
    }.`
]

const asked: Array<(r: Rng, who: string) => string> = [
  (r, who) => `When did ${who} move to ${r.pick(places)}?`,
  (r, who) => `What did ${who} buy in ${r.pick(places)}?`,
  (r, who) => `What did ${who} cook in ${r.pick(months)}?`,
  (r, who) => `Who of ${who}'s friends worked as a ${r.pick(works)} before?`,
  (r, who) => `With whom did ${who} go hiking near ${r.pick(places)}?`,
  (r, who) => `Which meeting with ${who} was put off until ${r.pick(months)}?`
]

export function madeUpMemories (count: number, seed = 1): string[] {
  const r = random(seed)
  return Array.from({ length: count }, () => r.pick(statements)(r, r.pick(people)))
}

export function madeUpQuestions (count: number, seed = 2): string[] {
  const r = random(seed)
  return Array.from({ length: count }, () => r.pick(asked)(r, r.pick(people)))
}
