/**
 * Pages on their way from the database to a reader that may be slower: a few in memory, the others in a file without
 * a name, which goes with the process.
 */
import { open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'

export interface SpoolLimits {
  /** Pages in memory. */
  pages: number
}

type Page<Row> = { rows: Row[] } | { at: number, bytes: number }

export class Spool<Kind extends string, Row> {
  /** Rows in memory, for tests. */
  held = 0
  private readonly limits: SpoolLimits
  private readonly queues = new Map<Kind, Array<Page<Row>>>()
  private inMemory = 0
  private file: FileHandle | null = null
  private end = 0
  private ended = false
  private fault: { error: unknown } | null = null
  private wake: () => void = () => {}

  constructor (limits: SpoolLimits) {
    this.limits = limits
  }

  async put (kind: Kind, rows: Row[]): Promise<void> {
    if (rows.length === 0) return
    const queue = this.queues.get(kind) ?? []
    this.queues.set(kind, queue)
    if (this.inMemory < this.limits.pages) {
      this.inMemory++
      this.held += rows.length
      queue.push({ rows })
    } else queue.push(await this.write(rows))
    this.wake()
  }

  /** Nothing more comes; with an error, readers get it once they have read what there is. */
  finish (fault: { error: unknown } | null = null): void {
    this.ended = true
    this.fault = fault
    this.wake()
  }

  /** The pages of one kind, as they come. One reader at a time. */
  async *pages (kind: Kind): AsyncGenerator<Row[]> {
    for (;;) {
      const page = this.queues.get(kind)?.shift()
      if (page !== undefined) yield await this.read(page)
      else if (this.fault !== null) throw this.fault.error
      else if (this.ended) return
      else {
        await new Promise<void>(resolve => {
          this.wake = resolve
        })
      }
    }
  }

  async close (): Promise<void> {
    await this.file?.close()
    this.file = null
  }

  private async write (rows: Row[]): Promise<Page<Row>> {
    this.file ??= await namelessFile()
    const bytes = Buffer.from(JSON.stringify(rows))
    const at = this.end
    this.end += bytes.length
    await this.file.write(bytes, 0, bytes.length, at)
    return { at, bytes: bytes.length }
  }

  private async read (page: Page<Row>): Promise<Row[]> {
    if ('rows' in page) {
      this.inMemory--
      this.held -= page.rows.length
      return page.rows
    }
    const bytes = Buffer.allocUnsafe(page.bytes)
    await this.file?.read(bytes, 0, page.bytes, page.at)
    return JSON.parse(bytes.toString()) as Row[]
  }
}

async function namelessFile (): Promise<FileHandle> {
  const path = join(tmpdir(), `palimpsest-export-${v7()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
