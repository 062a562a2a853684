/** Marks a template as Cypher, so that editors highlight it. The text stays as it is written. */
export const cypher = (parts: TemplateStringsArray, ...values: Array<string | number>): string =>
  String.raw({ raw: parts }, ...values)

/**
 * Takes properties off a node, each where its condition holds, and each in a clause of its own: FalkorDB 4.16 takes off
 * the wrong ones where one clause, or one beside it, takes off several.
 */
export const without = (node: string, conditions: Record<string, string>): string =>
  Object.entries(conditions).map(([property, when]) =>
    cypher`
      FOREACH (once IN CASE WHEN ${when} THEN [1] ELSE [] END | SET ${node}.${property} = null)`
  ).join('')

/** The conditions of `without` for properties that `x.removed` names. */
export const named = (properties: readonly string[]): Record<string, string> =>
  Object.fromEntries(properties.map(property => [property, `'${property}' IN x.removed`]))

/** Properties to set with `+=`, and the names of those to take off. */
export function givenAndRemoved<Value> (
  properties: Record<string, Value>
): { properties: Record<string, Value>, removed: string[] } {
  const entries = Object.entries(properties)
  return {
    properties: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    removed: entries.filter(([, value]) => value === null).map(([name]) => name)
  }
}
