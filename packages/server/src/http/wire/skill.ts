import type { TenantId, UserId } from '@repertoire/core/base'
import {
  isAgentMade,
  type Provenance,
  type Revision,
  type RevisionContent,
  type Skill,
  type SkillOrigin,
  skillFieldsOf,
} from '@repertoire/core/domain'
import type { HitReason } from '@repertoire/core/ports'
import { titleOf } from '@repertoire/core/use'
import type {
  DiagnosticBody,
  HitReasonBody,
  ManifestEntryBody,
  RevisionBody,
  RevisionContentBody,
  SkillBody,
  SkillSummary,
} from '@repertoire/protocol'
import { toToolList } from './allowed-tools.ts'
import { etagOf } from './etag.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

/** Names of the organisation's members, by id. */
export type PersonNames = ReadonlyMap<UserId, string>

/** A skill's row as document A defines it, without content. */
export function toSkillSummary(skill: Skill): SkillSummary {
  const { head, origin, scope } = skill
  return {
    id: skill.id,
    scope: scope.kind,
    user_id: scope.kind === 'user' ? scope.userId : null,
    slug: skill.slug,
    name: head.name,
    description: head.description,
    when_to_use: head.whenToUse,
    version: head.version,
    author: head.author,
    license: head.license,
    tags: [...head.tags],
    enabled: skill.enabled,
    content_length: head.contentLength,
    content_hash: head.contentHash,
    source_type: origin.sourceType,
    source_url: origin.sourceUrl,
    source_ref: origin.sourceRef,
    source_id: origin.sourceId,
    provenance: provenanceOf(origin),
    source: isAgentMade(origin) ? 'agent' : 'user',
    title: titleOf(head),
    archived_at: wireTimeOrNull(skill.archivedAt),
    use_count: skill.useCount,
    last_used_at: wireTimeOrNull(skill.lastUsedAt),
    digest: head.digest,
    revision: head.number,
    etag: etagOf(skill.version),
    file_count: head.manifest.length,
    created_at: wireTime(skill.createdAt),
    updated_at: wireTime(skill.updatedAt),
  }
}

export function toSkillBody(
  skill: Skill,
  {
    content,
    diagnostics,
    tenantId,
  }: {
    readonly content: RevisionContent
    readonly diagnostics: DiagnosticBody[]
    readonly tenantId: TenantId
  },
): SkillBody {
  return {
    ...toSkillSummary(skill),
    organization_id: tenantId,
    content: content.source,
    body: content.body,
    files: toManifest(skill.head),
    allowed_tools: toToolList(skillFieldsOf(skill.head).allowedTools ?? []),
    diagnostics,
  }
}

/** Document D counts what an agent saved as `authored`; `source` tells it apart. */
export function provenanceOf({
  provenance,
}: Pick<SkillOrigin, 'provenance'>): SkillSummary['provenance'] {
  return provenance === 'agent' || provenance === 'agent-edited' ? 'authored' : provenance
}

/** The provenances that a list's filters mean. */
export function provenancesOf({
  provenance,
  source,
}: {
  readonly provenance?: SkillSummary['provenance'] | 'agent' | undefined
  readonly source?: SkillSummary['source'] | undefined
}): readonly Provenance[] | undefined {
  const agents: readonly Provenance[] = ['agent', 'agent-edited']
  const maker = provenance === 'agent' ? 'agent' : source
  const all: readonly Provenance[] = ['authored', 'imported', 'integration', 'catalog', ...agents]
  const wanted =
    provenance === undefined || provenance === 'agent'
      ? all
      : all.filter((one) => provenanceOf({ provenance: one }) === provenance)
  if (maker === undefined) return provenance === undefined ? undefined : wanted
  return wanted.filter((one) => agents.includes(one) === (maker === 'agent'))
}

export function toRevisionBody(revision: Revision, names: PersonNames): RevisionBody {
  return {
    number: revision.number,
    digest: revision.digest,
    name: revision.name,
    description: revision.description,
    version: revision.version,
    content_length: revision.contentLength,
    content_hash: revision.contentHash,
    files: toManifest(revision),
    created_at: wireTime(revision.createdAt),
    created_by: revision.createdBy,
    created_by_name: names.get(revision.createdBy) ?? null,
    reason: revision.reason,
  }
}

export function toRevisionContentBody(
  revision: Revision,
  content: RevisionContent,
  names: PersonNames,
): RevisionContentBody {
  return { ...toRevisionBody(revision, names), content: content.source, body: content.body }
}

export function toMatch(
  score: number,
  reasons: readonly HitReason[],
): { score: number; reasons: HitReasonBody[] } {
  return {
    score,
    reasons: reasons.map(({ quality, ...reason }) => ({
      ...reason,
      ...(quality && { quality: [...quality] }),
    })),
  }
}

function toManifest(revision: Revision): ManifestEntryBody[] {
  return revision.manifest.map((entry) => ({ ...entry }))
}
