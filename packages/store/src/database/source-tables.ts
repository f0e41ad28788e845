import type { TenantRow } from './tenant-row.ts'

export interface SourcesTable extends TenantRow {
  id: string
  name: string
  /** JSON. */
  config: string
  /** 0 or 1. */
  enabled: number
  sync_policy: string
  sync_interval_minutes: number
  review_policy: string
  minimum_update_age_days: number | null
  encrypted_token: string | null
  /** JSON, without the time of the next sync. */
  sync: string
  next_sync_at: number | null
  /** The attempt that syncs it; null when none does. */
  lease_owner: string | null
  lease_until: number | null
  /** 0 or 1. */
  cancel_requested: number
  version: number
  created_by: string
  created_at: number
  updated_at: number
}

export interface SourceItemsTable extends TenantRow {
  source_id: string
  entry_id: string
  token: string
  state: string
  name: string
  slug: string | null
  skill_id: string | null
  digest: string | null
  applied_digest: string | null
  /** JSON. */
  problem: string | null
}

export interface PendingRevisionsTable extends TenantRow {
  id: string
  state: string
  source_id: string | null
  entry_id: string
  source_version: string
  slug: string
  name: string
  description: string
  digest: string
  skill_id: string | null
  base_digest: string | null
  /** 0 or 1. */
  is_detached: number
  verdict: string
  ruleset: string
  findings: number
  licence: string | null
  licence_decision: string
  signature: string
  /** JSON: origin, asks and new asks. */
  facts: string
  created_at: number
  decided_by: string | null
  decided_at: number | null
  note: string
  /** Core's `pendingKind`. */
  kind: string
  /** Empty for what a source gave or somebody brought by hand. */
  proposed_for: string
  /** Empty for an offer, and for what nobody proposes; so are the next two. */
  conversation_id: string
  run_id: string
  trace_id: string
  skill_scope: string | null
  reason: string
  /** Null for what nobody offers, and for an offer of an earlier release. */
  offered_skill_id: string | null
  /** Bytes that count against the quota. */
  stored_bytes: number
  /** JSON. */
  manifest: string
  /** JSON. */
  trust: string
  /** JSON. */
  diagnostics: string
  /** JSON. */
  commits: string
  skill_md: string
  /** Why it waits, as a key. */
  alike: string
  /** Kinds of what it newly asks for, each between spaces. */
  permissions: string
  /** Characters of its SKILL.md. */
  cost: number
}

/** What is known of a content, by its digest. */
export interface TrustReportsTable extends TenantRow {
  digest: string
  ruleset: string
  updated_at: number
  /** JSON. */
  report: string
}

/** Contents that must not be used. */
export interface RevocationsTable extends TenantRow {
  digest: string
  severity: string
  reason: string
  url: string | null
  revoked_by: string | null
  revoked_at: number
}

/** A person's yes to a content whose findings they saw. */
export interface AcceptedFindingsTable extends TenantRow {
  digest: string
  verdict: string
  /** JSON. */
  findings: string
  reason: string
  acknowledged_by: string
  acknowledged_at: number
  for_all: number
}

/** Skills and versions of sources that people ignore. */
export interface IgnoredEntriesTable extends TenantRow {
  id: string
  source_id: string
  entry_id: string
  digest: string | null
  name: string
  reason: string
  ignored_by: string
  ignored_at: number
}

/** Signed lists of revoked contents, one for each owner of a list. */
export interface AdvisoryListsTable extends TenantRow {
  owner: string
  url: string
  /** JSON. */
  signer: string
  serial: number | null
  /** JSON. */
  content: string | null
  sha256: string | null
  taken_at: number | null
  checked_at: number | null
  /** JSON. */
  problem: string | null
}

/** Contents for which an owner decided that no advisory counts. */
export interface AdvisoryExceptionsTable extends TenantRow {
  digest: string
  /** JSON. */
  advisory_ids: string
  reason: string
  excepted_by: string
  excepted_at: number
}

/** Findings that people suppressed in a skill. */
export interface SuppressionsTable extends TenantRow {
  id: string
  subject: string
  skill_id: string | null
  arrival_id: string | null
  slug: string
  rule: string
  severity: string
  match: string
  path: string
  excerpt: string
  reason: string
  suppressed_by: string
  suppressed_at: number
}
