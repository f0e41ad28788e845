import type { TenantRow } from './tenant-row.ts'

export interface AuditTable extends TenantRow {
  id: string
  at: number
  actor: string | null
  action: string
  target: string
  trace_id: string | null
  /** JSON. */
  details: string
  credential_id: string | null
  address: string | null
  /** 1 for the organisation's first entry, then without gaps; 0 in a row that nothing of ours wrote. */
  seq: number
  /** SHA-256 in hex, over the hash before it and this entry. */
  hash: string
}

/** One row for each organisation that has entries: the ends of its chain. */
export interface AuditChainsTable extends TenantRow {
  start_seq: number
  start_hash: string
  head_seq: number
  head_hash: string
  /** JSON; what retention left in place of the removed entries. */
  checkpoint: string | null
}

/** How far each destination has got the log. */
export interface AuditForwardingTable extends TenantRow {
  destination: string
  seq: number
}
