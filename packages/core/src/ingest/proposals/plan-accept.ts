import type { SkillId, Timestamp } from '../../base/ids.ts'
import type { CheckedContent, Skill } from '../../domain/skill.ts'
import { planSave, planUpdate, type SkillWrite } from '../../keep/skills/skill-write.ts'
import type { Proposal } from '../../ports/proposals.ts'

export interface AcceptRequest {
  readonly proposal: Pick<Proposal, 'skillId' | 'baseDigest' | 'skillScope'>
  readonly arrival: CheckedContent
  /** The current skill to change; for a new skill, the holder of its slug in the scope. */
  readonly target: Skill | null
  /** The skill that has the slug of the arrival in its scope. */
  readonly slugHolder: Skill | null
  /** Whether the current skill has secrets, read in the transaction that writes. */
  readonly hasSecrets: boolean
  readonly now: Timestamp
  readonly newId: () => SkillId
}

export type AcceptedProposal =
  | { readonly status: 'stale' }
  /** An offered skill takes no secret of a person along. */
  | { readonly status: 'has-secrets'; readonly skillId: SkillId }
  /** `write` is null when the skill already equals the proposal. */
  | { readonly status: 'accepted'; readonly skill: Skill; readonly write: SkillWrite | null }

/** Plans the writes of accepting a proposal; shared by every store. */
export function planAccept(request: AcceptRequest): AcceptedProposal {
  const { proposal, arrival, target, now } = request
  if (proposal.skillScope === 'org' && target?.scope.kind === 'user') {
    return planMove(request, target)
  }
  if (target?.head.digest === arrival.facts.digest) {
    return { status: 'accepted', skill: target, write: null }
  }
  if (proposal.skillId !== null) {
    if (!target || target.head.digest !== proposal.baseDigest) return { status: 'stale' }
    const change = { arrival }
    const write = planUpdate({
      before: target,
      change,
      expectedVersion: undefined,
      slugHolder: null,
      now,
    })
    return { status: 'accepted', skill: write.after, write }
  }
  if (target) return { status: 'stale' }
  const { newId } = request
  const { writes } = planSave({ arrivals: [arrival], mode: 'create', existing: [], now, newId })
  const [write] = writes
  if (!write) throw new Error('a new skill was planned without a write')
  return { status: 'accepted', skill: write.after, write }
}

/** A personal skill becomes the organisation's, with its revisions; only the offered revision is moved. */
function planMove(
  { proposal, arrival, slugHolder, hasSecrets, now }: AcceptRequest,
  before: Skill,
): AcceptedProposal {
  const isOffered =
    before.head.digest === proposal.baseDigest && before.head.digest === arrival.facts.digest
  if (!isOffered || slugHolder) return { status: 'stale' }
  if (hasSecrets) return { status: 'has-secrets', skillId: before.id }
  const after: Skill = {
    ...before,
    scope: { kind: 'org' },
    slug: arrival.slug,
    version: before.version + 1,
    updatedAt: now,
  }
  return { status: 'accepted', skill: after, write: { before, after, revisions: [] } }
}
