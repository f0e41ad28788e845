import type { AgentBody, MemoriesBody } from '@repertoire/protocol'

/** Who can remember something about the person, or does. */
export interface MemoryAgentId {
  /** Null for conversations without an agent. */
  readonly id: string | null
  readonly name: string
  /** Null while it has noted nothing. */
  readonly kept: MemoriesBody | null
}

/** Conversations without an agent first, then agents that note things or once did, by name. */
export function agentsWithMemory(
  agents: readonly Pick<AgentBody, 'id' | 'name' | 'toolsets'>[],
  kept: readonly MemoriesBody[],
): readonly MemoryAgentId[] {
  const keptOf = (id: string | null) => kept.find(({ agent_id }) => agent_id === id) ?? null
  const able = agents.filter(({ id, toolsets }) => toolsets.includes('observations') || keptOf(id))
  return [
    { id: null, name: 'Conversations without an agent', kept: keptOf(null) },
    ...able.map(({ id, name }) => ({ id, name, kept: keptOf(id) })),
  ]
}
