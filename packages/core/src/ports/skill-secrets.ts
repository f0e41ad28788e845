import type { SkillId, Timestamp, UserId } from '../base/ids.ts'

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
  /** The names of all secrets, by skill, then name; for conditions of skills (E3). */
  names(): Promise<readonly { readonly skillId: SkillId; readonly name: string }[]>
  /** By name. */
  encrypted(
    skillId: SkillId,
  ): Promise<readonly { readonly name: string; readonly encrypted: string }[]>
  /** Throws ProblemError `skill.not-found`. */
  put(skillId: SkillId, secret: SkillSecret & { readonly encrypted: string }): Promise<void>
  remove(skillId: SkillId, name: string): Promise<boolean>
}
