import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** One step of the schema's history. It never changes after its release; a later step corrects it. */
export interface Migration {
  readonly name: string
  up(db: Kysely<unknown>, types: ColumnTypes): Promise<void>
}
