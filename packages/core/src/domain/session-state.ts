import type { RevisionDigest, SkillId, SourceId } from '../base/ids.ts'
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
  /** The list of allowed tools as written; absent when the skill restricts nothing. */
  readonly allowedTools?: readonly string[]
  /** It was fetched from a registry for this conversation alone, and is no skill of the library. */
  readonly fetchedFrom?: RegistryPlace
}

/** Where in a registry a skill is. */
export interface RegistryPlace {
  /** The source that is the registry. */
  readonly sourceId: SourceId
  /** The name of that source. */
  readonly registry: string
  /** What the registry calls the skill. */
  readonly id: string
  readonly url: string | null
}

/**
 * Why a skill is no longer available to the person of a conversation. `revoked`: the pinned text must not be used. `deleted`:
 * the person sees no such skill any more, whatever the cause, so that this tells nothing of skills of others.
 */
export type WithdrawalReason = 'revoked' | 'deleted' | 'archived' | 'disabled'

/** The skills of a conversation. Plain data: it is stored as JSON. */
export interface SessionState {
  /** In order of activation, which is the order of the blocks in the prompt. */
  readonly active: readonly ActiveSkill[]
  /**
   * The skills whose bodies were shed from the prompt to keep within the body budget. Absent where the
   * cap applies instead.
   */
  readonly shed?: readonly SkillId[] | undefined
}

export const emptySession: SessionState = { active: [] }
