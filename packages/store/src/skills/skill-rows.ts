import type { JsonObject, RevisionDigest, SkillId, UserId } from '@repertoire/core/base'
import type {
  Provenance,
  Revision,
  RevisionContent,
  Skill,
  SkillScope,
  SourceType,
} from '@repertoire/core/domain'
import { columnsOf } from '../database/columns-of.ts'
import { fromJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

type Facts = Omit<
  Row<'revisions'>,
  'tenant_id' | 'skill_id' | 'stored_bytes' | 'body' | 'body_start' | 'body_length' | 'source'
>

/** Every column of a revision except its texts, which only {@link contentColumns} reads. */
export const factColumns = [
  'revisions.number',
  'revisions.digest',
  'revisions.name',
  'revisions.description',
  'revisions.when_to_use',
  'revisions.version',
  'revisions.author',
  'revisions.license',
  'revisions.tags',
  'revisions.content_length',
  'revisions.content_hash',
  'revisions.frontmatter',
  'revisions.sidecar',
  'revisions.manifest',
  'revisions.created_at',
  'revisions.created_by',
  'revisions.reason',
] as const satisfies readonly `revisions.${keyof Facts}`[]

export const contentColumns = [
  'revisions.source',
  'revisions.body',
  'revisions.body_start',
  'revisions.body_length',
] as const

/** Columns that skills and revisions share are aliased. */
export const identityColumns = [
  'skills.id',
  'skills.scope',
  'skills.user_id',
  'skills.slug',
  'skills.enabled',
  'skills.source_type',
  'skills.source_url',
  'skills.source_ref',
  'skills.source_id',
  'skills.provenance',
  'skills.archived_at',
  'skills.use_count',
  'skills.last_used_at',
  'skills.updated_at',
  'skills.version as skill_version',
  'skills.created_by as skill_created_by',
  'skills.created_at as skill_created_at',
] as const

export type SkillRow = Facts &
  Pick<
    Row<'skills'>,
    | 'id'
    | 'scope'
    | 'user_id'
    | 'slug'
    | 'enabled'
    | 'source_type'
    | 'source_url'
    | 'source_ref'
    | 'source_id'
    | 'provenance'
    | 'archived_at'
    | 'use_count'
    | 'last_used_at'
    | 'updated_at'
  > & {
    readonly skill_version: number
    readonly skill_created_by: string
    readonly skill_created_at: number
  }

export type ContentRow = Pick<Row<'revisions'>, 'source' | 'body' | 'body_start' | 'body_length'>

export function toSkill(row: SkillRow): Skill {
  return {
    id: row.id as SkillId,
    scope: toScope(row),
    slug: row.slug,
    enabled: row.enabled === 1,
    origin: {
      sourceType: row.source_type as SourceType,
      sourceUrl: row.source_url,
      sourceRef: row.source_ref,
      sourceId: row.source_id,
      provenance: row.provenance as Provenance,
    },
    head: toRevision(row),
    archivedAt: row.archived_at,
    useCount: row.use_count,
    lastUsedAt: row.last_used_at,
    version: row.skill_version,
    createdBy: row.skill_created_by as UserId,
    createdAt: row.skill_created_at,
    updatedAt: row.updated_at,
  }
}

export function toRevision(row: Facts): Revision {
  return {
    digest: row.digest as RevisionDigest,
    manifest: fromJson<Revision['manifest']>(row.manifest),
    name: row.name,
    description: row.description,
    whenToUse: row.when_to_use,
    version: row.version,
    author: row.author,
    license: row.license,
    tags: fromJson<string[]>(row.tags),
    contentLength: row.content_length,
    contentHash: row.content_hash,
    frontmatter: fromJson<Revision['frontmatter']>(row.frontmatter),
    ...(row.sidecar !== null && { sidecar: fromJson<JsonObject>(row.sidecar) }),
    number: row.number,
    createdAt: row.created_at,
    createdBy: row.created_by as UserId,
    reason: row.reason,
  }
}

export function toContent(row: ContentRow): RevisionContent {
  const body = row.body ?? row.source.slice(row.body_start, row.body_start + row.body_length)
  return { source: row.source, body }
}

export function skillRow(skill: Skill): NewRow<'skills'> {
  const { id, scope, createdBy, createdAt, useCount, lastUsedAt } = skill
  return {
    ...columnsOf({ id, createdBy, createdAt, useCount, lastUsedAt }),
    scope: scope.kind,
    user_id: scope.kind === 'user' ? scope.userId : null,
    ...mutableColumns(skill),
  }
}

/** The columns an update may write; identity and usage counters are not among them. */
export function mutableColumns(skill: Skill) {
  const { slug, enabled, origin, head, archivedAt, version, updatedAt } = skill
  const { sourceType, sourceUrl, sourceRef, sourceId, provenance } = origin
  const source = { sourceType, sourceUrl, sourceRef, sourceId, provenance }
  const headNumber = head.number
  return columnsOf({ slug, enabled, ...source, headNumber, archivedAt, version, updatedAt })
}

export function revisionRow(
  skillId: SkillId,
  revision: Revision,
  { content, storedBytes }: { readonly content: RevisionContent; readonly storedBytes: number },
): NewRow<'revisions'> {
  const sidecar = revision.sidecar ?? null
  return { ...columnsOf({ ...revision, skillId, sidecar, storedBytes }), ...contentRow(content) }
}

/** The body is nearly always the end of the file, so only its position is stored. */
function contentRow({ source, body }: RevisionContent): ContentRow {
  const start = source.lastIndexOf(body)
  return start >= 0
    ? { source, body: null, body_start: start, body_length: body.length }
    : { source, body, body_start: 0, body_length: 0 }
}

export function toScope(row: Pick<SkillRow, 'scope' | 'user_id'>): SkillScope {
  return row.scope === 'org' ? { kind: 'org' } : { kind: 'user', userId: row.user_id as UserId }
}
