import type { SkillsStateBody } from '@repertoire/protocol'

/**
 * What the active skills take, as the log said last, of the limit as it was read last: a changed limit is no event
 * of a conversation.
 */
export function skillsNow(
  logged: SkillsStateBody | null,
  read: SkillsStateBody | undefined,
): SkillsStateBody | undefined {
  if (logged === null || read === undefined) return logged ?? read
  return { ...logged, budget_max_chars: read.budget_max_chars }
}
