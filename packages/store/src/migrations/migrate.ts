import { setTimeout as wait } from 'node:timers/promises'
import { isProblemError, ProblemError, type Timestamp } from '@repertoire/core/base'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { foundation } from './0001-foundation.ts'
import { portable } from './0002-portable.ts'
import { scripts } from './0003-scripts.ts'
import { library } from './0004-library.ts'
import { packageApprovals } from './0005-package-approvals.ts'
import { promptContexts } from './0005-prompt-contexts.ts'
import { publicKeyIds } from './0005-public-key-ids.ts'
import { runReferences } from './0005-run-references.ts'
import { invitations } from './0006-invitations.ts'
import { keyParents } from './0006-key-parents.ts'
import { loginSessions } from './0006-login-sessions.ts'
import { auditChain } from './0007-audit-chain.ts'
import { organisations } from './0008-organisations.ts'
import { quotas } from './0008-quotas.ts'
import { passkeys } from './0009-passkeys.ts'
import { signOn } from './0009-sign-on.ts'
import { sources } from './0010-sources.ts'
import { skillSources } from './0011-skill-sources.ts'
import { auditCheckpoints } from './0012-audit-checkpoints.ts'
import { acknowledgements } from './0013-acknowledgements.ts'
import { updateAge } from './0014-update-age.ts'
import { suppressions } from './0015-suppressions.ts'
import { modelProviders } from './0016-model-providers.ts'
import { collections } from './0017-collections.ts'
import { inbox } from './0018-inbox.ts'
import { connectedApps } from './0019-connected-apps.ts'
import { usage } from './0020-usage.ts'
import { deviceLogins } from './0021-device-logins.ts'
import { traces } from './0022-traces.ts'
import { advisories } from './0023-advisories.ts'
import { ignoredEntries } from './0024-ignored-entries.ts'
import { deletedConversations } from './0025-deleted-conversations.ts'
import { commits } from './0026-commits.ts'
import { collectionPromotions } from './0027-collection-promotions.ts'
import { connectors } from './0028-connectors.ts'
import { outcomeRetests } from './0029-outcome-retests.ts'
import { listIndexes } from './0030-list-indexes.ts'
import { oneReview } from './0031-one-review.ts'
import { inboxNotification } from './0032-inbox-notification.ts'
import { changedSkills } from './0033-changed-skills.ts'
import { runTotals } from './0034-run-totals.ts'
import { usagePairs } from './0035-usage-pairs.ts'
import { latency } from './0036-latency.ts'
import { searchLog } from './0037-search-log.ts'
import { sourceItemsBySkill } from './0038-source-items-by-skill.ts'
import { offeredSkills } from './0039-offered-skills.ts'
import { recordedPromotions } from './0040-recorded-promotions.ts'
import { columnTypesOf } from './column-types.ts'
import { lockTables } from './lock-tables.ts'
import type { Migration } from './migration.ts'

const allMigrations: readonly Migration[] = [
  foundation,
  portable,
  scripts,
  library,
  publicKeyIds,
  promptContexts,
  runReferences,
  packageApprovals,
  invitations,
  keyParents,
  loginSessions,
  auditChain,
  quotas,
  organisations,
  signOn,
  passkeys,
  sources,
  skillSources,
  auditCheckpoints,
  acknowledgements,
  updateAge,
  suppressions,
  modelProviders,
  collections,
  inbox,
  connectedApps,
  usage,
  deviceLogins,
  traces,
  advisories,
  ignoredEntries,
  deletedConversations,
  commits,
  collectionPromotions,
  connectors,
  outcomeRetests,
  listIndexes,
  oneReview,
  inboxNotification,
  changedSkills,
  runTotals,
  usagePairs,
  latency,
  searchLog,
  sourceItemsBySkill,
  offeredSkills,
  recordedPromotions,
]

/** "repertoi" in ASCII: the advisory lock taken by every process that migrates. */
const lockKey = 8_243_118_273_985_802_089n

interface MigrationTable {
  schema_migrations: { name: string; applied_at: Timestamp }
}

const attempts = 200
const pauseMs = 250

/**
 * Migrates the schema in one transaction under a lock: of many processes one migrates, and the others find it
 * done. Throws ProblemError `store.newer-schema` when a later release wrote the database, and `store.busy` when
 * other servers use its tables without a pause.
 */
export async function migrate(
  database: Database,
  now: Timestamp,
  migrations: readonly Migration[] = allMigrations,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyMigrations(database, now, migrations)
    } catch (error) {
      const isBusy = isProblemError(error) && error.problem.code === 'store.busy'
      if (!isBusy || database.kind !== 'postgres' || attempt === attempts) throw error
      await wait(pauseMs)
    }
  }
}

async function applyMigrations(
  database: Database,
  now: Timestamp,
  migrations: readonly Migration[],
): Promise<void> {
  const db = database.unscoped as unknown as Kysely<MigrationTable>
  await db.transaction().execute(async (trx) => {
    if (database.kind === 'postgres') {
      // Of servers that start at once all but one wait here until the tables are up to date.
      await sql`set local lock_timeout = 0`.execute(trx)
      await sql`select pg_advisory_xact_lock(${sql.lit(lockKey.toString())}::bigint)`.execute(trx)
    }
    const types = columnTypesOf(database.kind)
    await trx.schema
      .createTable('schema_migrations')
      .ifNotExists()
      .addColumn('name', types.text, (column) => column.primaryKey())
      .addColumn('applied_at', types.integer, (column) => column.notNull())
      .execute()
    const applied = await trx.selectFrom('schema_migrations').select('name').execute()
    const names = new Set(applied.map((row) => row.name))
    rejectNewerSchema(names, migrations)
    const pending = migrations.filter(({ name }) => !names.has(name))
    const untyped = trx as unknown as Kysely<unknown>
    if (database.kind === 'postgres') await lockTables(untyped, pending)
    for (const { name, up } of pending) {
      await up(untyped, types)
      await trx.insertInto('schema_migrations').values({ name, applied_at: now }).execute()
    }
  })
}

function rejectNewerSchema(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const unknown = [...applied].filter((name) => !migrations.some((known) => known.name === name))
  if (unknown.length === 0) return
  throw new ProblemError({
    code: 'store.newer-schema',
    kind: 'unavailable',
    message: 'The database was written by a newer release of Repertoire.',
    hint: 'Start that release, or restore a backup made before the upgrade.',
    details: { unknownMigrations: [...unknown] },
  })
}
