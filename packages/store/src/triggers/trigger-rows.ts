import type { ConversationId, Problem, RunId, TriggerId, UserId } from '@repertoire/core/base'
import type { Trigger, TriggerDraft, TriggerFiring } from '@repertoire/core/domain'
import { columnsOf } from '../database/columns-of.ts'
import { fromJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

/** The stored JSON calls {@link Trigger.maxTurnsPerHour} `mostPerHour`. */
type StoredDraft = Omit<TriggerDraft, 'enabled' | 'maxTurnsPerHour'> &
  Pick<Trigger, 'role' | 'permissions' | 'keyIds' | 'note'> & { readonly mostPerHour: number }

export function toTrigger(row: Row<'signals'>): Trigger {
  const { mostPerHour: maxTurnsPerHour, ...draft } = fromJson<StoredDraft>(row.draft)
  return {
    ...draft,
    maxTurnsPerHour,
    id: row.id as TriggerId,
    userId: row.user_id as UserId,
    enabled: row.enabled === 1,
    nextAt: row.next_at,
    lastFiredAt: row.last_fired_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

/** Without the secret and the time of the last firing, which only firing changes. */
export function triggerRow(source: Trigger): Omit<NewRow<'signals'>, 'sealed' | 'last_fired_at'> {
  const {
    id,
    userId,
    enabled,
    nextAt,
    lastFiredAt: _,
    createdAt,
    updatedAt,
    version,
    ...rest
  } = source
  const { maxTurnsPerHour: mostPerHour, ...kept } = rest
  const draft = { ...kept, mostPerHour } satisfies StoredDraft
  return columnsOf({ id, userId, enabled, nextAt, createdAt, updatedAt, version, draft })
}

export function toFiring(row: Row<'signal_firings'>): TriggerFiring {
  return {
    signalId: row.signal_id as TriggerId,
    key: row.key,
    plannedAt: row.planned_at,
    firedAt: row.fired_at,
    bodyDigest: row.body_digest,
    traceId: row.trace_id,
    outcome: row.outcome,
    problem: row.problem === null ? null : fromJson<Problem>(row.problem),
    conversationId: row.conversation_id as ConversationId | null,
    runId: row.run_id as RunId | null,
  }
}
