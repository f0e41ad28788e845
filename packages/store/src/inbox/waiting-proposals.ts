import {
  type ConversationId,
  type InboxCount,
  type InboxEntry,
  type InboxQuery,
  matchesRequests,
  type RevisionDigest,
  type UserId,
} from '@repertoire/core'
import type { TenantDatabase } from '../database/database.ts'
import { isVisibleTo } from '../proposals/proposal-store.ts'
import { commonFilters, type InboxPart, partOf } from './waiting.ts'

const columns = [
  'id',
  'name',
  'slug',
  'reason',
  'created_at',
  'proposed_for',
  'conversation_id',
  'base_digest',
  'cost',
] as const

const kinds = ['proposal', 'offer'] as const
type Kind = (typeof kinds)[number]

export async function proposalEntries(
  db: TenantDatabase,
  query: InboxQuery,
  part: InboxPart,
): Promise<readonly InboxEntry[]> {
  const wanted = wantedKinds(query)
  if (wanted.length === 0) return []
  const rows = await partOf(filtered(db, query, wanted).select(columns), part, 'created_at')
  return rows.map((row) => {
    const kind = row.conversation_id === '' ? 'offer' : 'proposal'
    return {
      ...{ id: row.id, kind, title: row.name, slug: row.slug, about: row.reason },
      ...{ at: row.created_at, expiresAt: null, askedBy: row.proposed_for as UserId },
      conversationId: (row.conversation_id || null) as ConversationId | null,
      ...{ sourceId: null, digest: null, baseDigest: row.base_digest as RevisionDigest | null },
      ...{ verdict: null, findings: 0, licence: null, licenceDecision: null, permissions: [] },
      ...{ cost: row.cost, alike: kind },
    }
  })
}

export async function countProposals(
  db: TenantDatabase,
  query: InboxQuery,
): Promise<readonly InboxCount[]> {
  const counts = wantedKinds(query).map(async (kind): Promise<readonly InboxCount[]> => {
    const row = await filtered(db, query, [kind])
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .select((eb) => eb.fn.min('created_at').as('oldest'))
      .executeTakeFirst()
    const count = Number(row?.count ?? 0)
    return count === 0
      ? []
      : [{ kind, sourceId: null, alike: kind, count, oldest: Number(row?.oldest) }]
  })
  return (await Promise.all(counts)).flat()
}

function wantedKinds({ filter }: InboxQuery): readonly Kind[] {
  if (!matchesRequests(filter)) return []
  return kinds
    .filter((kind) => filter.kinds?.includes(kind) ?? true)
    .filter((kind) => filter.alike === undefined || filter.alike === kind)
}

function filtered(db: TenantDatabase, { audience, filter }: InboxQuery, wanted: readonly Kind[]) {
  let query = db.read
    .selectFrom('proposals')
    .where('status', '=', 'pending')
    .where(isVisibleTo(audience.proposals))
  if (wanted.length === 1) {
    query = query.where('conversation_id', wanted[0] === 'offer' ? '=' : '!=', '')
  }
  const texts = ['name', 'slug', 'reason']
  for (const part of commonFilters(filter, { time: 'created_at', texts })) query = query.where(part)
  return query
}
