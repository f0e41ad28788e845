import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { ProblemError, type Sha256, type TenantId } from '@repertoire/core/base'
import type { QuotaLimits } from '@repertoire/core/domain'
import type { Clock, ConnectionCounts, IdSource, Store, TenantStore } from '@repertoire/core/ports'
import { Kysely, sql } from 'kysely'
import { createAdvisoryStore } from './advisories/advisory-store.ts'
import { createAgentStore } from './agents/agent-store.ts'
import { createApprovalStore } from './approvals/approval-store.ts'
import { createAuditStore } from './audit/audit-store.ts'
import { createAuthoredStore } from './authored/authored-store.ts'
import { createBlobGarbageCollection, keepBlobsOnPut } from './blobs/blob-garbage-collection.ts'
import { type OpenBlobs, openBlobs } from './blobs/open-blobs.ts'
import { badDatabaseUrl } from './check-database.ts'
import { createCollectionStore } from './collections/collection-store.ts'
import { createConnectedAppStore } from './connected-apps/connected-app-store.ts'
import { createConnectorStore } from './connectors/connector-store.ts'
import { createConversationStore } from './conversations/conversation-store.ts'
import { createDatabase, type Database } from './database/database.ts'
import {
  createNotificationHub,
  type NotificationHub,
  type NotificationSource,
} from './database/notifications/notification-hub.ts'
import {
  createMessageHub,
  listenToPostgres,
  type MessageHub,
} from './database/notifications/postgres-listener.ts'
import { pollSqlite } from './database/notifications/sqlite-polling.ts'
import { isPostgresUrl } from './database/postgres-url.ts'
import { makePrivate } from './database/private-folder.ts'
import type { Schema } from './database/schema.ts'
import { openSqlite } from './database/sqlite.ts'
import { createExecutionStore } from './executions/execution-store.ts'
import { createGrantStore } from './grants/grant-store.ts'
import { createInboxStore } from './inbox/inbox-store.ts'
import { createInboxNotificationStore } from './inbox-notification/inbox-notification-store.ts'
import { createIntegrationStore } from './integrations/integration-store.ts'
import { createMemoryStore } from './memories/memory-store.ts'
import { migrate } from './migrations/migrate.ts'
import { createModelProviderStore } from './model-providers/model-provider-store.ts'
import { createDirectory } from './organisation/directory.ts'
import { createMemberStore } from './organisation/member-store.ts'
import { createSettingsStore } from './organisation/settings-store.ts'
import { createOutcomeRetestStore } from './outcome-retests/outcome-retest-store.ts'
import { createPackageApprovalStore } from './package-approvals/package-approval-store.ts'
import { createPromptContextStore } from './prompt-contexts/prompt-context-store.ts'
import { createQuotaStore } from './quotas/quota-store.ts'
import { createReviewStore } from './reviews/review-store.ts'
import { createSearchLogStore } from './search-log/search-log-store.ts'
import { createSkillSecretStore } from './skills/skill-secret-store.ts'
import { createSkillStore } from './skills/skill-store.ts'
import { createTombstoneStore } from './skills/tombstone-store.ts'
import { createSourceStore } from './sources/source-store.ts'
import { createTraceStore } from './traces/trace-store.ts'
import { createTriggerStore } from './triggers/trigger-store.ts'
import { createUsageStore } from './usage/usage-store.ts'
import { createWorkspaceStore } from './workspace/workspace-store.ts'

export interface StoreOptions {
  /** `postgres://…` or `postgresql://…`. Without it, an SQLite file `repertoire.db` in the data folder. */
  readonly databaseUrl?: string | undefined
  /** How many connections to PostgreSQL work at once; 10 without it. Three more listen and tell how it does. */
  readonly poolSize?: number | undefined
  /**
   * `s3://bucket/prefix`. Without it, the folder `blobs` in the data folder. Region, endpoint and keys are read
   * from the environment, as the AWS tools do.
   */
  readonly blobsUrl?: string | undefined
  /** Created when absent. Holds the blobs and the SQLite file unless they are kept elsewhere. */
  readonly dataDir: string
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  /** The operator's limits of an organisation. No limits without it. */
  readonly quotas?: (tenantId: TenantId) => QuotaLimits
}

/** The SQLite file in the data folder. */
export const databaseFile = 'repertoire.db'

const maxKeptTenants = 1_000

