/** The settings of recall. */
import { Type } from '../../../../domain/type.ts'

/** Overrides a part of what a recipe says. */
const override = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 10, description: `${description} Empty takes the recipe's.` }))

export const RecallOptions = Type.Object({
  Recipe: Type.Enum(['balanced', 'plain'], {
    default: 'balanced',
    description: 'How memories are found: `balanced` for conversations and facts distilled from them, `plain` for ' +
      'notes and documents, where what stands beside a memory says nothing about it.'
  }),
  TextWeight: override('Weight of the text arm.'),
  VectorWeight: override('Weight of the vector arm.'),
  GraphWeight: override('Weight of the graph arm.'),
  SessionWeight: override('How much of its score a memory propagates to others of its session; 0 is nothing.'),
  RerankWeight: override('Weight of what the reranker finds.'),
  Depth: Type.Optional(Type.Integer({
    minimum: 10,
    maximum: 1000,
    description: "Candidates each arm brings; empty takes the recipe's."
  }))
})

export const RerankOptions = Type.Object({
  BudgetMs: Type.Integer({
    default: 400,
    minimum: 1,
    maximum: 600_000,
    description: 'Longest time one reranking may take, in milliseconds; candidates that do not fit keep their order.'
  }),
  Candidates: Type.Integer({
    default: 60,
    minimum: 1,
    maximum: 500,
    description: 'How many of the fused candidates are reranked: two thirds of them, then those that these raise.'
  })
})

export const ReadOptions = Type.Object({
  Staleness: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 600_000,
    description:
      'How old what is only looked at may be, in milliseconds: searches, lists and single memories then go ' +
      'to the followers of a Neo4j cluster (`graphdb_b`, `neo4j://`). A process sees its own writes at once, those of ' +
      'other processes no later than this. What a write decides by is never old. 0: everything is asked of the ' +
      'leader. With any other database it changes nothing.'
  })
})
