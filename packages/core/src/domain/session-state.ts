import type { RevisionDigest, SkillId } from '../base/ids.ts'
import type { SourceType } from './skill.ts'

/** A skill whose text is in this conversation's context, pinned to the revision that was activated. */
export interface ActiveSkill {
  readonly skillId: SkillId
  readonly digest: RevisionDigest
  readonly slug: string
  readonly name: string
  /** Code points charged to the budget. */
  readonly contentLength: number
  readonly sourceType: SourceType
}

/** Everything a conversation remembers about skills. Plain data: it is stored as JSON. */
export interface SessionState {
  /** In order of activation, which is the order of the blocks in the prompt. */
  readonly active: readonly ActiveSkill[]
  /**
   * Where bodies are kept within a budget by shedding (E5): the skills whose bodies are not in the prompt.
   * Absent where the cap (A4) holds instead.
   */
  readonly shed?: readonly SkillId[] | undefined
}

export const emptySession: SessionState = { active: [] }
