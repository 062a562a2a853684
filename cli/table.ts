/** Rows as a plain table a terminal can show. */

/** Cells longer than this are cut, so that a row stays a line. */
const widest = 72

export function table (title: string, head: string[], rows: string[][]): string {
  const cells = [head, ...rows].map(row =>
    row.map(cell => cell.length > widest ? `${cell.slice(0, widest - 1)}…` : cell)
  )
  const widths = head.map((_, column) => Math.max(...cells.map(row => row[column]?.length ?? 0)))
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ').trimEnd()
  const [first = [], ...rest] = cells
  return [`\n${title}`, line(first), widths.map(width => '-'.repeat(width)).join('  '), ...rest.map(line)].join('\n')
}
