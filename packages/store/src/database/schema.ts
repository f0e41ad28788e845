import type { Insertable, Selectable } from 'kysely'
import type { AuditChainsTable, AuditForwardingTable, AuditTable } from './audit-tables.ts'
import type {
  ApprovalsTable,
  ConversationEventsTable,
  ConversationsTable,
  DailyRunsTable,
  ExecutionsTable,
  LoggedSearchesTable,
  PromptContextsTable,
  PromptsTable,
  RunsTable,
  WorkspaceFilesTable,
} from './conversation-tables.ts'
import type { InboxNotificationsTable } from './inbox-notification-table.ts'
import type {
  ApiKeysTable,
  AppTokensTable,
  ConnectedAppsTable,
  DeviceLoginsTable,
  InvitationsTable,
  LoginSessionsTable,
  MembersTable,
  PasskeysTable,
  SignOnIdentitiesTable,
} from './member-tables.ts'
import type { OutcomeRetestsTable, OutcomeRetestTrialsTable } from './outcome-retest-tables.ts'
import type {
  AuthoredGrantsTable,
  AuthoredToolsTable,
  AuthoredVersionsTable,
  RevisionsTable,
  SkillChangeKeysTable,
  SkillChangesTable,
  SkillSecretsTable,
  SkillsTable,
  SkillTagsTable,
} from './skill-tables.ts'
import type {
  AcceptedFindingsTable,
  AdvisoryExceptionsTable,
  AdvisoryListsTable,
  IgnoredEntriesTable,
  PendingRevisionsTable,
  RevocationsTable,
  SourceItemsTable,
  SourcesTable,
  SuppressionsTable,
  TrustReportsTable,
} from './source-tables.ts'
import type { TenantRow } from './tenant-row.ts'
import type { TriggerFiringsTable, TriggersTable } from './trigger-tables.ts'
import type {
  ConversationUsageTable,
  UsageDailySkillsTable,
  UsageDailyTable,
  UsagePairsTable,
  UsagePositionsTable,
} from './usage-tables.ts'

/**
 * Every table as the queries see it. `tenant_id` is never written or compared by a query: the tenant scope adds
 * it (database/tenant-scope.ts). So it is optional here and required by the database.
 */
export interface Schema {
  tenants: TenantsTable
  settings: SettingsTable
  members: MembersTable
  api_keys: ApiKeysTable
  login_sessions: LoginSessionsTable
  invitations: InvitationsTable
  sign_on_identities: SignOnIdentitiesTable
  passkeys: PasskeysTable
  skills: SkillsTable
  skill_tags: SkillTagsTable
  revisions: RevisionsTable
  skill_change_keys: SkillChangeKeysTable
  skill_changes: SkillChangesTable
  conversations: ConversationsTable
  conversation_events: ConversationEventsTable
  runs: RunsTable
  approvals: ApprovalsTable
  workspace_files: WorkspaceFilesTable
  prompts: PromptsTable
  audit: AuditTable
  audit_chains: AuditChainsTable
  audit_forwarding: AuditForwardingTable
  integration_entries: IntegrationEntriesTable
  agents: AgentsTable
  executions: ExecutionsTable
  skill_secrets: SkillSecretsTable
  condemned_blobs: UnusedBlobsTable
  observations: MemoriesTable
  usage_positions: UsagePositionsTable
  outcome_retests: OutcomeRetestsTable
  outcome_retest_trials: OutcomeRetestTrialsTable
  usage_contributions: ConversationUsageTable
  usage_daily: UsageDailyTable
  usage_daily_skills: UsageDailySkillsTable
  usage_weekly: UsageDailyTable
  usage_weekly_skills: UsageDailySkillsTable
  usage_pairs: UsagePairsTable
  authored_tools: AuthoredToolsTable
  authored_versions: AuthoredVersionsTable
  authored_grants: AuthoredGrantsTable
  tool_grants: ToolGrantsTable
  package_approvals: PackageApprovalsTable
  signals: TriggersTable
  signal_firings: TriggerFiringsTable
  prompt_contexts: PromptContextsTable
  daily_runs: DailyRunsTable
  logged_searches: LoggedSearchesTable
  sources: SourcesTable
  source_items: SourceItemsTable
  held_arrivals: PendingRevisionsTable
  trust_reports: TrustReportsTable
  revocations: RevocationsTable
  acknowledgements: AcceptedFindingsTable
  suppressions: SuppressionsTable
  ignored_entries: IgnoredEntriesTable
  advisory_lists: AdvisoryListsTable
  advisory_exceptions: AdvisoryExceptionsTable
  model_providers: ModelProvidersTable
  connectors: ConnectorsTable
  collections: CollectionsTable
  collection_promotions: CollectionPromotionsTable
  connected_apps: ConnectedAppsTable
  app_tokens: AppTokensTable
  device_logins: DeviceLoginsTable
  inbox_notifications: InboxNotificationsTable
}

export type TableName = keyof Schema

/** The column that holds the tenant. A table missing here cannot be queried through a scope. */
export const tenantColumns: Readonly<
  Record<Exclude<TableName, 'device_logins'>, 'id' | 'tenant_id'>
