/** How a spreadsheet recognises a formula. It reads the first character, or the first after blanks. */
const formula = /^\s*[=+\-@\t\r\n|%]/

/**
 * One line of CSV (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe, because names of skills
 * and models are untrusted. Numbers stay numbers; null is empty.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return cells.map(csvCell).join(',')
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
