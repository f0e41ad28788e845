import type {
  ConversationId,
  PendingRevisionId,
  RevisionDigest,
  SourceId,
  UserId,
} from '@repertoire/core/base'
import type {
  InboxEntry,
  PendingKind,
  PendingRevisionHead,
  RequestedPermission,
} from '@repertoire/core/domain'
import {
  type InboxCount,
  type InboxKey,
  type InboxQuery,
  matchesRequests,
} from '@repertoire/core/ports'
import type { ExpressionBuilder } from 'kysely'
import type { TenantDatabase } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { isProposalFor, isVisibleTo } from '../reviews/review-visibility.ts'
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
  'proposed_for',
  'conversation_id',
  'reason',
  'kind',
] as const

const pendingKinds = ['import', 'update', 'proposal', 'offer'] as const satisfies PendingKind[]

export async function pendingEntries(
  db: TenantDatabase,
  query: InboxQuery,
  part: InboxPart,
): Promise<readonly InboxEntry[]> {
  const waiting = filtered(db, query)
  if (!waiting) return []
  const rows = await partOf(waiting.select(columns), part, 'created_at')
  return rows.map((row) => ({
    ...{
      id: row.id,
      kind: row.kind as PendingKind,
      title: row.name,
      slug: row.slug,
      at: row.created_at,
    },
    about: row.proposed_for === '' ? row.description : row.reason,
    expiresAt: null,
    askedBy: (row.proposed_for || null) as UserId | null,
    conversationId: (row.conversation_id || null) as ConversationId | null,
    sourceId: row.source_id as SourceId | null,
    digest: row.digest as RevisionDigest,
    baseDigest: row.base_digest as RevisionDigest | null,
    verdict: row.verdict as PendingRevisionHead['verdict'],
    ...{ findings: row.findings, licence: row.licence },
    licenceDecision: row.licence_decision as PendingRevisionHead['licenceDecision'],
    permissions: row.permissions.split(' ').filter(Boolean) as RequestedPermission[],
    ...{ cost: row.cost, alike: row.alike },
  }))
}

export async function countPending(
  db: TenantDatabase,
  query: InboxQuery,
): Promise<readonly InboxCount[]> {
  const rows = await filtered(db, query)
    ?.select(['kind', 'source_id', 'alike'])
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .select((eb) => eb.fn.min('created_at').as('oldest'))
    .groupBy(['kind', 'source_id', 'alike'])
    .execute()
  return (rows ?? []).map(({ kind, source_id, alike, count, oldest }) => ({
    ...{ kind: kind as PendingKind, sourceId: source_id as SourceId | null, alike },
    ...{ count: Number(count), oldest: Number(oldest) },
  }))
}

export async function pendingKeys(
  db: TenantDatabase,
  query: InboxQuery,
  limit: number,
): Promise<readonly InboxKey[]> {
  const waiting = filtered(db, query)?.where('proposed_for', '=', '')
  if (!waiting) return []
  const part = { after: null, order: 'oldest', limit } as const
  const rows = await partOf(waiting.select(['id', 'digest', 'created_at']), part, 'created_at')
  return rows.map(({ id, digest, created_at: at }) => ({
    ...{ id: id as PendingRevisionId, digest: digest as RevisionDigest, at },
  }))
}

/** Undefined where none can match. */
function filtered(db: TenantDatabase, { audience, filter }: InboxQuery) {
  const { awaits, sourceId, verdict, licence, licenceDecision, permission, alike } = filter
  if (awaits === 'others' && audience.imports) return undefined
  const kinds = pendingKinds
    .filter((kind) => filter.kinds?.includes(kind) ?? true)
    .filter((kind) => (isProposed(kind) ? matchesRequests(filter) : audience.imports))
  if (kinds.length === 0) return undefined
  let query = db.read
    .selectFrom('held_arrivals')
    .where('state', '=', 'held')
    .where(
      kinds.every(isProposed) ? isProposalFor(audience.proposals) : isVisibleTo(audience.proposals),
    )
  if (awaits && !audience.imports) query = query.where(isForOthers(awaits === 'others'))
  if (kinds.length < pendingKinds.length) query = query.where('kind', 'in', kinds)
  if (sourceId !== undefined) query = query.where('source_id', '=', sourceId)
  if (verdict) query = query.where('verdict', '=', verdict)
  if (licence === 'none') query = query.where('licence', 'is', null)
  else if (licence !== undefined) query = query.where('licence', '=', licence)
  if (licenceDecision) query = query.where('licence_decision', '=', licenceDecision)
  if (permission) query = query.where('permissions', 'like', `% ${permission} %`)
  if (alike !== undefined) query = query.where('alike', '=', alike)
  const texts = ['name', 'slug', 'description', 'reason', 'entry_id']
  for (const part of commonFilters(filter, { time: 'created_at', texts })) query = query.where(part)
  return query
}

/** The SQL condition of core's `isDecidedByOthers`, for a person who decides about nothing of the organisation. */
function isForOthers(others: boolean) {
  return (eb: ExpressionBuilder<Schema, 'held_arrivals'>) => {
    const isOfOrganisation = eb('skill_scope', '=', 'org')
    return others
      ? isOfOrganisation
      : eb.or([eb('skill_scope', 'is', null), eb.not(isOfOrganisation)])
  }
}

function isProposed(kind: PendingKind): boolean {
  return kind === 'proposal' || kind === 'offer'
}
