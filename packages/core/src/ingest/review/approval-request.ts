import type { PendingRevisionId, RevisionDigest } from '../../base/ids.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import type { Skill, SkillScopeKind } from '../../domain/skill.ts'

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
  readonly conflictingSkill: Skill | null
}
