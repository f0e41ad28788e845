import type { JsonObject, UserId } from '@repertoire/core/base'
import type { ChainedAuditEntry } from '@repertoire/core/domain'
import { fromJson } from '../database/json.ts'
import type { Row } from '../database/schema.ts'

export function toAuditEntry(row: Row<'audit'>): ChainedAuditEntry {
  return {
    seq: row.seq,
    id: row.id,
    at: row.at,
    actor: row.actor as UserId | null,
    credentialId: row.credential_id,
    address: row.address,
    action: row.action,
    target: row.target,
    traceId: row.trace_id,
    details: fromJson<JsonObject>(row.details),
    hash: row.hash,
  }
}
