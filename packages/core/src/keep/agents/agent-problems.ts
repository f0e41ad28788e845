import { type Problem, type ProblemError, problemError } from '../../base/errors.ts'
import type { AgentId, SkillId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'

/** Problems of the store, with the same text in every implementation. */
export function agentNotFound(id: AgentId): ProblemError {
  return problemError('agent.not-found', 'not-found', 'There is no such agent.', { id })
}

export function agentExists(id: AgentId): ProblemError {
  return problemError('agent.exists', 'conflict', 'An agent with this id already exists.', { id })
}

export function agentStale(
  { id, version }: { readonly id: AgentId; readonly version: number },
  expectedVersion: number,
): ProblemError {
  const message = 'The agent was changed in the meantime. Read it again, then repeat the change.'
  return problemError('agent.stale', 'stale', message, {
    ...{ id, expected_version: expectedVersion, current_version: version },
  })
}

/** The agent of a conversation is fixed, so its conversations end with it. */
export function agentDeleted(id: AgentId): Problem {
  return {
    code: 'agent.not-found',
    kind: 'not-found',
    message: 'The agent of this conversation was deleted.',
    hint: 'Start a new conversation with another agent or without one.',
    details: { id },
  }
}

export function modelUnavailable(modelId: string): Problem {
  return {
    code: 'agent.model-unavailable',
    kind: 'unavailable',
    message: `The agent is set to use the model ${JSON.stringify(modelId)}, which this server no longer offers.`,
    hint: 'An owner or admin can select another model for the agent.',
    details: { model_id: modelId },
  }
}

export function invalidAgent(field: string, message: string, details?: JsonObject): ProblemError {
  return problemError('agent.invalid', 'invalid', message, { field, ...details })
}

/** Attached skills are the same for all users of the agent, so they must belong to the organisation. */
export function skillNotAllowedForAgent(ids: readonly SkillId[], why: string): ProblemError {
  const message = `${ids.length === 1 ? 'A skill' : 'Some skills'} cannot be attached: ${why}`
  return problemError('agent.skill-not-attachable', 'invalid', message, {
    field: 'skill_ids',
    skill_ids: [...ids],
  })
}
