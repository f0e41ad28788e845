import type { JsonObject } from '../../base/json.ts'
import { skillsState } from '../session/skills-state.ts'
import type { ToolFacts } from './tool.ts'

/** The characters that active skills use of the budget, for the model. */
export function budget({ session, settings }: Pick<ToolFacts, 'session' | 'settings'>): JsonObject {
  const state = skillsState(session, settings)
  return {
    budget_used_chars: state.budgetUsedChars,
    budget_max_chars: state.budgetMaxChars,
  }
}
