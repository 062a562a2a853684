/** What lies below a folder while others may still be removing from it. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Every file with its content; one that goes away meanwhile, as a database's log does when it is closed, is none. */
export async function filesBelow (folder: string): Promise<Array<{ path: string, content: Buffer }>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(none<never[]>([]))
  const files = entries.filter(entry => entry.isFile()).map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    const content = await readFile(path).catch(none(null))
    return content === null ? [] : [{ path, content }]
  })
  return (await Promise.all(files)).flat()
}

/** Those that hold the words, in either encoding that a process may have written. */
export async function filesThatHold (folder: string, words: string): Promise<string[]> {
  const forms = [words, words.toLowerCase(), words.toUpperCase()].flatMap(
    form => [Buffer.from(form), Buffer.from(form, 'utf16le')]
  )
  return (await filesBelow(folder)).filter(({ content }) => forms.some(form => content.includes(form)))
    .map(({ path }) => path)
}

function none<T> (value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code !== 'ENOENT') throw error
    return value
  }
}
