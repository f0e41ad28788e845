import type { RevisionDigest } from '../../base/ids.ts'
import type { PendingRevisionHead } from '../../domain/pending-revision.ts'
import type { PackageFile, Skill } from '../../domain/skill.ts'
import { subjectOfSkill } from '../../domain/suppression.ts'
import type { RequestedPermissions, Revocation, TrustReport } from '../../domain/trust.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import { judgedNow } from '../checks/judge-findings.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { currentTrust } from './current-trust.ts'
import { readRequestedPermissions } from './requested-permissions.ts'
import { importOfHead } from './upstream-content.ts'

/** What is known of a skill's current content, and how it came to be here. */
export interface SkillTrust {
  readonly digest: RevisionDigest
  readonly report: TrustReport
  readonly permissions: RequestedPermissions
  /** Arrivals that became revisions of it or wait to, the newest first. */
  readonly arrivals: readonly PendingRevisionHead[]
  readonly revocation: Revocation | null
}

/** Judges the head of a skill, unless these rules judged the same bytes before. */
export async function trustOfSkill(deps: JudgingDeps, skill: Skill): Promise<SkillTrust> {
  const { skills, reviews } = deps.store
  const { digest } = skill.head
  const revision = { id: skill.id, revision: skill.head }
  const [files, arrivals, revocations] = await Promise.all([
    filesOfRevision(skills, skill.createdBy, revision),
    reviews.list({ audience: 'imports', skillId: skill.id }, { limit: 50 }),
    reviews.revocations(),
  ])
  // Its licence and its signature were read where it came from.
  const arriving = await importOfHead(deps, skill, arrivals.items)
  const report = arriving
    ? await currentTrust(deps, arriving)
    : await judgedNow(
        deps.judge,
        await reportOf(deps, digest, files),
        await reviews.suppressions(subjectOfSkill(skill.id)),
      )
  const revocation = revocations.find((one) => one.digest === digest) ?? null
  const permissions = readRequestedPermissions(skill.head.frontmatter, files)
  return { digest, report, permissions, arrivals: arrivals.items, revocation }
}

async function reportOf(
  { store, clock, judge }: JudgingDeps,
  digest: RevisionDigest,
  files: readonly PackageFile[],
): Promise<TrustReport> {
  const known = (await store.reviews.trustOf([digest], await judge.ruleset())).get(digest)
  if (known) return known
  const report = await judge.judge({ files })
  await store.reviews.saveTrust(new Map([[digest, report]]), clock.now())
  return report
}
