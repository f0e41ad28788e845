/** The result of a benchmark: a table with a title and a note on how it was measured. */
export interface Table {
  readonly title: string
  readonly note?: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export function printTable(table: Table): void {
  const cells = [table.columns, ...table.rows].map((row) => row.map(String))
  const widths = table.columns.map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  )
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  process.stdout.write(`\n## ${table.title}\n`)
  if (table.note) process.stdout.write(`${table.note}\n`)
  process.stdout.write(`\n${line(cells[0] ?? [])}\n`)
  process.stdout.write(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|\n`)
  for (const row of cells.slice(1)) process.stdout.write(`${line(row)}\n`)
}

/** The quantile for a `share` from 0 to 1. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
