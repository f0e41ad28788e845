import type { Transaction } from './query.ts'
import type { NewRow, TableName } from './schema.ts'

/** Below SQLite's limit of 32 766 and PostgreSQL's of 65 535 values a statement. */
const maxValues = 30_000

/** Inserts any number of rows in as few statements as the databases allow. */
export async function insertAll<Name extends TableName>(
  trx: Transaction,
  table: Name,
  rows: readonly NewRow<Name>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const perStatement = Math.floor(maxValues / (Object.keys(first).length + 1))
  for (let start = 0; start < rows.length; start += perStatement) {
    const part = rows.slice(start, start + perStatement)
    await trx
      .insertInto(table)
      .values(part as never)
      .execute()
  }
}
