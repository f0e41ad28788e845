import type { ConversationEvent } from '../../domain/events.ts'
import type { ActiveSkill, SessionState } from '../../domain/session-state.ts'
import { shedBodies } from './shed-bodies.ts'
import {
  type BudgetSettings,
  budgetUsed,
  isShed,
  skillsState,
  skillsStateChanged,
  toUsedSkill,
} from './skills-state.ts'

/**
 * A session with its bodies within the budget, and the events of the change; no events when nothing
 * changed.
 */
export interface BodiesInBudget {
  readonly session: SessionState
  readonly events: readonly ConversationEvent[]
}

/**
 * Chooses the bodies in the prompt of a turn: the lowest priority is shed first. `priorityOf` reads
 * the pinned revision. Pure: the same skills and budget keep the same bodies, whatever was shed before.
 */
export function fitBodies(
  session: SessionState,
  priorityOf: (skill: ActiveSkill) => number,
  settings: BudgetSettings,
): BodiesInBudget {
  const bodies = session.active.map((skill) => ({
    ...{ skill, slug: skill.slug, contentLength: skill.contentLength },
    priority: priorityOf(skill),
  }))
  const { shed } = shedBodies(bodies, settings.skillBodyBudgetChars)
  return change(session, { ...session, shed: shed.map(({ skill }) => skill.skillId) }, settings)
}

/** Restores all bodies for an agent under the cap, which sheds nothing. Pure. */
export function restoreBodies(session: SessionState, settings: BudgetSettings): BodiesInBudget {
  if (!session.shed) return { session, events: [] }
  const { shed: _, ...rest } = session
  return change(session, rest, settings)
}

function change(
  before: SessionState,
  after: SessionState,
  settings: BudgetSettings,
): BodiesInBudget {
  const { active } = after
  const shed = active.filter(({ skillId }) => isShed(after, skillId) && !isShed(before, skillId))
  const restored = active.filter(
    ({ skillId }) => !isShed(after, skillId) && isShed(before, skillId),
  )
  const sameBudget = (before.shed === undefined) === (after.shed === undefined)
  if (shed.length + restored.length === 0 && sameBudget) return { session: before, events: [] }
  const { budgetMaxChars: budgetChars } = skillsState(after, settings)
  const numbers = { budgetChars, usedChars: budgetUsed(after) }
  const events: readonly ConversationEvent[] = [
    ...(shed.length > 0
      ? [{ type: 'skill-bodies-shed' as const, skills: shed.map(toUsedSkill), ...numbers }]
      : []),
    ...(restored.length > 0
      ? [{ type: 'skill-bodies-restored' as const, skills: restored.map(toUsedSkill), ...numbers }]
      : []),
    skillsStateChanged(after, settings),
  ]
  return { session: after, events: active.length === 0 ? [] : events }
}
