import { folderNameOf } from '@repertoire/skill-md'
import type { SkillId, UserId } from '../../base/ids.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import type { PackageFile, Skill } from '../../domain/skill.ts'
import { ingestPackage } from '../../ingest/packages/ingest-package.ts'
import { requireIngested } from '../../ingest/skills/create-skill.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import type { SearchableSkill } from '../../ports/skills.ts'

export interface PendingCandidate {
  readonly pending: PendingRevision
  readonly files: readonly PackageFile[]
  /** The skill that it would change; null for a new one. */
  readonly skill: Skill | null
  /** Of a new one. */
  readonly slug: string
  readonly viewer: UserId
}

/**
 * The skill that would be if a pending import were approved: as switched as its skill is, and a new one switched on.
 * Only to be routed in memory: no store takes it. Throws the ProblemErrors of {@link ingestPackage}.
 */
export function candidateSkill(
  { clock, sha256 }: Pick<CatalogDeps, 'clock' | 'sha256'>,
  { pending, files, skill, slug, viewer }: PendingCandidate,
): SearchableSkill {
  const { origin, entryId } = pending
  const request = {
    ...{ files, folderName: folderNameOf(entryId), scope: { kind: 'org' as const } },
    ...{ origin, author: viewer, enabled: true },
    overrides: { slug: skill?.slug ?? slug },
  }
  const { facts, content } = requireIngested(ingestPackage(request, sha256))
  const now = clock.now()
  const made = { createdAt: now, createdBy: viewer }
  const identity = skill ?? {
    ...{ id: candidateId, scope: request.scope, slug, enabled: true, archivedAt: null },
    ...{ useCount: 0, lastUsedAt: null, version: 0, updatedAt: now, ...made },
  }
  const head = { ...facts, ...made, number: (skill?.head.number ?? 0) + 1, reason: '' }
  return { skill: { ...identity, origin, head }, body: content.body }
}

/** No stored skill has it. */
const candidateId = 'candidate' as SkillId
