import type { TenantRow } from './tenant-row.ts'

/** One row an organisation. */
export interface InboxNotificationsTable extends TenantRow {
  url: string
  encrypted_secret: string
  interval: string
  minimum: number
  inbox_url: string
  next_at: number
  digest_id: string | null
  failures: number
  claimed_until: number | null
  last_sent_at: number | null
  problem: string | null
  version: number
}
