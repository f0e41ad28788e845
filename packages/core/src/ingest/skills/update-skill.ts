import { editSkillMd, loadSkillMd } from '@repertoire/skill-md'
import { isProblemError, throwIf } from '../../base/errors.ts'
import type { RevisionDigest, SkillId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { PackageFile, Skill, SkillOrigin } from '../../domain/skill.ts'
import { type CatalogActor, recordChanges } from '../../keep/skills/catalog-deps.ts'
import { filesExceptSkillMd, hasExecutableSkillMd } from '../../keep/skills/package-files.ts'
import type { SkillChange } from '../../ports/skills.ts'
import { skillNotFound } from '../../ports/store-problems.ts'
import { checkEnabling, checkPackage } from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { type IngestOverrides, ingestPackage } from '../packages/ingest-package.ts'
import { changeFiles, type FileChanges } from './change-files.ts'
import { requireIngested, skillMdFile } from './create-skill.ts'

/** Absent fields stay unchanged. */
export interface UpdateSkillRequest {
  readonly id: SkillId
  /** SKILL.md as text; without frontmatter it is a new body, and what the skill says of itself stays. */
  readonly content?: string | undefined
  /** What becomes of the files beside SKILL.md; those that are not named stay unchanged. */
  readonly files?: Partial<FileChanges> | undefined
  readonly overrides: IngestOverrides
  readonly enabled?: boolean | undefined
  readonly reason: string
  /** The version the change is based on; a different current version throws `skill.stale`. */
  readonly expectedVersion?: number | undefined
  /** Digests whose findings the person saw. */
  readonly acknowledged?: readonly RevisionDigest[] | undefined
}

/** Maximum attempts of a change without an expected version after concurrent changes. */
const maxAttempts = 5

/**
 * Updates a skill; new content becomes a new revision. Throws ProblemError `skill.not-found`, `skill.stale`,
 * `skill.slug-taken`, those of {@link skillWriteProblem}, {@link changeFiles}, {@link ingestPackage} and
 * {@link checkPackage}.
 */
export async function updateSkill(
  deps: JudgingDeps,
  actor: CatalogActor,
  request: UpdateSkillRequest,
): Promise<Skill> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await updateOnce(deps, actor, request)
    } catch (error) {
      const overtaken = isProblemError(error) && error.problem.code === 'skill.stale'
      if (!overtaken || request.expectedVersion !== undefined || attempt >= maxAttempts) throw error
    }
  }
}

async function updateOnce(
  deps: JudgingDeps,
  actor: CatalogActor,
  request: UpdateSkillRequest,
): Promise<Skill> {
  const viewer = actor.principal.userId
  const before = await deps.store.skills.get(viewer, request.id)
  if (!before) throw skillNotFound(request.id)
  throwIf(skillWriteProblem(actor.principal, before.scope, before))
  const change = await decideChange(deps, actor, { before, request })
  const expected = request.expectedVersion ?? before.version
  const after = await deps.store.skills.update(viewer, before.id, change, expected)
  if (after.version === before.version) return after
  const details = {
    slug: after.slug,
    digest: after.head.digest,
    before: { slug: before.slug, digest: before.head.digest, enabled: before.enabled },
    enabled: after.enabled,
  }
  await recordChanges(deps, actor, [{ action: 'skill-updated', target: after.id, details }])
  return after
}

async function decideChange(
  deps: JudgingDeps,
  actor: CatalogActor,
  { before, request }: { before: Skill; request: UpdateSkillRequest },
): Promise<SkillChange> {
  const enabled = request.enabled === undefined ? {} : { enabled: request.enabled }
  const { overrides, content } = request
  const files: FileChanges = { written: [], renamed: [], deleted: [], ...request.files }
  const rewritten =
    content !== undefined ||
    Object.values(files).some((changes) => changes.length > 0) ||
    Object.values(overrides).some((v) => v !== undefined)
  const yes = { actor, digests: request.acknowledged ?? [] }
  if (!rewritten) {
    if (request.enabled && !before.enabled) await checkEnabling(deps, before, yes)
    return enabled
  }
  const outcome = ingestPackage(
    {
      files: await packageOf(deps, actor, { before, content, changes: files }),
      scope: before.scope,
      origin: editedOrigin(before.origin),
      author: actor.principal.userId,
      overrides,
      reason: request.reason,
      folderName: before.slug,
    },
    deps.sha256,
  )
  const arrival = await checkPackage(deps, { arrival: requireIngested(outcome), before, yes })
  // Scripts depend on slugs: the slug changes only when the file declares one explicitly.
  const slugChanges =
    overrides.slug !== undefined ||
    (content !== undefined && arrival.facts.frontmatter.slug === arrival.slug)
  return { ...enabled, arrival, ...(slugChanges ? { slug: arrival.slug } : {}) }
}

/** An agent's skill stays agent-made, but agents may no longer change it without a person. */
export function editedOrigin(origin: SkillOrigin): SkillOrigin {
  return origin.provenance === 'agent' ? { ...origin, provenance: 'agent-edited' } : origin
}

async function packageOf(
  deps: JudgingDeps,
  actor: CatalogActor,
  {
    before,
    content,
    changes,
  }: { before: Skill; content: string | undefined; changes: FileChanges },
): Promise<readonly PackageFile[]> {
  const { skills } = deps.store
  const viewer = actor.principal.userId
  const kept = await filesExceptSkillMd(skills, viewer, before)
  const beside = changeFiles(kept, changes)
  const executable = hasExecutableSkillMd(before)
  const current = await skills.content(viewer, before.id, before.head.digest)
  if (!current) throw skillNotFound(before.id)
  const source = content === undefined ? current.source : withFrontmatter(content, current.source)
  return [...beside, { ...skillMdFile(source), executable }]
}

/** Who sends only the body does not mean to take the skill's description away, without which no agent finds it. */
function withFrontmatter(content: string, current: string): string {
  const [sent, stored] = [loadSkillMd(content), loadSkillMd(current)]
  if (!sent.ok || sent.document.hasFrontmatter) return content
  if (!stored.ok || !stored.document.hasFrontmatter) return content
  return editSkillMd(current, { body: sent.document.body })
}
