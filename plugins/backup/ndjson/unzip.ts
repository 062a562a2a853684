/** Members of a zip as bytes. */
import type { Readable } from 'node:stream'
import type * as yauzl from 'yauzl'
import { invalid } from './invalid.ts'

/** The members of these names, wherever in the zip they lie. Throws `ValidationFailed`. */
export async function unzip (
  path: string,
  wanted: string[],
  limitBytes: number
): Promise<Map<string, Buffer>> {
  const members = new Map<string, Buffer>()
  const { open } = await import('yauzl')
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    open(
      path,
      { lazyEntries: true, autoClose: false },
      (error, file) =>
        error === null ? resolve(file) : reject(invalid('it cannot be unzipped: it is damaged or cut off'))
    )
  })
  try {
    for await (const entry of entries(zip)) {
      const name = entry.fileName.split('/').at(-1) ?? ''
      if (!wanted.includes(name)) continue
      if (entry.uncompressedSize > limitBytes) {
        throw invalid(`${name} in the zip is larger than ${limitBytes / 1024 / 1024} MiB`)
      }
      members.set(name, await contentOf(zip, entry))
    }
  } finally {
    zip.close()
  }
  return members
}

async function* entries (zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (;;) {
    const entry = await new Promise<yauzl.Entry | null>((resolve, reject) => {
      const settle = (result: yauzl.Entry | null): void => {
        zip.removeAllListeners()
        resolve(result)
      }
      zip.once('entry', settle)
      zip.once('end', () => settle(null))
      zip.once('error', () => reject(invalid('it cannot be unzipped: it is damaged or cut off')))
      zip.readEntry()
    })
    if (entry === null) return
    yield entry
  }
}

async function contentOf (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(
      entry,
      (error, opened) =>
        error === null ? resolve(opened) : reject(invalid(`${entry.fileName} in the zip cannot be read`))
    )
  })
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer)
  } catch {
    throw invalid(`${entry.fileName} in the zip is damaged`)
  }
  return Buffer.concat(chunks)
}
