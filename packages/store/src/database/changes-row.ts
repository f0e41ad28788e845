import type { TenantDatabase } from './database.ts'
import type { Transaction } from './query.ts'

/** Runs one change with `returning` in a transaction of its own. Whether it changed a row. */
export function changesRow(
  db: TenantDatabase,
  change: (trx: Transaction) => { executeTakeFirst(): Promise<unknown> },
): Promise<boolean> {
  return db.write(async (trx) => (await change(trx).executeTakeFirst()) !== undefined)
}
