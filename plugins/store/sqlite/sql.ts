/** Marks a template as SQL, so that editors highlight it. The text stays as it is written. */
export const sql = (parts: TemplateStringsArray, ...values: Array<string | number>): string =>
  String.raw({ raw: parts }, ...values)
