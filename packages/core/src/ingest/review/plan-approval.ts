import type { RevisionDigest, SkillId, Timestamp } from '../../base/ids.ts'
import type { RevisionProposal } from '../../domain/revision-proposal.ts'
import type { CheckedContent, Skill } from '../../domain/skill.ts'
import { planSave, planUpdate, type SkillWrite } from '../../keep/skills/skill-write.ts'

export interface RevisionApprovalRequest {
  readonly arrival: CheckedContent
  /** The skill that it updates; null for a new one, and where that one was deleted. */
  readonly target: Skill | null
  /** The skill that has the arrival's slug in its scope. */
  readonly slugHolder: Skill | null
  /** The head that the decision was made against; null for a new skill. */
  readonly expectedHead: RevisionDigest | null
  readonly enable: boolean | undefined
  /** Null for an import. */
  readonly proposal: Pick<RevisionProposal, 'scope'> | null
  /** Whether the target has secrets, read in the transaction that writes. */
  readonly hasSecrets: boolean
  readonly now: Timestamp
  readonly newId: () => SkillId
}

export type RevisionApproval =
  | { readonly status: 'stale'; readonly skill: Skill | null }
  /** An offered skill takes no secret of a person along. */
  | { readonly status: 'has-secrets'; readonly skillId: SkillId }
  /** `write` is null when the skill is already so. */
  | { readonly status: 'approved'; readonly skill: Skill; readonly write: SkillWrite | null }

/** Plans the write of an approved revision; shared by every store. */
export function planApproval(request: RevisionApprovalRequest): RevisionApproval {
  const { arrival, target, slugHolder, expectedHead, enable, proposal, now } = request
  if (proposal?.scope === 'org' && target?.scope.kind === 'user') return planMove(request, target)
  const known = target ?? (expectedHead === null ? slugHolder : null)
  if (proposal && known?.head.digest === arrival.facts.digest) {
    return { status: 'approved', skill: known, write: null }
  }
  if ((target?.head.digest ?? null) !== expectedHead) return { status: 'stale', skill: target }
  if (!target) {
    return slugHolder ? { status: 'stale', skill: slugHolder } : planCreate(request)
  }
  const change = { arrival, ...(enable !== undefined && { enabled: enable }) }
  const before = target
  const write = planUpdate({ before, change, expectedVersion: undefined, slugHolder: null, now })
  return { status: 'approved', skill: write.after, write: write.after === before ? null : write }
}

function planCreate({ arrival, enable, now, newId }: RevisionApprovalRequest): RevisionApproval {
  const arrivals = [{ ...arrival, enabled: enable ?? false }]
  const [write] = planSave({ arrivals, mode: 'create', existing: [], now, newId }).writes
  if (!write) throw new Error('a new skill was planned without a write')
  return { status: 'approved', skill: write.after, write }
}

/** A personal skill becomes the organisation's, with its revisions; only the offered revision is moved. */
function planMove(
  { arrival, slugHolder, expectedHead, hasSecrets, now }: RevisionApprovalRequest,
  before: Skill,
): RevisionApproval {
  const { digest } = before.head
  if (digest !== expectedHead || digest !== arrival.facts.digest || slugHolder) {
    return { status: 'stale', skill: slugHolder ?? before }
  }
  if (hasSecrets) return { status: 'has-secrets', skillId: before.id }
  const after: Skill = {
    ...before,
    scope: { kind: 'org' },
    slug: arrival.slug,
    version: before.version + 1,
    updatedAt: now,
  }
  return { status: 'approved', skill: after, write: { before, after, revisions: [] } }
}
