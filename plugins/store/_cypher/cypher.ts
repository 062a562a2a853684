/** Marks a template as Cypher, so that editors highlight it. The text stays as it is written. */
export const cypher = (parts: TemplateStringsArray, ...values: Array<string | number>): string =>
  String.raw({ raw: parts }, ...values)
