import type { TenantRow } from './tenant-row.ts'

export interface TriggersTable extends TenantRow {
  id: string
  user_id: string
  /** 0 or 1. */
  enabled: number
  next_at: number | null
  last_fired_at: number | null
  created_at: number
  updated_at: number
  version: number
  /** A webhook's secret, encrypted. */
  sealed: string | null
  /** JSON. */
  draft: string
}

export interface TriggerFiringsTable extends TenantRow {
  signal_id: string
  key: string
  planned_at: number | null
  fired_at: number
  outcome: 'started' | 'skipped'
  trace_id: string
  conversation_id: string | null
  run_id: string | null
  body_digest: string | null
  /** JSON. */
  problem: string | null
}
