import type { Timestamp, TraceId, UserId } from '../base/ids.ts'
import type { JsonObject } from '../base/json.ts'

export interface AuditEntry {
  readonly id: string
  readonly at: Timestamp
  readonly actor: UserId | null
  /** Noun-verb: `skill-created`, `approval-answered`. */
  readonly action: string
  readonly target: string
  readonly traceId: TraceId | null
  /** Facts, digests and names; never contents or secrets. */
  readonly details: JsonObject
}
