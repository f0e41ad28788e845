import type { Timestamp, UserId } from '@repertoire/core/base'
import { dayOf, type QuotaName } from '@repertoire/core/domain'
import type { QueryExecutor, Transaction } from '../database/query.ts'

export interface UsageQuery {
  readonly quota: QuotaName
  /** Null counts everything of the organisation. */
  readonly person: UserId | null
  readonly now: Timestamp
}

/** How much of a quota is in use. */
export async function usageOf(
  db: QueryExecutor | Transaction,
  { quota, person, now }: UsageQuery,
): Promise<number> {
  switch (quota) {
    case 'bytes':
      return (
        (await skillBytes(db, person)) +
        (await workspaceBytes(db, person)) +
        (person === null ? await heldBytes(db) : 0)
      )
    case 'skills':
      return count(
        db
          .selectFrom('skills')
          .select((eb) => eb.fn.countAll<number | string>().as('used'))
          .where('deleted_at', 'is', null)
          .$if(person !== null, (query) => query.where('user_id', '=', person)),
      )
    case 'keys':
      return count(
        db
          .selectFrom('api_keys')
          .select((eb) => eb.fn.countAll<number | string>().as('used'))
          .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
          .$if(person !== null, (query) => query.where('user_id', '=', person ?? '')),
      )
    case 'conversations':
      return count(
        db
          .selectFrom('conversations')
          .select((eb) => eb.fn.countAll<number | string>().as('used'))
          .where('deleted_at', 'is', null)
          .$if(person !== null, (query) => query.where('user_id', '=', person ?? '')),
      )
    case 'runs_per_day':
      return count(
        db
          .selectFrom('daily_runs')
          .select((eb) => eb.fn.sum<number | string>('runs').as('used'))
          .where('day', '=', dayOf(now))
          .$if(person !== null, (query) => query.where('user_id', '=', person ?? '')),
      )
  }
}

/** Deleted skills count until they are removed for good, with all their revisions. */
function skillBytes(db: QueryExecutor | Transaction, person: UserId | null): Promise<number> {
  if (person === null) {
    return count(
      db
        .selectFrom('revisions')
        .select((eb) => eb.fn.sum<number | string>('stored_bytes').as('used')),
    )
  }
  return count(
    db
      .selectFrom('revisions')
      .innerJoin('skills', 'skills.id', 'revisions.skill_id')
      .select((eb) => eb.fn.sum<number | string>('revisions.stored_bytes').as('used'))
      .where('skills.user_id', '=', person),
  )
}

/** What waits for a review belongs to the organisation. */
function heldBytes(db: QueryExecutor | Transaction): Promise<number> {
  return count(
    db
      .selectFrom('held_arrivals')
      .select((eb) => eb.fn.sum<number | string>('stored_bytes').as('used')),
  )
}

function workspaceBytes(db: QueryExecutor | Transaction, person: UserId | null): Promise<number> {
  if (person === null) {
    return count(
      db
        .selectFrom('workspace_files')
        .select((eb) => eb.fn.sum<number | string>('size').as('used')),
    )
  }
  return count(
    db
      .selectFrom('workspace_files')
      .innerJoin('conversations', 'conversations.id', 'workspace_files.conversation_id')
      .select((eb) => eb.fn.sum<number | string>('workspace_files.size').as('used'))
      .where('conversations.user_id', '=', person),
  )
}

/** PostgreSQL answers with text, and a sum of nothing is null. */
async function count(query: {
  executeTakeFirst(): Promise<{ readonly used: number | string | null } | undefined>
}): Promise<number> {
  return Number((await query.executeTakeFirst())?.used ?? 0)
}
