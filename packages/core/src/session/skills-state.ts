import type { SkillsState } from '../agent/events.ts'
import type { OrganisationSettings } from '../policy/settings.ts'
import type { SessionState } from './session-state.ts'

/** Characters of active skill bodies (A4). */
export function budgetUsed(state: SessionState): number {
  return state.active.reduce((sum, skill) => sum + skill.contentLength, 0)
}

/** What the pill and `list_enabled_skills` show (A3, A6). */
export function skillsState(
  state: SessionState,
  settings: Pick<OrganisationSettings, 'skillsMaxPromptChars'>,
): SkillsState {
  return {
    enabledSkills: state.active.map(({ name, slug, contentLength, sourceType }) => ({
      name,
      slug,
      contentLength,
      sourceType,
    })),
    budgetUsedChars: budgetUsed(state),
    budgetMaxChars: settings.skillsMaxPromptChars,
  }
}
