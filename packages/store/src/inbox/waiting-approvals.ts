import type { ConversationId, UserId } from '@repertoire/core/base'
import type { InboxEntry } from '@repertoire/core/domain'
import { type InboxCount, type InboxQuery, matchesRequests } from '@repertoire/core/ports'
import { isVisibleTo } from '../approvals/approval-store.ts'
import { isOfKept } from '../conversations/deleted-conversations.ts'
import type { TenantDatabase } from '../database/database.ts'
import { commonFilters, type InboxPart, partOf } from './waiting.ts'

const columns = [
  'id',
  'type',
  'title',
  'slug',
  'reason',
  'requested_at',
  'expires_at',
  'requested_by',
  'conversation_id',
  'cost',
] as const

export async function approvalEntries(
  db: TenantDatabase,
  query: InboxQuery,
  part: InboxPart,
): Promise<readonly InboxEntry[]> {
  const waiting = filtered(db, query)
  if (!waiting) return []
  const rows = await partOf(waiting.select(columns), part, 'requested_at')
  return rows.map((row) => ({
    ...{ id: row.id, kind: kindOf(row.type), title: row.title, slug: row.slug, about: row.reason },
    ...{ at: row.requested_at, expiresAt: row.expires_at, askedBy: row.requested_by as UserId },
    conversationId: row.conversation_id as ConversationId,
    ...{ sourceId: null, digest: null, baseDigest: null, verdict: null, findings: 0 },
    ...{ licence: null, licenceDecision: null, permissions: [], cost: row.cost },
    alike: prefix + row.type,
  }))
}

export async function countApprovals(
  db: TenantDatabase,
  query: InboxQuery,
): Promise<readonly InboxCount[]> {
  const waiting = filtered(db, query)
  const rows = await waiting
    ?.select('type')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .select((eb) => eb.fn.min('requested_at').as('oldest'))
    .groupBy('type')
    .execute()
  return (rows ?? []).map(({ type, count, oldest }) => ({
    ...{ kind: kindOf(type), sourceId: null, alike: prefix + type },
    ...{ count: Number(count), oldest: Number(oldest) },
  }))
}

const prefix = 'approval '

function kindOf(type: string): 'approval' | 'tool' {
  return type === 'authored_tool' ? 'tool' : 'approval'
}

/** Undefined where none can match. */
function filtered(db: TenantDatabase, { audience, filter }: InboxQuery) {
  const { kinds, alike } = filter
  const [isOther, isTool] = (['approval', 'tool'] as const).map(
    (kind) => kinds?.includes(kind) ?? true,
  )
  if (
    !audience.approvals ||
    filter.awaits === 'others' ||
    !matchesRequests(filter) ||
    filter.verdict !== undefined ||
    (!isOther && !isTool)
  )
    return undefined
  if (alike !== undefined && !alike.startsWith(prefix)) return undefined
  let query = db.read
    .selectFrom('approvals')
    .where('status', '=', 'pending')
    .where(isOfKept('approvals'))
    .where(isVisibleTo(audience.approvals))
  if (isOther !== isTool) query = query.where('type', isTool ? '=' : '!=', 'authored_tool')
  if (alike !== undefined) query = query.where('type', '=', alike.slice(prefix.length))
  const texts = ['title', 'slug', 'reason']
  for (const part of commonFilters(filter, { time: 'requested_at', texts })) {
    query = query.where(part)
  }
  return query
}
