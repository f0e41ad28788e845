import type { PendingRevisionId, RevisionDigest, UserId } from '../../base/ids.ts'
import type { PendingRevisionWithFiles } from '../../domain/pending-revision.ts'
import type { Revision, Skill } from '../../domain/skill.ts'
import { subjectOfSkill } from '../../domain/suppression.ts'
import type { TrustReport } from '../../domain/trust.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import { judgedNow } from '../checks/judge-findings.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { requireIngested } from '../skills/create-skill.ts'
import { newPendingRevision } from './new-pending-revision.ts'
import { findUpdateBase } from './update-base.ts'

/** Earlier revisions that are looked at. */
const maxRevisions = 20

/**
 * Holds the last good revision of each skill of the organisation whose content was revoked as an update of it: neither
 * revoked nor blocked by the scan of today. A skill without one gets none. `person`: who revoked it; null for an advisory list.
 */
export async function suggestPreviousRevision(
  deps: JudgingDeps,
  person: UserId | null,
  skills: readonly Skill[],
): Promise<void> {
  const revocations = await deps.store.reviews.revocations()
  const revoked = new Set(revocations.map(({ digest }) => digest))
  for (const skill of skills) {
    if (skill.scope.kind !== 'org') continue
    const offer = await offerOf(deps, person ?? skill.createdBy, { skill, revoked })
    if (offer) await deps.store.reviews.hold([offer])
  }
}

interface Offering {
  readonly skill: Skill
  readonly revoked: ReadonlySet<RevisionDigest>
}

async function offerOf(
  deps: JudgingDeps,
  userId: UserId,
  { skill, revoked }: Offering,
): Promise<PendingRevisionWithFiles | null> {
  const revisions = await deps.store.skills.revisions(userId, skill.id)
  const earlier = revisions
    .filter(({ digest }) => digest !== skill.head.digest && !revoked.has(digest))
    .toSorted((one, other) => other.number - one.number)
  for (const revision of earlier.slice(0, maxRevisions)) {
    const offer = await offerOfRevision(deps, userId, { skill, revision })
    if (offer.held.verdict !== 'blocked') return offer
  }
  return null
}

async function offerOfRevision(
  deps: JudgingDeps,
  userId: UserId,
  { skill, revision }: { readonly skill: Skill; readonly revision: Revision },
): Promise<PendingRevisionWithFiles> {
  const { store, sha256, ids, clock } = deps
  const files = await filesOfRevision(store.skills, userId, { id: skill.id, revision })
  const { slug, scope, origin } = skill
  const outcome = ingestPackage(
    { ...{ files, folderName: slug, scope, origin, author: userId }, overrides: { slug } },
    sha256,
  )
  return newPendingRevision({
    id: ids.next('arr') as PendingRevisionId,
    arrival: requireIngested(outcome),
    trust: await judgedNow(
      deps.judge,
      await trustOf(deps, revision, files),
      await store.reviews.suppressions(subjectOfSkill(skill.id)),
    ),
    base: await findUpdateBase(store, userId, skill),
    ...{ isDetached: false, sourceId: null, entryId: slug },
    ...{ sourceVersion: `revision ${revision.number}`, now: clock.now() },
    diagnostics: [previousOffered(revision)],
  })
}

/** Where it came from its licence may have been named by files above its folder. */
async function trustOf(
  { store, judge }: JudgingDeps,
  { digest }: Revision,
  files: Parameters<JudgingDeps['judge']['judge']>[0]['files'],
): Promise<TrustReport> {
  return (
    (await store.reviews.trustOf([digest], await judge.ruleset())).get(digest) ??
    judge.judge({ files })
  )
}

function previousOffered({ number }: Revision) {
  return {
    ...{ code: 'arrival.previous-revision', severity: 'warning' as const, line: 1, column: 1 },
    message: `The content that is here was revoked. This is revision ${number}, the last good one before it.`,
    fix: 'Approve it to use the skill again as it was, or wait for its source.',
  }
}
