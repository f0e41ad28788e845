import type { Generated } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

export interface MembersTable extends TenantRow {
  id: string
  name: string
  role: string
  created_at: number
  kind: Generated<string>
  joined_at: number | null
}

export interface InvitationsTable extends TenantRow {
  user_id: string
  token_hash: string
  created_by: string
  created_at: number
  expires_at: number
}

export interface PasskeysTable extends TenantRow {
  id: string
  user_id: string
  credential_id: string
  public_key: string
  name: string
  created_at: number
  last_used_at: number | null
  challenged_at: number
  login_key_id: string | null
}

export interface SignOnIdentitiesTable extends TenantRow {
  issuer: string
  subject: string
  id: string
  user_id: string
  provider: string
  label: string
  created_at: number
}

export interface ApiKeysTable extends TenantRow {
  id: string
  user_id: string
  name: string
  prefix: string
  hash: string
  /** JSON array. */
  scopes: string
  created_at: number
  last_used_at: number | null
  expires_at: number | null
  parent_id: string | null
  created_by: string | null
  login_key_id: string | null
}

export interface ConnectedAppsTable extends TenantRow {
  id: string
  user_id: string
  client_id: string
  name: string
  host: string | null
  redirect_uri: string
  /** JSON array. */
  scopes: string
  resource: string
  session_id: string | null
  created_at: number
  connected_at: number | null
}

export interface AppTokensTable extends TenantRow {
  hash: string
  app_id: string
  kind: string
  challenge: string
  expires_at: number
  spent_at: number | null
}

/** The one table without a tenant. */
export interface DeviceLoginsTable {
  code_hash: string
  user_code: string
  name: string
  address: string
  /** JSON array. */
  scopes: string | null
  key_public_id: string
  key_hash: string
  requested_at: number
  expires_at: number
  /** JSON; null while nobody has answered. */
  answer: string | null
}

export interface LoginSessionsTable extends TenantRow {
  token_hash: string
  user_id: string
  key_id: string | null
  created_at: number
  authenticated_at: number | null
  expires_at: number
  id: string
  user_agent: string
  address: string
  last_used_at: number | null
}
