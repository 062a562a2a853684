/** How far a long command is, for whoever watches a terminal; nothing elsewhere. */
const everyMs = 200

export interface Progress {
  add(count: number): void
  /** Takes the line away, so that the answer stands alone. */
  end(): void
}

/** `total` in the same unit as what is added; absent when it is not known before the end. */
export function showProgress (label: string, unit: string, total?: number): Progress {
  const { stderr } = process
  if (!stderr.isTTY) return { add () {}, end () {} }
  let done = 0
  let shownAt = 0
  const show = () => {
    const share = total === undefined || total === 0 ? '' : ` ${Math.min(100, Math.floor(100 * done / total))} %`
    stderr.write(`\r\x1b[K${label}:${share} ${done.toLocaleString('en')} ${unit}`)
  }
  return {
    add (count) {
      done += count
      if (Date.now() - shownAt < everyMs) return
      shownAt = Date.now()
      show()
    },
    end: () => stderr.write('\r\x1b[K')
  }
}

/** Passes everything on and counts it. */
export async function* counted<T> (items: AsyncIterable<T>, progress: Progress, sizeOf: (item: T) => number) {
  try {
    for await (const item of items) {
      progress.add(sizeOf(item))
      yield item
    }
  } finally {
    progress.end()
  }
}
