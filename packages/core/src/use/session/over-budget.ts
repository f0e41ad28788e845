import type { ActiveSkill, SessionState } from '../../domain/session-state.ts'
import { type BudgetSettings, budgetUsed } from './skills-state.ts'

/**
 * The skills that leave a session whose active skills exceed the budget, because an administrator lowered it: the lowest
 * priority first, among equals the one activated last. One that fits beside those that stay does not leave. Pure.
 */
export function skillsOverBudget(
  session: SessionState,
  priorityOf: (skill: ActiveSkill) => number,
  { skillsMaxPromptChars }: Pick<BudgetSettings, 'skillsMaxPromptChars'>,
): readonly ActiveSkill[] {
  let excess = budgetUsed(session) - skillsMaxPromptChars
  const leaving: ActiveSkill[] = []
  const lastFirst = session.active
    .map((skill, at) => ({ skill, at, priority: priorityOf(skill) }))
    .sort((a, b) => b.priority - a.priority || b.at - a.at)
  for (const { skill } of lastFirst) {
    if (excess <= 0) break
    if (skill.contentLength === 0) continue
    leaving.push(skill)
    excess -= skill.contentLength
  }
  let room = -excess
  const fitting = new Set<ActiveSkill>()
  for (const skill of leaving.toReversed()) {
    if (skill.contentLength > room) continue
    fitting.add(skill)
    room -= skill.contentLength
  }
  return leaving.filter((skill) => !fitting.has(skill))
}
