import type { PendingRevisionId } from '../../base/ids.ts'
import type { PendingRevisionWithFiles } from '../../domain/pending-revision.ts'
import type { RevisionProposal } from '../../domain/revision-proposal.ts'
import type { NewContent, Skill } from '../../domain/skill.ts'
import { subjectOfSkill } from '../../domain/suppression.ts'
import type { ReviewStore } from '../../ports/reviews.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { filesOfImport } from '../checks/check-package.ts'
import { judgedNow } from '../checks/judge-findings.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { newPendingRevision } from '../review/new-pending-revision.ts'
import { noPermissions } from '../review/requested-permissions.ts'
import { findUpdateBase } from '../review/update-base.ts'

export interface NewProposal {
  readonly id: PendingRevisionId
  /** The complete package. */
  readonly arrival: NewContent
  /** The skill that it changes or moves; null for a new one. */
  readonly target: Skill | null
  readonly proposal: RevisionProposal
}

interface Services extends Pick<JudgingDeps, 'judge' | 'clock'> {
  readonly store: {
    readonly skills: Pick<SkillStore, 'file'>
    readonly reviews: Pick<ReviewStore, 'suppressions' | 'list' | 'trustOf'>
  }
}

/** A proposal as it waits, with what the scan says of it. */
export async function newProposal(
  { store, judge, clock }: Services,
  { id, arrival, target, proposal }: NewProposal,
): Promise<PendingRevisionWithFiles> {
  const [raw, suppressions, base] = await Promise.all([
    judge.judge({ files: filesOfImport(arrival) }),
    target ? store.reviews.suppressions(subjectOfSkill(target.id)) : [],
    target ? findUpdateBase(store, proposal.person, target) : null,
  ])
  const trust = await judgedNow(judge, raw, suppressions)
  const isMoved = proposal.scope === 'org' && target?.scope.kind === 'user'
  // The organisation has nothing to compare with what a person's own skill asks for.
  const compared =
    base && isMoved ? { ...base, permissions: noPermissions, licence: undefined } : base
  return newPendingRevision({
    ...{ id, arrival, trust, base: compared, proposal, isDetached: false, diagnostics: [] },
    ...{ sourceId: null, entryId: '', sourceVersion: '', now: clock.now() },
  })
}
