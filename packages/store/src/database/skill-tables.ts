import type { Generated } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

export interface SkillsTable extends TenantRow {
  id: string
  scope: 'org' | 'user'
  user_id: string | null
  slug: string
  enabled: number
  source_type: string
  source_url: string | null
  source_ref: string | null
  source_id: string | null
  provenance: string
  head_number: number
  archived_at: number | null
  /** Null unless the skill is deleted. */
  deleted_at: number | null
  deleted_by: string | null
  use_count: Generated<number>
  last_used_at: number | null
  version: number
  created_by: string
  created_at: number
  updated_at: number
}

/** The tags of the current revision. */
export interface SkillTagsTable extends TenantRow {
  skill_id: string
  tag: string
}

export interface RevisionsTable extends TenantRow {
  skill_id: string
  number: number
  digest: string
  name: string
  description: string
  when_to_use: string
  version: string
  author: string
  license: string
  /** JSON array. */
  tags: string
  content_length: number
  content_hash: string
  /** JSON. */
  frontmatter: string
  /** JSON; null where the package has no SKILL.config.json. */
  sidecar: string | null
  /** JSON array of manifest entries. */
  manifest: string
  created_at: number
  created_by: string
  reason: string
  /** The position of the body in `source`, in UTF-16 code units. */
  body_start: number
  body_length: number
  /** Bytes of the files that the revision before does not have. */
  stored_bytes: number
  /** Set only when `source` does not contain the body. */
  body: string | null
  source: string
}

export interface SkillChangeKeysTable extends TenantRow {
  change_key: string
  skill_id: string
  slug: string
  number: number
  digest: string
}

export interface SkillChangesTable extends TenantRow {
  seq: number
  skill_id: string
}

export interface SkillSecretsTable extends TenantRow {
  skill_id: string
  name: string
  sealed: string
  updated_by: string
  updated_at: number
}

export interface AuthoredToolsTable extends TenantRow {
  id: string
  kind: string
  name: string
  owner: string
  enabled: number
  head_number: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  deleted_key: string | null
}

export interface AuthoredVersionsTable extends TenantRow {
  tool_id: string
  number: number
  digest: string
  /** JSON array. */
  requires: string
  reason: string
  author: string
  trusted: number
  conversation_id: string | null
  change_key: string | null
  written_at: number
  description: string
  /** JSON. */
  parameters: string | null
  code: string
}

export interface AuthoredGrantsTable extends TenantRow {
  tool_id: string
  digest: string
  version: number
  granted_by: string
  granted_at: number
  /** JSON array. */
  libraries: string
}
