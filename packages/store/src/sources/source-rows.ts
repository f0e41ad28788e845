import type { RevisionDigest, SkillId, SourceId, UserId } from '@repertoire/core/base'
import type { SkillSource, SourceItemRecord, SyncState } from '@repertoire/core/domain'
import { columnsOf } from '../database/columns-of.ts'
import { fromJson, toJson } from '../database/json.ts'
import type { Transaction } from '../database/query.ts'
import type { NewRow, Row } from '../database/schema.ts'

type SourceColumns = Omit<
  NewRow<'sources'>,
  'tenant_id' | 'lease_owner' | 'lease_until' | 'cancel_requested'
>

export function toSource(row: Row<'sources'>): SkillSource {
  return {
    id: row.id as SourceId,
    name: row.name,
    config: fromJson<SkillSource['config']>(row.config),
    enabled: row.enabled === 1,
    syncPolicy: row.sync_policy as SkillSource['syncPolicy'],
    syncIntervalMinutes: row.sync_interval_minutes,
    reviewPolicy: row.review_policy as SkillSource['reviewPolicy'],
    minimumUpdateAgeDays: row.minimum_update_age_days,
    encryptedToken: row.encrypted_token,
    sync: toSyncState(row),
    leaseUntil: row.lease_until,
    version: row.version,
    createdBy: row.created_by as UserId,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toSyncState({
  sync,
  next_sync_at: nextSyncAt,
}: Pick<Row<'sources'>, 'sync' | 'next_sync_at'>): SyncState {
  return { ...fromJson<Omit<SyncState, 'nextSyncAt'>>(sync), nextSyncAt }
}

export function syncColumns({
  nextSyncAt,
  ...sync
}: SyncState): Pick<SourceColumns, 'sync' | 'next_sync_at'> {
  return { sync: toJson(sync), next_sync_at: nextSyncAt }
}

export function sourceRow({ sync, leaseUntil: _, ...source }: SkillSource): SourceColumns {
  return { ...columnsOf(source), ...syncColumns(sync) }
}

export function toItem(row: Row<'source_items'>): SourceItemRecord {
  return {
    entryId: row.entry_id,
    token: row.token,
    state: row.state as SourceItemRecord['state'],
    name: row.name,
    slug: row.slug,
    skillId: row.skill_id as SkillId | null,
    digest: row.digest as RevisionDigest | null,
    appliedDigest: row.applied_digest as RevisionDigest | null,
    problem: row.problem === null ? null : fromJson<SourceItemRecord['problem']>(row.problem),
  }
}

export function itemRow(sourceId: SourceId, item: SourceItemRecord): NewRow<'source_items'> {
  return columnsOf({ sourceId, ...item })
}

export function sourceRowOf(trx: Transaction, id: SourceId): Promise<Row<'sources'> | undefined> {
  return trx.selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirst()
}