/**
 * Opens the store and brings its schema up to date. Throws ProblemError `store.folder-unusable`,
 * `store.bad-database-url`, `store.unavailable`, `store.not-permitted`, `store.not-a-database`, `store.read-only`,
 * `store.newer-schema`, `store.bad-blobs-url`, `store.blobs-unavailable` or another `store.*` that says what to do.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const dataDir = resolve(options.dataDir)
  await makePrivate(dataDir)
  const files = await openBlobs({ ...options, folder: join(dataDir, 'blobs') })
  try {
    return assemble(options, { ...(await openDatabase({ ...options, dataDir })), files })
  } catch (error) {
    files.close()
    throw error
  }
}

async function openDatabase(options: StoreOptions): Promise<Connected & { hub: NotificationHub }> {
  const hub = createNotificationHub()
  const connected = options.databaseUrl
    ? await connectPostgres(options.databaseUrl, { ...options, hub })
    : connectSqlite(join(options.dataDir, databaseFile), { ...options, hub })
  try {
    await migrate(connected.database, options.clock.now())
  } catch (error) {
    await connected.database.close()
    throw error
  }
  return { ...connected, hub }
}

interface Connected {
  readonly database: Database
  readonly source: NotificationSource
  readonly messages?: MessageHub
  readonly connections?: () => ConnectionCounts
}

type ConnectOptions = Pick<StoreOptions, 'quotas' | 'poolSize'> & { readonly hub: NotificationHub }

function connectSqlite(file: string, { hub, quotas }: ConnectOptions): Connected {
  const { dialect, dataVersion, cacheVersion } = openSqlite(file)
  const kysely = new Kysely<Schema>({ dialect })
  const origin = randomUUID()
  const database = createDatabase({ kind: 'sqlite', kysely, hub, quotas, origin, cacheVersion })
  return { database, source: pollSqlite(dataVersion, hub) }
}

async function connectPostgres(
  databaseUrl: string,
  { hub, quotas, poolSize }: ConnectOptions,
): Promise<Connected> {
  if (!isPostgresUrl(databaseUrl)) throw new ProblemError(badDatabaseUrl)
  // Loaded lazily: a server on SQLite starts without the driver.
  const { openPostgres } = await import('./database/postgres.ts')
  const { dialect, healthDialect, newClient, connections } = openPostgres(databaseUrl, poolSize)
  const origin = randomUUID()
  const kysely = new Kysely<Schema>({ dialect })
  const health = new Kysely<Schema>({ dialect: healthDialect })
  const database = createDatabase({ kind: 'postgres', kysely, health, hub, quotas, origin })
  const messages = createMessageHub(kysely, origin)
  const source = listenToPostgres(newClient, { hub, messages, origin })
  return { database, source, messages, connections }
}

function assemble(
  { clock, ids, sha256 }: StoreOptions,
  {
    database,
    source,
    messages,
    connections,
    hub,
    files,
  }: Connected & { hub: NotificationHub; files: OpenBlobs },
): Store {
  return {
    tenant: keptByTenant((tenantId) => {
      const db = database.scope(tenantId)
      const blobs = keepBlobsOnPut(db, files.blobs)
      return {
        tenantId,
        skills: createSkillStore({ db, blobs, clock, ids, sha256 }),
        conversations: createConversationStore(db),
        quotas: createQuotaStore(db),
        approvals: createApprovalStore(db),
        inbox: createInboxStore(db),
        inboxNotification: createInboxNotificationStore(db),
        workspace: createWorkspaceStore(db, blobs),
        settings: createSettingsStore(db),
        members: createMemberStore(db),
        audit: createAuditStore(db),
        integrations: createIntegrationStore(db),
        agents: createAgentStore(db),
        grants: createGrantStore(db),
        modelProviders: createModelProviderStore(db),
        connectors: createConnectorStore(db),
        collections: createCollectionStore(db),
        connectedApps: createConnectedAppStore(db),
        packageApprovals: createPackageApprovalStore(db),
        sources: createSourceStore({ db, blobs, clock, ids, sha256 }),
        reviews: createReviewStore({ db, blobs, clock, ids, sha256 }),
        advisories: createAdvisoryStore(db),
        triggers: createTriggerStore(db),
        promptContexts: createPromptContextStore(db),
        traces: createTraceStore(db),
        usage: createUsageStore(db),
        outcomeRetests: createOutcomeRetestStore(db),
        searchLog: createSearchLogStore(db),
        authored: createAuthoredStore(db),
        executions: createExecutionStore(db, blobs),
        skillSecrets: createSkillSecretStore(db),
        blobs: createBlobGarbageCollection(db, files.blobs),
        memories: createMemoryStore(db),
        tombstones: createTombstoneStore({ db, clock, blobs }),
      }
    }),
    directory: createDirectory(database, files.blobs),
    watch: (listener) => {
      const forget = hub.listen(listener)
      source.start()
      return forget
    },
    ...(messages && {
      messages: {
        send: messages.send,
        listen: (listener: (message: string) => void) => {
          source.start()
          return messages.listen(listener)
        },
      },
    }),
    ...(connections && { connections }),
    ping: async () => {
      await sql`select 1`.execute(database.health)
    },
    close: async () => {
      hub.clear()
      await source.stop()
      await database.close()
      files.close()
    },
  }
}

/** A tenant's stores hold no state, and nearly every request asks for them. */
function keptByTenant(create: (tenantId: TenantId) => TenantStore): Store['tenant'] {
  const kept = new Map<TenantId, TenantStore>()
  return (tenantId) => {
    const known = kept.get(tenantId)
    if (known) return known
    const oldest = kept.keys().next().value
    if (kept.size >= maxKeptTenants && oldest !== undefined) kept.delete(oldest)
    const store = create(tenantId)
    kept.set(tenantId, store)
    return store
  }
}
