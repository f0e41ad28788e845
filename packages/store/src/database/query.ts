import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type Query = Kysely<Schema>

export type Work = Transaction<Schema>
