/** Short ids: an answer shows the start of an id, and a tool takes it for the whole one. */
import { MemoryNotFound, ValidationFailed } from '../../domain/errors.ts'
import type { ToolContext } from './tool.ts'

/** `0193a1b2-c3d4`: the millisecond of a UUIDv7. */
const shortest = 13
const whole = 36
const pageSize = 100
/** A memory's id is made after its `createdAt`: later by as long as a model took. */
const pagesBehind = 5

/** The shortest starts by which these ids differ, by id. */
export function shortIds (ids: string[]): Map<string, string> {
  const distinct = [...new Set(ids)].sort()
  return new Map(distinct.map((id, index) => {
    const shared = Math.max(sharedStart(id, distinct[index - 1]), sharedStart(id, distinct[index + 1]))
    return [id, id.slice(0, Math.max(shortest, shared + 1))]
  }))
}

function sharedStart (one: string, other: string = ''): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

type Reader = Pick<ToolContext, 'memory' | 'userId' | 'caller'>

/** The id that begins with this; what is no start of an id is answered as it came. Throws when several begin so. */
export async function wholeId (reader: Reader, field: string, given: string): Promise<string> {
  const id = given.trim().toLowerCase()
  if (id.length < shortest || id.length >= whole || !/^[0-9a-f]{8}-[0-9a-f]{4}[0-9a-f-]*$/.test(id)) return given
  const found = await startingWith(reader, id)
  if (found.length > 1) {
    throw new ValidationFailed({
      [field]: [`Several memories begin with ${id}: ${found.slice(0, 10).join(', ')}. Send more of the id.`]
    })
  }
  if (found[0] === undefined) throw new MemoryNotFound(given)
  return found[0]
}

/** Lists are newest first, so the page of an id's millisecond is found by halving. */
async function startingWith ({ memory, userId, caller: { project } }: Reader, id: string): Promise<string[]> {
  const filter = { includeSuperseded: true, ...(project === null ? {} : { project }) }
  const read = (page: number) => memory.list(userId, { ...filter, page, size: pageSize })
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const { total } = await read(1)
  let [low, high] = [1, Math.max(1, Math.ceil(total / pageSize))]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { items } = await read(middle)
    if ((items.at(-1)?.createdAt ?? 0) <= at) high = middle
    else low = middle + 1
  }
  const found: string[] = []
  for (let page = low; page < low + pagesBehind; page++) {
    const { items } = await read(page)
    found.push(...items.map(({ id }) => id).filter(candidate => candidate.startsWith(id)))
    if (items.length < pageSize || (found.length > 0 && !found.includes(items.at(-1)?.id ?? ''))) break
  }
  return [...new Set(found)]
}
