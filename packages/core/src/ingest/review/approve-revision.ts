import { ProblemError } from '../../base/errors.ts'
import type { PendingRevisionId, RevisionDigest } from '../../base/ids.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import type { Skill, SkillScopeKind } from '../../domain/skill.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { approveImport } from './approve-import.ts'
import { approveProposal } from './approve-proposal.ts'
import { revisionChanged, revisionDecided } from './review-problems.ts'
import { visibleRevision } from './visible-revision.ts'

export interface ApproveRevisionRequest {
  readonly id: PendingRevisionId
  /** What the reviewer read. */
  readonly digest: RevisionDigest
  /**
   * Whether agents may use it from now on; undefined leaves an update's skill as it is, a new import off, and a new skill
   * that was proposed on.
   */
  readonly enable: boolean | undefined
  /** Of an import: replace what was edited here. */
  readonly overwriteEdits: boolean
  /** Why; needed where a part of an import could not be scanned. */
  readonly note: string
  /** Of a new skill that was proposed; default: the person's own. Everything else keeps its scope. */
  readonly scope?: SkillScopeKind | undefined
  /** Digests whose findings the reviewer saw; default: the digest that was read. */
  readonly acknowledged?: readonly RevisionDigest[] | undefined
}

export interface ApprovedRevision {
  readonly held: PendingRevision
  readonly skill: Skill
  /** The skill that has the slug it came with, so that it got another one; null when it kept its own. */
  readonly keptBeside: Skill | null
}

/**
 * Makes a skill, or a revision, of what waits and a person has read: exactly the bytes of the digest, through the pipeline
 * of every way in. Of concurrent decisions the first wins. Throws ProblemError `arrival.not-found`, `arrival.changed`,
 * `arrival.decided`, `proposal.decided`, and those of {@link approveImport} and {@link approveProposal}.
 */
export async function approveRevision(
  deps: JudgingDeps,
  actor: CatalogActor,
  request: ApproveRevisionRequest,
): Promise<ApprovedRevision> {
  const held = await visibleRevision(deps.store.reviews, actor.principal, request.id)
  if (held.state !== 'held') throw new ProblemError(revisionDecided(held))
  if (held.digest !== request.digest) throw new ProblemError(revisionChanged(held))
  const { proposal } = held
  return proposal
    ? approveProposal(deps, actor, { held, proposal, request })
    : approveImport(deps, actor, { held, request })
}
