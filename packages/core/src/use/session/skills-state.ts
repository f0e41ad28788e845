import type { SkillId } from '../../base/ids.ts'
import type { ConversationEvent, SkillsState, UsedSkill } from '../../domain/events.ts'
import type { ActiveSkill, SessionState } from '../../domain/session-state.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'

/** Characters of active skill bodies that are in the prompt. */
export function budgetUsed(state: SessionState): number {
  return state.active.reduce(
    (sum, skill) => sum + (isShed(state, skill.skillId) ? 0 : skill.contentLength),
    0,
  )
}

/** Whether the body of an active skill was shed from the prompt. */
export function isShed({ shed = [] }: SessionState, skillId: SkillId): boolean {
  return shed.includes(skillId)
}

/** The two budgets: a cap on active skills, and one that bodies are shed to. */
export type BudgetSettings = Pick<
  OrganisationSettings,
  'skillsMaxPromptChars' | 'skillBodyBudgetChars'
>

/** The event that reports a session to people, traces and the gate. */
export function skillsStateChanged(
  session: SessionState,
  settings: BudgetSettings,
): Extract<ConversationEvent, { type: 'skills-state-changed' }> {
  const restrictions = session.active.flatMap(({ allowedTools, ...pin }) =>
    allowedTools ? [{ skill: toUsedSkill(pin), allowedTools }] : [],
  )
  return {
    type: 'skills-state-changed',
    state: skillsState(session, settings),
    skillIds: session.active.map(({ skillId }) => skillId),
    ...(restrictions.length > 0 && { restrictions }),
  }
}

export function toUsedSkill({ skillId, digest, slug, name }: ActiveSkill): UsedSkill {
  return { skillId, digest, slug, name }
}

/** The state that the skills indicator and `list_enabled_skills` show. */
export function skillsState(state: SessionState, settings: BudgetSettings): SkillsState {
  return {
    enabledSkills: state.active.map(({ skillId, name, slug, contentLength, sourceType }) => ({
      name,
      slug,
      contentLength,
      sourceType,
      ...(isShed(state, skillId) && { bodyShed: true as const }),
    })),
    budgetUsedChars: budgetUsed(state),
    budgetMaxChars: state.shed ? settings.skillBodyBudgetChars : settings.skillsMaxPromptChars,
  }
}
