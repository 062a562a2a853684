/** The best few of many, kept in order while they come. */
export interface Ranked<T> {
  score: number
  item: T
}

export interface Best<T> {
  /** Best first; of equal scores `before` decides. */
  ranked: Array<Ranked<T>>
  offer(score: number, item: T): void
  /** Whatever scores less is not among the best. */
  least(): number
}

export function createBest<T> (limit: number, before: (a: T, b: T) => boolean): Best<T> {
  const ranked: Array<Ranked<T>> = []
  let least = limit > 0 ? -Infinity : Infinity
  return {
    ranked,
    least: () => least,
    offer (score, item) {
      const last = ranked[ranked.length - 1]
      if (
        ranked.length >= limit &&
        (last === undefined || score < last.score || (score === last.score && !before(item, last.item)))
      ) return
      let [low, high] = [0, ranked.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        const other = ranked[middle] as Ranked<T>
        if (other.score > score || (other.score === score && before(other.item, item))) low = middle + 1
        else high = middle
      }
      // Moved by hand: `splice` takes three times as long.
      for (let at = ranked.length < limit ? ranked.length : limit - 1; at > low; at--) {
        ranked[at] = ranked[at - 1] as Ranked<T>
      }
      ranked[low] = { score, item }
      if (ranked.length === limit) least = (ranked[limit - 1] as Ranked<T>).score
    }
  }
}
