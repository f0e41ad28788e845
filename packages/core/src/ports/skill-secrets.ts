import type { SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { SkillScope } from '../domain/skill.ts'

/** A secret of a skill, without its value. */
export interface SkillSecret {
  readonly name: string
  readonly updatedAt: Timestamp
  readonly updatedBy: UserId
}

/** Secrets of skills. Values are stored only encrypted. */
export interface SkillSecretStore {
  /** By name. */
  list(skillId: SkillId): Promise<readonly SkillSecret[]>
  /** The names of all secrets, by skill, then name; for conditions of skills. */
  names(): Promise<readonly { readonly skillId: SkillId; readonly name: string }[]>
  /** By name. */
  encrypted(
    skillId: SkillId,
  ): Promise<readonly { readonly name: string; readonly encrypted: string }[]>
  /**
   * `scope` is the scope that the permission was checked for. Throws ProblemError `skill.not-found`, also when the
   * skill has another scope by now.
   */
  put(
    skillId: SkillId,
    secret: SkillSecret & { readonly encrypted: string },
    scope: SkillScope,
  ): Promise<void>
  remove(skillId: SkillId, name: string): Promise<boolean>
}
