/** What a node looks like: an entity has the colour of its community, and one in question says of what. */
import type { GraphNode } from './answer.ts'
import type { Whole } from './whole.ts'

export interface Look {
  entity: string
  memory: string
  past: string
  edge: string
  faded: string
  /** Of communities, the largest first. */
  communities: string[]
}

export interface Marks {
  /** Does not hold at the time looked at. */
  isPast: (memory: string) => boolean
  /** Place among the communities by entity or community; absent where it is in none. */
  communityOf: ReadonlyMap<string, number>
  /** The name of what an entity may be one with. */
  inQuestion: ReadonlyMap<string, string>
}

export interface Community {
  id: string
  name: string
  summary: string | null
  entities: number
}

/** The largest first. */
export function communitiesOf ({ nodes, edges }: Whole): { list: Community[], communityOf: Map<string, number> } {
  const members = new Map<string, string[]>()
  for (const { from, to, kind } of edges) {
    if (kind === 'MEMBER_OF') members.set(to, [...members.get(to) ?? [], from])
  }
  const list = [...nodes.values()].filter(({ kind }) => kind === 'community')
    .map(({ id, label, summary }) => ({
      id,
      name: label,
      summary: summary === null ? null : String(summary),
      entities: members.get(id)?.length ?? 0
    }))
    .sort((a, b) => b.entities - a.entities || a.name.localeCompare(b.name))
  const communityOf = new Map(
    list.flatMap(({ id }, place) => [id, ...members.get(id) ?? []].map(node => [node, place] as const)).reverse()
  )
  return { list, communityOf }
}

/** Beyond the colours there are, communities look like everything else. */
export function colourOf ({ id, kind }: Pick<GraphNode, 'id' | 'kind'>, look: Look, marks: Marks): string {
  if (kind === 'memory') return marks.isPast(id) ? look.past : look.memory
  return look.communities[marks.communityOf.get(id) ?? -1] ?? look.entity
}

const longestLabel = 60

export function labelOf ({ id, kind, label }: Pick<GraphNode, 'id' | 'kind' | 'label'>, { inQuestion }: Marks): string {
  const other = kind === 'entity' ? inQuestion.get(id) : undefined
  return other === undefined ? cut(label) : `${cut(label)} (or ${cut(other)}?)`
}

const cut = (text: string): string => text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text
