/** What an answer without a memory says: that nothing is remembered only where that is so. */
import { filterFrom } from '../../http/filters.ts'
import type { ToolContext } from './tool.ts'

type Reader = Pick<ToolContext, 'memory' | 'userId' | 'caller'>

/** Of a list without filters; `ended` where what has ended was asked for as well. */
export async function nothingListed ({ memory, userId, caller }: Reader, ended = false): Promise<string> {
  const where = inProject(caller)
  const filter = filterFrom({ project: caller.project, include_superseded: true })
  const { total } = ended ? { total: 0 } : await memory.list(userId, { ...filter, page: 1, size: 1 })
  if (total === 0) return `Nothing is remembered${where}.`
  return `Nothing remembered${where} still holds: list_memories with include_superseded has ${total} that ended.`
}

/** Of a search. `words`: only the words were looked for. `filtered`: by more than the project of the connection. */
export function nothingFound (
  caller: Reader['caller'],
  { words, filtered }: { words: boolean, filtered: boolean }
): string {
  const where = inProject(caller)
  const what = words ? `No memory${where} has these words` : `Nothing is remembered about this${where}`
  return filtered ? `${what}, as far as the filters let see.` : `${what}.`
}

function inProject ({ project }: Reader['caller']): string {
  return project === null ? '' : ' in this project'
}
