import type { RevisionDigest, SkillId } from '../base/ids.ts'
import type { SourceType } from './skill.ts'

/** A skill in this conversation's context, pinned to the revision that was activated. */
export interface ActiveSkill {
  readonly skillId: SkillId
  readonly digest: RevisionDigest
  readonly slug: string
  readonly name: string
  /** Code points that count against the budget. */
  readonly contentLength: number
  readonly sourceType: SourceType
  /** The list of allowed tools as written (D7); absent when the skill restricts nothing. */
  readonly allowedTools?: readonly string[]
}

/** The skills of a conversation. Plain data: it is stored as JSON. */
export interface SessionState {
  /** In order of activation, which is the order of the blocks in the prompt. */
  readonly active: readonly ActiveSkill[]
  /**
   * The skills whose bodies were shed from the prompt to keep within the body budget (E5). Absent where the
   * cap (A4) applies instead.
   */
  readonly shed?: readonly SkillId[] | undefined
}

export const emptySession: SessionState = { active: [] }
