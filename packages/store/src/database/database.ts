import type { ChangeNotification, TenantId } from '@repertoire/core'
import { sql } from 'kysely'
import { type NoticeHub, uniqueNotices } from '../notices/notice-hub.ts'
import { type NoticeMessage, noticeChannel } from '../notices/postgres-watch.ts'
import { FixedQueries, type FixedQuery, Slot, type Values } from './fixed-query.ts'
import type { Query, Work } from './query.ts'
import { tenantScope } from './tenant-scope.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** The database as one tenant's stores see it: no query through it can reach another tenant's rows. */
export interface TenantDatabase {
  readonly tenantId: TenantId
  readonly read: Query
  /** The rows of a read that is compiled once, confined to this tenant like every other. */
  rows<Given extends Values, Row>(
    query: FixedQuery<Given, Row>,
    given: Given,
  ): Promise<readonly Row[]>
  /**
   * Runs `work` in one transaction; what it announces is told after commit, here and to other processes.
   * `work` awaits nothing but its own queries: on SQLite everybody else waits for it.
   */
  write<Value>(work: (trx: Work, announce: Announce) => Promise<Value>): Promise<Value>
}

export type Announce = (notice: ChangeNotification) => void

export interface Database {
  readonly kind: DatabaseKind
  /** Every tenant's rows. For migrations and the directory only; tests hold everybody else to it. */
  readonly unscoped: Query
  /** {@link TenantDatabase.rows} over every tenant's rows, for the directory only. */
  unscopedRows<Given extends Values, Row>(
    query: FixedQuery<Given, Row>,
    given: Given,
  ): Promise<readonly Row[]>
  scope(tenantId: TenantId): TenantDatabase
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly kind: DatabaseKind
  readonly kysely: Query
  readonly hub: NoticeHub
  /** Names this process on the notice channel. */
  readonly origin: string
}

/** Where the tenant's id stands in a query compiled for all of them. */
const tenantSlot = new Slot('tenantId')

export function createDatabase({ kind, kysely, hub, origin }: DatabaseOptions): Database {
  const tell = async (trx: Work, notices: readonly ChangeNotification[]): Promise<void> => {
    for (const notice of notices) {
      const message: NoticeMessage = { origin, notice }
      await sql`select pg_notify(${noticeChannel}, ${JSON.stringify(message)})`.execute(trx)
    }
  }
  const unscopedQueries = new FixedQueries(kysely, kysely)
  const scopedQueries = new FixedQueries(kysely, kysely.withPlugin(tenantScope(tenantSlot)))
  return {
    kind,
    unscoped: kysely,
    unscopedRows: (query, given) => unscopedQueries.rows(query, given),
    scope: (tenantId) => {
      const read = kysely.withPlugin(tenantScope(tenantId))
      return {
        tenantId,
        read,
        rows: (query, given) =>
          scopedQueries.rows(query, { ...given, [tenantSlot.name]: tenantId }),
        write: async (work) => {
          let notices: readonly ChangeNotification[] = []
          const result = await read.transaction().execute(async (trx) => {
            const announced: ChangeNotification[] = []
            const value = await work(trx, (notice) => announced.push(notice))
            notices = uniqueNotices(announced)
            if (kind === 'postgres') await tell(trx, notices)
            return value
          })
          for (const notice of notices) hub.emit(notice)
          return result
        },
      }
    },
    close: () => kysely.destroy(),
  }
}
