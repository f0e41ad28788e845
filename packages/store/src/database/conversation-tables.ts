import type { TenantRow } from './tenant-row.ts'

export interface ConversationsTable extends TenantRow {
  id: string
  user_id: string
  title: string
  /** JSON. */
  session: string
  head_seq: number
  created_at: number
  updated_at: number
  agent_id: string | null
  /** Not null: deleted, and kept for a while. */
  deleted_at: number | null
}

export interface ConversationEventsTable extends TenantRow {
  conversation_id: string
  seq: number
  run_id: string | null
  trace_id: string
  at: number
  type: string
  /** JSON. */
  event: string
}

export interface RunsTable extends TenantRow {
  id: string
  conversation_id: string
  user_id: string
  role: string
  trace_id: string
  /** The reference of the caller that started it. */
  reference: string | null
  status: string
  /** JSON. */
  problem: string | null
  started_at: number
  finished_at: number | null
  lease_owner: string | null
  lease_expires_at: number | null
  /** As the log said when it was last folded; null before that, and where it does not say. */
  steps: number | null
  tokens: number | null
  cost_nanos: number | null
}

export interface ApprovalsTable extends TenantRow {
  id: string
  type: string
  conversation_id: string
  run_id: string
  tool_call_id: string
  trace_id: string
  /** JSON. */
  subject: string
  /** The connector the approval is about; null when it is about something else. */
  connector: string | null
  reason: string
  status: string
  requested_by: string
  requested_at: number
  expires_at: number
  answered_by: string | null
  answered_at: number | null
  note: string
  /** What a list shows of it. */
  title: string
  slug: string
  cost: number
}

export interface WorkspaceFilesTable extends TenantRow {
  conversation_id: string
  path: string
  sha256: string
  size: number
  updated_at: number
  /** The skill whose script wrote it; null when a person or an agent did. */
  skill_id: string | null
}

/** Texts of other systems for prompts. */
export interface PromptContextsTable extends TenantRow {
  scope: 'organisation' | 'agent' | 'conversation'
  /** Empty for the organisation's. */
  scope_id: string
  memory: string
  graph_context: string
  updated_by: string
  updated_at: number
}

export interface PromptsTable extends TenantRow {
  conversation_id: string
  digest: string
  /** JSON array. */
  system: string
}

export interface ExecutionsTable extends TenantRow {
  id: string
  conversation_id: string | null
  run_id: string | null
  call_id: string | null
  trace_id: string
  skill_id: string | null
  skill_slug: string | null
  skill_digest: string | null
  runtime: string
  entry: string
  status: string
  exit_code: number | null
  started_by: string
  started_at: number
  finished_at: number | null
  /** The heartbeat counter of the process that runs it. */
  signs: number
  cancel_asked_at: number | null
  /** JSON array. */
  args: string
  /** JSON array. */
  outputs: string
  /** JSON array. */
  skipped: string
  /** JSON. */
  usage: string | null
  stdout: string
  stderr: string
}

/** How often a query was searched for on a UTC day. */
export interface LoggedSearchesTable extends TenantRow {
  day: number
  query: string
  surface: string
  searches: number
  results: number
}

/** The runs that a person started on a UTC day. */
export interface DailyRunsTable extends TenantRow {
  user_id: string
  day: number
  runs: number
}
