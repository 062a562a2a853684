/** The best few of many, kept in order while they come. */
export interface Ranked<T> { score: number, item: T }

/** Best first; of equal scores `before` decides. */
export function createBest<T> (limit: number, before: (a: T, b: T) => boolean): { offer: (score: number, item: T) => void, ranked: Array<Ranked<T>> } {
  const ranked: Array<Ranked<T>> = []
  return {
    ranked,
    offer (score, item) {
      const last = ranked[ranked.length - 1]
      if (ranked.length >= limit && (last === undefined || score < last.score || (score === last.score && !before(item, last.item)))) return
      let [low, high] = [0, ranked.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        const other = ranked[middle] as Ranked<T>
        if (other.score > score || (other.score === score && before(other.item, item))) low = middle + 1
        else high = middle
      }
      ranked.splice(low, 0, { score, item })
      if (ranked.length > limit) ranked.pop()
    }
  }
}
