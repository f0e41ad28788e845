import type { TenantId } from '@repertoire/core/base'
import { noQuotas, type QuotaLimits } from '@repertoire/core/domain'
import type { ChangeNotification } from '@repertoire/core/ports'
import { sql } from 'kysely'
import { CachedQueries } from './cached-query.ts'
import { type NotificationHub, uniqueNotifications } from './notifications/notification-hub.ts'
import { type NotificationMessage, notificationChannel } from './notifications/postgres-listener.ts'
import {
  Placeholder,
  PreparedQueries,
  type PreparedQuery,
  type QueryParams,
} from './prepared-query.ts'
import type { QueryExecutor, Transaction } from './query.ts'
import { ReadCache } from './read-cache.ts'
import { tenantScope } from './tenant-scope.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** The database as the stores of one tenant see it: no query through it can reach another tenant's rows. */
export interface TenantDatabase {
  readonly tenantId: TenantId
  readonly quotas: QuotaLimits
  readonly read: QueryExecutor
  /** The rows of a prepared query, confined to this tenant like every other query. */
  rows<Params extends QueryParams, Row>(
    query: PreparedQuery<Params, Row>,
    params: Params,
  ): Promise<readonly Row[]>
  /** The value of a cached query, confined to this tenant like every other; null when there is none. */
  one: CachedQueries['one']
  /** The values of many. `read` reads those that are not cached, through this tenant's scope. */
  many: CachedQueries['many']
  /**
   * Runs `work` in one transaction and sends its notifications after the commit, here and to other processes.
   * `work` awaits only its own queries: on SQLite all other writers wait for it.
   */
  write<Value>(work: (trx: Transaction, notify: Notify) => Promise<Value>): Promise<Value>
}

export type Notify = (notification: ChangeNotification) => void

export interface Database {
  readonly kind: DatabaseKind
  /** Every tenant's rows. For migrations and the directory only; a test keeps everything else away from it. */
  readonly unscoped: QueryExecutor
  /** {@link TenantDatabase.one} over every tenant's rows, for the directory only. */
  unscopedOne: CachedQueries['one']
  /** Answers soon, or not at all, whatever other queries wait for. For what a balancer and a scraper ask only. */
  readonly health: QueryExecutor
  scope(tenantId: TenantId): TenantDatabase
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly kind: DatabaseKind
  readonly kysely: QueryExecutor
  /** Left out where queries wait for no connection. */
  readonly health?: QueryExecutor | undefined
  readonly hub: NotificationHub
  /** No limits without it. */
  readonly quotas?: ((tenantId: TenantId) => QuotaLimits) | undefined
  /** Identifies this process on the notification channel. */
  readonly origin: string
  /** Changes with every commit that could change a cached row. Left out where only a query could tell: nothing is cached. */
  readonly cacheVersion?: (() => number) | undefined
}

/** The placeholder of the tenant's id in a query compiled for all tenants. */
const tenantPlaceholder = new Placeholder('tenantId')

export function createDatabase(options: DatabaseOptions): Database {
  const { kind, kysely, hub, origin, cacheVersion } = options
  const cache = cacheVersion && new ReadCache(cacheVersion)
  const sendNotifications = async (
    trx: Transaction,
    notifications: readonly ChangeNotification[],
  ): Promise<void> => {
    for (const notice of notifications) {
      const message: NotificationMessage = { origin, notice }
      await sql`select pg_notify(${notificationChannel}, ${JSON.stringify(message)})`.execute(trx)
    }
  }
  const scopedQueries = new PreparedQueries(
    kysely,
    kysely.withPlugin(tenantScope(tenantPlaceholder)),
  )
  const unscopedReads = new CachedQueries(new PreparedQueries(kysely, kysely), cache, {})
  return {
    kind,
    unscoped: kysely,
    unscopedOne: (query, params) => unscopedReads.one(query, params),
    health: options.health ?? kysely,
    scope: (tenantId) => {
      const read = kysely.withPlugin(tenantScope(tenantId))
      const scope = { [tenantPlaceholder.name]: tenantId }
      const reads = new CachedQueries(scopedQueries, cache, scope)
      return {
        tenantId,
        quotas: options.quotas?.(tenantId) ?? noQuotas,
        read,
        rows: (query, params) => scopedQueries.rows(query, { ...params, ...scope }),
        one: (query, params) => reads.one(query, params),
        many: (query, params, readMissing) => reads.many(query, params, readMissing),
        write: async (work) => {
          let notifications: readonly ChangeNotification[] = []
          const result = await read.transaction().execute(async (trx) => {
            const queued: ChangeNotification[] = []
            const value = await work(trx, (notification) => queued.push(notification))
            notifications = uniqueNotifications(queued)
            if (kind === 'postgres') await sendNotifications(trx, notifications)
            return value
          })
          for (const notification of notifications) hub.emit(notification)
          return result
        },
      }
    },
    close: async () => {
      await Promise.all([kysely.destroy(), options.health?.destroy()])
    },
  }
}
