import type { ToolRestriction } from './events.ts'

/**
 * What a skill's list of allowed tools means. `restrict` (document D): no other tool may be called. `preapprove`
 * (agentskills.io): the listed tools need no further confirmation, and no other tool is refused.
 */
export const allowedToolsMeanings = ['restrict', 'preapprove'] as const
export type AllowedToolsMeaning = (typeof allowedToolsMeanings)[number]

export interface AllowedToolsSettings {
  readonly allowedToolsMeaning: AllowedToolsMeaning
  /** By skill id, where an admin has decided otherwise for one skill. */
  readonly allowedToolsMeaningOfSkills: Readonly<Record<string, AllowedToolsMeaning>>
}

/** What the list of this skill means now. Pure. */
export function meaningOfAllowedTools(
  { allowedToolsMeaning, allowedToolsMeaningOfSkills: ofSkills }: AllowedToolsSettings,
  skillId: string,
): AllowedToolsMeaning {
  return (Object.hasOwn(ofSkills, skillId) && ofSkills[skillId]) || allowedToolsMeaning
}

/**
 * The lists that hold a turn back. A list that only pre-approves refuses nothing by itself; beside one that restricts
 * its tools stay callable, as under every union of lists. Pure.
 */
export function restrictingLists(
  settings: AllowedToolsSettings,
  lists: readonly ToolRestriction[],
): readonly ToolRestriction[] {
  const restricts = ({ skill }: ToolRestriction) =>
    meaningOfAllowedTools(settings, skill.skillId) === 'restrict'
  return lists.some(restricts) ? lists : []
}
