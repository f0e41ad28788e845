import type { Problem } from '../base/errors.ts'
import type {
  AgentId,
  ApiKeyId,
  ConversationId,
  RunId,
  Timestamp,
  TraceId,
  TriggerId,
  UserId,
} from '../base/ids.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { Permission, Role } from './principal.ts'
import type { TriggerContext } from './trigger-context.ts'

/** When a schedule starts turns. */
export interface CronSchedule {
  readonly kind: 'cron'
  /** Five fields, or six that begin with seconds. */
  readonly cron: string
  /** IANA name: `Europe/Berlin`. */
  readonly timeZone: string
  /** Whether times missed without a running server are skipped, or start one turn together. */
  readonly missed: 'skip' | 'run-once'
}

export type TriggerSource = CronSchedule | { readonly kind: 'webhook' }

/** The part of a trigger that people edit. */
export interface TriggerDraft {
  readonly name: string
  readonly agentId: AgentId | null
  /** The message of the turn, sent as the person. */
  readonly message: string
  readonly trigger: TriggerSource
  readonly asset: TriggerContext['asset']
  readonly severity: TriggerContext['severity']
  readonly preloadSkills: readonly string[]
  readonly suggestedStages: readonly string[]
  /** Whether its turns can run scripts and commands; only owners and admins can allow it. */
  readonly scriptsAllowed: boolean
  /** A new conversation for every turn, or one for all. */
  readonly conversation: 'new' | 'kept'
  /** The maximum number of turns in any hour. */
  readonly maxTurnsPerHour: number
  readonly enabled: boolean
}

/** A schedule or webhook that starts turns on behalf of its owner. */
export interface Trigger extends TriggerDraft {
  readonly id: TriggerId
  /** The owner, on whose behalf its turns run. */
  readonly userId: UserId
  /** The owner's role and permissions at the last change; its turns never have more. */
  readonly role: Role
  readonly permissions: readonly Permission[]
  /**
   * The keys, also those of logins, with which it was made and changed: whoever had one may know its webhook's secret. Absent
   * in those that an older version saved.
   */
  readonly keyIds?: readonly ApiKeyId[]
  /** Why it was stopped; null otherwise. */
  readonly note: Problem | null
  /** Null for webhooks, and without a planned time. */
  readonly nextAt: Timestamp | null
  readonly lastFiredAt: Timestamp | null
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  /** Increases with every change by a person; the ETag. */
  readonly version: number
}

/** The outcome of a planned time, a delivery or a manual start. Stored so that each fires only once. */
export interface TriggerFiring {
  readonly signalId: TriggerId
  /** `at:<milliseconds>`, `key:<idempotency key>` or `now:<id>`; unique for the trigger. */
  readonly key: string
  readonly plannedAt: Timestamp | null
  readonly firedAt: Timestamp
  /** The SHA-256 hex of a delivery's body. */
  readonly bodyDigest: string | null
  readonly traceId: TraceId
  readonly outcome: 'started' | 'skipped'
  /** Why no turn was started. */
  readonly problem: Problem | null
  /** Null when no turn was started. */
  readonly conversationId: ConversationId | null
  readonly runId: RunId | null
}

/**
 * The sort key of a firing, newest first. Uses the run's id instead of the key when there is one, because
 * cursors are visible to administrators and the key is text of the sender. Pure.
 */
export function firingCursorKey({
  firedAt,
  runId,
  key,
}: Pick<TriggerFiring, 'firedAt' | 'runId' | 'key'>): readonly [Timestamp, string] {
  return [firedAt, runId ?? key]
}

/** A firing, written in one batch with the changes of its trigger. */
export interface FiringRecord {
  readonly firing: TriggerFiring
  /** Its audit entry; null when the same was recorded just before. */
  readonly auditEntry: AuditEntry | null
  /** For a schedule: the due time and the next one. Throws `signal.moved-on` when another time is due. */
  readonly planned?: { readonly due: Timestamp; readonly nextAt: Timestamp | null }
  /** For a started turn: throws `signal.too-often` when this many turns were started in the last hour. */
  readonly maxTurnsPerHour?: number
}

/** The next time of a schedule after `after`; null when there is none. Throws ProblemError `signal.bad-schedule`. */
export type NextTime = (
  schedule: Pick<CronSchedule, 'cron' | 'timeZone'>,
  after: Timestamp,
) => Timestamp | null

/** The retention time of firings in milliseconds. */
export const firingRetentionMs = 30 * 24 * 60 * 60 * 1000
export const hourMs = 60 * 60 * 1000
