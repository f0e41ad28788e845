import type { TenantRow } from './tenant-row.ts'

export interface OutcomeRetestsTable extends TenantRow {
  id: string
  /** Empty for the organisation's default model. */
  agent_id: string
  /** Null for the server's own model. */
  model_before: string | null
  model_after: string | null
  requested_at: number
  owner: string | null
  claimed_until: number
  /** 0 while it waits or runs. */
  ended_at: number
  /** JSON; null while it waits or runs. */
  result: string | null
}

export interface OutcomeRetestTrialsTable extends TenantRow {
  retest_id: string
  skill_id: string
  side: 'before' | 'after'
  case_id: string
  round: number
  digest: string
  status: string
  cost_nanos: number | null
}
