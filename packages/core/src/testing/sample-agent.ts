import type { AgentId, UserId } from '../base/ids.ts'
import type { Agent } from '../domain/agent.ts'

/** An agent with the packages toolset and without attached skills. */
export function sampleAgent(change: Partial<Agent> = {}): Agent {
  return {
    id: 'agt_1' as AgentId,
    name: 'Reviewer',
    instruction: '',
    modelId: null,
    toolsets: ['packages'],
    skillIds: [],
    createdBy: 'usr_1' as UserId,
    createdAt: 0,
    updatedAt: 0,
    version: 1,
    ...change,
  }
}
