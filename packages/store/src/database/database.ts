import type { Notice, TenantId } from '@repertoire/core'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type NoticeHub, uniqueNotices } from '../notices/notice-hub.ts'
import { type NoticeMessage, noticeChannel } from '../notices/postgres-watch.ts'
import type { Schema } from './schema.ts'
import { tenantScope } from './tenant-scope.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export type Query = Kysely<Schema>
export type Work = Transaction<Schema>

/** The database as one tenant's stores see it: no query through it can reach another tenant's rows. */
export interface TenantDatabase {
  readonly tenantId: TenantId
  readonly read: Query
  /**
   * Runs `work` in one transaction; what it announces is told after commit, here and to other processes.
   * `work` awaits nothing but its own queries: on SQLite everybody else waits for it.
   */
  write<Value>(work: (trx: Work, announce: Announce) => Promise<Value>): Promise<Value>
}

export type Announce = (notice: Notice) => void

export interface Database {
  readonly kind: DatabaseKind
  /** Every tenant's rows. For migrations and the directory only; tests hold everybody else to it. */
  readonly unscoped: Query
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

export function createDatabase({ kind, kysely, hub, origin }: DatabaseOptions): Database {
  const tell = async (trx: Work, notices: readonly Notice[]): Promise<void> => {
    for (const notice of notices) {
      const message: NoticeMessage = { origin, notice }
      await sql`select pg_notify(${noticeChannel}, ${JSON.stringify(message)})`.execute(trx)
    }
  }
  return {
    kind,
    unscoped: kysely,
    scope: (tenantId) => {
      const read = kysely.withPlugin(tenantScope(tenantId))
      return {
        tenantId,
        read,
        write: async (work) => {
          let notices: readonly Notice[] = []
          const result = await read.transaction().execute(async (trx) => {
            const announced: Notice[] = []
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
