import type { RevisionDigest, SkillId, Timestamp } from '../../base/ids.ts'
import type { CheckedContent, Skill } from '../../domain/skill.ts'
import { planSave, planUpdate, type SkillWrite } from '../../keep/skills/skill-write.ts'

export interface ImportApprovalRequest {
  readonly arrival: CheckedContent
  /** The skill that it updates; null for a new one, and where that one was deleted. */
  readonly target: Skill | null
  /** The skill that has the arrival's slug in its scope. */
  readonly slugHolder: Skill | null
  /** The head that the decision was made against; null for a new skill. */
  readonly expectedHead: RevisionDigest | null
  readonly enable: boolean | undefined
  readonly now: Timestamp
  readonly newId: () => SkillId
}

export type ImportApproval =
  | { readonly status: 'stale'; readonly skill: Skill | null }
  /** `write` is null when the skill is already so. */
  | { readonly status: 'approved'; readonly skill: Skill; readonly write: SkillWrite | null }

/** Plans the write of an approved arrival; shared by every store. */
export function planApproval(request: ImportApprovalRequest): ImportApproval {
  const { arrival, target, slugHolder, expectedHead, enable, now, newId } = request
  if ((target?.head.digest ?? null) !== expectedHead) return { status: 'stale', skill: target }
  if (!target) {
    if (slugHolder) return { status: 'stale', skill: slugHolder }
    const arrivals = [{ ...arrival, enabled: enable ?? false }]
    const [write] = planSave({ arrivals, mode: 'create', existing: [], now, newId }).writes
    if (!write) throw new Error('a new skill was planned without a write')
    return { status: 'approved', skill: write.after, write }
  }
  const change = { arrival, ...(enable !== undefined && { enabled: enable }) }
  const before = target
  const write = planUpdate({ before, change, expectedVersion: undefined, slugHolder: null, now })
  return { status: 'approved', skill: write.after, write: write.after === before ? null : write }
}
