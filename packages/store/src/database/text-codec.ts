/**
 * Encodes text so that both databases return it exactly. PostgreSQL rejects NUL, and neither keeps a lone
 * surrogate, yet hostile files and model output contain both. Such characters, and the escape mark itself,
 * become U+FFFE and four hex digits; all other text is stored as it is.
 */
const escapeMark = '\uFFFE'
const unstorable = /[\0\uFFFE]|\p{Surrogate}/u
const allUnstorable = new RegExp(unstorable, 'gu')
const escaped = /\uFFFE([0-9a-f]{4})/g

/** Encodes a value for the database. */
export function toStored(value: unknown): unknown {
  if (typeof value !== 'string' || !unstorable.test(value)) return value
  return value.replace(
    allUnstorable,
    (char) => escapeMark + char.charCodeAt(0).toString(16).padStart(4, '0'),
  )
}

/** Reverts {@link toStored} in every column of the rows, in place. */
export function restoreRows(rows: unknown[]): unknown[] {
  for (const row of rows as Record<string, unknown>[]) {
    for (const column in row) {
      const value = row[column]
      if (typeof value === 'string' && value.includes(escapeMark)) {
        row[column] = value.replace(escaped, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
      }
    }
  }
  return rows
}
