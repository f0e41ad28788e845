import type {
  InboxCount,
  InboxEntry,
  InboxKey,
  InboxQuery,
  PendingImportHead,
  PendingImportId,
  RequestedPermission,
  RevisionDigest,
  SourceId,
} from '@repertoire/core'
import type { TenantDatabase } from '../database/database.ts'
import { commonFilters, type InboxPart, partOf } from './waiting.ts'

const columns = [
  'id',
  'name',
  'slug',
  'description',
  'created_at',
  'source_id',
  'digest',
  'base_digest',
  'verdict',
  'findings',
  'licence',
  'licence_decision',
  'permissions',
  'cost',
  'alike',
] as const

export async function pendingEntries(
  db: TenantDatabase,
  query: InboxQuery,
  part: InboxPart,
): Promise<readonly InboxEntry[]> {
  const waiting = filtered(db, query)
  if (!waiting) return []
  const rows = await partOf(waiting.select(columns), part, 'created_at')
  return rows.map((row) => ({
    id: row.id,
    kind: row.base_digest === null ? 'import' : 'update',
    ...{ title: row.name, slug: row.slug, about: row.description, at: row.created_at },
    ...{ expiresAt: null, askedBy: null, conversationId: null },
    sourceId: row.source_id as SourceId | null,
    digest: row.digest as RevisionDigest,
    baseDigest: row.base_digest as RevisionDigest | null,
    verdict: row.verdict as PendingImportHead['verdict'],
    ...{ findings: row.findings, licence: row.licence },
    licenceDecision: row.licence_decision as PendingImportHead['licenceDecision'],
    permissions: row.permissions.split(' ').filter(Boolean) as RequestedPermission[],
    ...{ cost: row.cost, alike: row.alike },
  }))
}

export async function countPending(
  db: TenantDatabase,
  query: InboxQuery,
): Promise<readonly InboxCount[]> {
  const kinds = (['import', 'update'] as const).filter(
    (kind) => query.filter.kinds?.includes(kind) ?? true,
  )
  const counts = kinds.map(async (kind) => {
    const waiting = filtered(db, { ...query, filter: { ...query.filter, kinds: [kind] } })
    const rows = await waiting
      ?.select(['source_id', 'alike'])
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .select((eb) => eb.fn.min('created_at').as('oldest'))
      .groupBy(['source_id', 'alike'])
      .execute()
    return (rows ?? []).map(({ source_id, alike, count, oldest }) => ({
      ...{ kind, sourceId: source_id as SourceId | null, alike },
      ...{ count: Number(count), oldest: Number(oldest) },
    }))
  })
  return (await Promise.all(counts)).flat()
}

export async function pendingKeys(
  db: TenantDatabase,
  query: InboxQuery,
  limit: number,
): Promise<readonly InboxKey[]> {
  const waiting = filtered(db, query)
  if (!waiting) return []
  const part = { after: null, order: 'oldest', limit } as const
  const rows = await partOf(waiting.select(['id', 'digest', 'created_at']), part, 'created_at')
  return rows.map(({ id, digest, created_at: at }) => ({
    ...{ id: id as PendingImportId, digest: digest as RevisionDigest, at },
  }))
}

/** Undefined where none can match. */
function filtered(db: TenantDatabase, { audience, filter }: InboxQuery) {
  const { kinds, sourceId, verdict, licence, licenceDecision, permission, alike } = filter
  const [isNew, isUpdate] = (['import', 'update'] as const).map(
    (kind) => kinds?.includes(kind) ?? true,
  )
  if (!audience.imports || (!isNew && !isUpdate)) return undefined
  let query = db.read.selectFrom('held_arrivals').where('state', '=', 'held')
  if (isNew !== isUpdate) query = query.where('base_digest', isNew ? 'is' : 'is not', null)
  if (sourceId !== undefined) query = query.where('source_id', '=', sourceId)
  if (verdict) query = query.where('verdict', '=', verdict)
  if (licence === 'none') query = query.where('licence', 'is', null)
  else if (licence !== undefined) query = query.where('licence', '=', licence)
  if (licenceDecision) query = query.where('licence_decision', '=', licenceDecision)
  if (permission) query = query.where('permissions', 'like', `% ${permission} %`)
  if (alike !== undefined) query = query.where('alike', '=', alike)
  const texts = ['name', 'slug', 'description', 'entry_id']
  for (const part of commonFilters(filter, { time: 'created_at', texts })) query = query.where(part)
  return query
}
