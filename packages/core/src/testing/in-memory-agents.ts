import type { AgentId } from '../base/ids.ts'
import type { Agent } from '../domain/agent.ts'
import { agentExists, agentNotFound, agentStale } from '../keep/agents/agent-problems.ts'
import type { AgentStore } from '../ports/agents.ts'
import { deleteMemories } from './in-memory-memories.ts'
import { pageByText } from './in-memory-pages.ts'
import { deletePromptContext } from './in-memory-prompt-contexts.ts'
import type { InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryAgents(tenant: InMemoryTenant): AgentStore {
  const { agents } = tenant
  const current = (id: AgentId, expectedVersion: number | undefined): Agent => {
    const agent = agents.get(id)
    if (!agent) throw agentNotFound(id)
    if (expectedVersion !== undefined && expectedVersion !== agent.version) {
      throw agentStale(agent, expectedVersion)
    }
    return agent
  }
  return {
    create: async (agent) => {
      if (agents.has(agent.id)) throw agentExists(agent.id)
      agents.set(agent.id, agent)
    },
    get: async (id) => agents.get(id) ?? null,
    list: async (page) => pageByText(agents.values(), page, ({ name, id }) => [name, id]),
    update: async (id, change, expectedVersion) => {
      const before = current(id, expectedVersion)
      const after = { ...before, ...change, version: before.version + 1 }
      agents.set(id, after)
      return after
    },
    remove: async (id, expectedVersion) => {
      agents.delete(current(id, expectedVersion).id)
      deleteMemories(tenant, { agentId: id })
      deletePromptContext(tenant, { kind: 'agent', agentId: id })
    },
  }
}
