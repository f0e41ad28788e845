import type { Timestamp, TraceId, UserId } from '../base/ids.ts'
import type { JsonObject } from '../base/json.ts'
import type { Principal } from './principal.ts'

export interface AuditEntry {
  readonly id: string
  readonly at: Timestamp
  readonly actor: UserId | null
  /** Id of the API key or of the login; absent where the server acts by itself or a run continues. */
  readonly credentialId?: string | null
  /** Address of the peer that sent the request. */
  readonly address?: string | null
  /** Noun-verb: `skill-created`, `approval-answered`. */
  readonly action: string
  readonly target: string
  readonly traceId: TraceId | null
  /** Facts, digests and names; never contents or secrets. */
  readonly details: JsonObject
}

/** Who made a change, and with which credential: the fields of an entry that a request determines. */
export function auditedBy({
  userId,
  credential,
}: Pick<Principal, 'userId' | 'credential'>): Pick<
  AuditEntry,
  'actor' | 'credentialId' | 'address'
> {
  return {
    actor: userId,
    credentialId: credential?.id ?? null,
    address: credential?.address ?? null,
  }
}
