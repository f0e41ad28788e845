import type { Problem } from '../base/errors.ts'
import type {
  AgentId,
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
  /** Of times that passed while no server ran: none counts, or one turn stands for all of them. */
  readonly missed: 'skip' | 'run-once'
}

export type TriggerSource = CronSchedule | { readonly kind: 'webhook' }

/** What a person writes of a signal. */
export interface TriggerDraft {
  readonly name: string
  readonly agentId: AgentId | null
  /** What the turn is told, in the person's name. */
  readonly message: string
  readonly trigger: TriggerSource
  readonly asset: TriggerContext['asset']
  readonly severity: TriggerContext['severity']
  readonly preloadSkills: readonly string[]
  readonly suggestedStages: readonly string[]
  /** Turns may run scripts and commands: only owners and admins say so. */
  readonly scriptsAllowed: boolean
  /** A conversation for every turn, or one for all of them. */
  readonly conversation: 'new' | 'kept'
  /** Turns within any hour. */
  readonly maxTurnsPerHour: number
  readonly enabled: boolean
}

/** A schedule or a webhook that starts turns for the person who set it up (E8). */
export interface Trigger extends TriggerDraft {
  readonly id: TriggerId
  /** On whose behalf its turns work. */
  readonly userId: UserId
  /** What they were when they set it up; a turn never has more. */
  readonly role: Role
  readonly permissions: readonly Permission[]
  /** Why it stopped by itself; null otherwise. */
  readonly note: Problem | null
  /** Null for webhooks, and while nothing is planned. */
  readonly nextAt: Timestamp | null
  readonly lastFiredAt: Timestamp | null
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  /** Grows with every change by a person; the ETag. */
  readonly version: number
}

/** What came of one planned time, one delivery, or one wish of a person. Kept so that it happens once. */
export interface TriggerFiring {
  readonly signalId: TriggerId
  /** `at:<milliseconds>`, `key:<idempotency key>` or `now:<id>`: at most one firing of a signal has it. */
  readonly key: string
  readonly plannedAt: Timestamp | null
  readonly firedAt: Timestamp
  /** Of a delivery: SHA-256 hex of its body. */
  readonly bodyDigest: string | null
  readonly traceId: TraceId
  readonly outcome: 'started' | 'skipped'
  /** Of one that started no turn: why. */
  readonly problem: Problem | null
  /** Null when no turn was started. */
  readonly conversationId: ConversationId | null
  readonly runId: RunId | null
}

/**
 * Where it stands in the list of its signal, newest first. Without the sender's text where there is a run: whoever pages
 * through another person's list is given the place in a cursor. Pure.
 */
export function firingCursorKey({
  firedAt,
  runId,
  key,
}: Pick<TriggerFiring, 'firedAt' | 'runId' | 'key'>): readonly [Timestamp, string] {
  return [firedAt, runId ?? key]
}

/** A firing as one batch with what it changes of its signal. */
export interface FiringRecord {
  readonly firing: TriggerFiring
  /** What the audit log says of it; null when it said the same of the signal just now. */
  readonly auditEntry: AuditEntry | null
  /** Of a schedule: the time that was due, and the one after it. Another one due: `signal.moved-on`. */
  readonly planned?: { readonly due: Timestamp; readonly nextAt: Timestamp | null }
  /** Of one that starts a turn: `signal.too-often` when as many were started in the hour before. */
  readonly maxTurnsPerHour?: number
}

/** The next time after `after` that a schedule names; null when there is none. Throws ProblemError `signal.bad-schedule`. */
export type NextTime = (
  schedule: Pick<CronSchedule, 'cron' | 'timeZone'>,
  after: Timestamp,
) => Timestamp | null

/** How long firings are remembered, in milliseconds. */
export const firingRetentionMs = 30 * 24 * 60 * 60 * 1000
export const hourMs = 60 * 60 * 1000
