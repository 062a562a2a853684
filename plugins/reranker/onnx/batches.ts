/** Splits the documents of a request into runs of the model: best first, similar lengths in one run. */

/** One run of the model: places in the caller's list. */
export type Batch = number[]

/**
 * Padded tokens. Smaller runs cost more a token (57 µs at 180, 40 at 650, measured on two cores); larger ones save
 * nothing and overrun the budget by more.
 */
const largest = 640

/** `lengths` are in tokens; 0 is a document that needs no run, and all of those come first. */
export function batches (lengths: number[]): Batch[] {
  const places = lengths.map((_, place) => place)
  const known = places.filter(place => lengths[place] === 0)
  const planned: Batch[] = known.length === 0 ? [] : [known]
  const others = places.filter(place => lengths[place] !== 0)
  for (const wave of wavesOf(others, lengths)) {
    let batch: Batch = []
    for (const place of wave.sort((a, b) => (lengths[a] as number) - (lengths[b] as number))) {
      if (batch.length > 0 && sizeOf(lengths, [...batch, place]) > largest) {
        planned.push(batch)
        batch = []
      }
      batch.push(place)
    }
    planned.push(batch)
  }
  return planned
}

/**
 * Documents in the caller's order, about one run's tokens a wave. Inside a wave they are sorted by length, so a wave of
 * many would read the shortest of them instead of the best when the budget ends within it.
 */
function wavesOf (places: number[], lengths: number[]): number[][] {
  const waves: number[][] = []
  let tokens = Infinity
  for (const place of places) {
    const length = lengths[place] as number
    if (tokens + length > largest) {
      waves.push([])
      tokens = 0
    }
    waves.at(-1)?.push(place)
    tokens += length
  }
  return waves
}

/** Padded tokens of a batch: what its time is proportional to. */
export function sizeOf (lengths: number[], places: Batch): number {
  return places.length * Math.max(...places.map(place => lengths[place] ?? 0))
}