> = {
  tenants: 'id',
  settings: 'tenant_id',
  members: 'tenant_id',
  api_keys: 'tenant_id',
  login_sessions: 'tenant_id',
  invitations: 'tenant_id',
  sign_on_identities: 'tenant_id',
  passkeys: 'tenant_id',
  skills: 'tenant_id',
  skill_tags: 'tenant_id',
  revisions: 'tenant_id',
  skill_change_keys: 'tenant_id',
  skill_changes: 'tenant_id',
  conversations: 'tenant_id',
  conversation_events: 'tenant_id',
  runs: 'tenant_id',
  approvals: 'tenant_id',
  workspace_files: 'tenant_id',
  prompts: 'tenant_id',
  audit: 'tenant_id',
  audit_chains: 'tenant_id',
  audit_forwarding: 'tenant_id',
  integration_entries: 'tenant_id',
  agents: 'tenant_id',
  executions: 'tenant_id',
  skill_secrets: 'tenant_id',
  condemned_blobs: 'tenant_id',
  observations: 'tenant_id',
  authored_tools: 'tenant_id',
  authored_versions: 'tenant_id',
  authored_grants: 'tenant_id',
  tool_grants: 'tenant_id',
  package_approvals: 'tenant_id',
  signals: 'tenant_id',
  signal_firings: 'tenant_id',
  prompt_contexts: 'tenant_id',
  daily_runs: 'tenant_id',
  logged_searches: 'tenant_id',
  sources: 'tenant_id',
  source_items: 'tenant_id',
  held_arrivals: 'tenant_id',
  trust_reports: 'tenant_id',
  revocations: 'tenant_id',
  acknowledgements: 'tenant_id',
  suppressions: 'tenant_id',
  ignored_entries: 'tenant_id',
  advisory_lists: 'tenant_id',
  advisory_exceptions: 'tenant_id',
  model_providers: 'tenant_id',
  connectors: 'tenant_id',
  collections: 'tenant_id',
  collection_promotions: 'tenant_id',
  connected_apps: 'tenant_id',
  app_tokens: 'tenant_id',
  usage_positions: 'tenant_id',
  usage_contributions: 'tenant_id',
  usage_daily: 'tenant_id',
  usage_daily_skills: 'tenant_id',
  usage_weekly: 'tenant_id',
  usage_weekly_skills: 'tenant_id',
  usage_pairs: 'tenant_id',
  outcome_retests: 'tenant_id',
  outcome_retest_trials: 'tenant_id',
  inbox_notifications: 'tenant_id',
}

export interface TenantsTable {
  id: string
  name: string
  /** The sequence number of the newest entry in the tenant's change feed. */
  change_seq: number
  created_at: number
  /** Null unless the organisation is deleted. */
  deleted_at: number | null
}

export interface CollectionsTable extends TenantRow {
  id: string
  slug: string
  description: string
  /** JSON. */
  selection: string
  audience: 'organisation' | 'token'
  token_hash: string | null
  token_made_at: number | null
  /** JSON. */
  promotion: string | null
  /** JSON. */
  seen: string
  created_by: string
  created_at: number
  updated_at: number
}

export interface CollectionPromotionsTable extends TenantRow {
  collection_id: string
  number: number
  /** JSON. */
  promotion: string
}

export interface PackageApprovalsTable extends TenantRow {
  digest: string
  kind: string
  /** JSON. */
  packages: string
  approved_by: string
  approved_at: number
}

export interface ModelProvidersTable extends TenantRow {
  id: string
  name: string
  kind: string
  base_url: string | null
  encrypted_key: string | null
  key_ending: string | null
  key_set_at: number | null
  /** JSON. */
  models: string
  /** JSON. */
  last_test: string | null
  created_by: string
  created_at: number
  updated_at: number
  version: number
}

export interface ConnectorsTable extends TenantRow {
  name: string
  title: string
  description: string
  url: string
  /** JSON. */
  headers: string
  open_world: number | null
  created_by: string
  created_at: number
  updated_at: number
  version: number
}

export interface SettingsTable extends TenantRow {
  /** JSON. */
  settings: string
  version: number
}

/** Every version of what an agent remembers about a person. */
export interface MemoriesTable extends TenantRow {
  user_id: string
  /** Empty for conversations without an agent. */
  agent_id: string
  number: number
  author: 'agent' | 'user'
  reason: string
  created_at: number
  conversation_id: string | null
  text: string
}

export interface IntegrationEntriesTable extends TenantRow {
  domain: string
  /** Empty for the organisation's. */
  user_id: string
  id: string
  version: string
  set_up_by: string
  set_up_at: number
  /** JSON array. */
  projections: string
}

export interface AgentsTable extends TenantRow {
  id: string
  name: string
  model_id: string | null
  /** JSON array. */
  toolsets: string
  /** JSON array. */
  skill_ids: string
  /** JSON; null uses the organisation's settings. */
  routing: string | null
  created_by: string
  created_at: number
  updated_at: number
  version: number
  instruction: string
}

/** Permissions for turns that no person starts. */
export interface ToolGrantsTable extends TenantRow {
  id: string
  user_id: string
  tool: string
  identity: string
  agent_id: string | null
  max_uses: number
  uses: number
  expires_at: number
  created_by: string
  created_at: number
  revoked_at: number | null
  revoked_by: string | null
  /** JSON. */
  constraints: string
}

/** Blobs that no row referenced at the last check. They are removed later unless they are stored again. */
export interface UnusedBlobsTable extends TenantRow {
  sha256: string
  condemned_at: number
}

export type Row<Name extends TableName> = Selectable<Schema[Name]>
export type NewRow<Name extends TableName> = Insertable<Schema[Name]>
