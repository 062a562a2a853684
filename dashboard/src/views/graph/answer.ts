/** What the service answers as a graph, and the part of it that is drawn. */
import type { components } from '../../api/schema.ts'

export type Answer = components['schemas']['GraphPage']
export type GraphNode = components['schemas']['GraphNode']
export type Part = Pick<Answer, 'nodes' | 'edges'>
