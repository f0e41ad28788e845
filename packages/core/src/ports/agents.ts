import type { AgentId, Timestamp } from '../base/ids.ts'
import type { Agent, AgentDraft } from '../domain/agent.ts'
import type { Page, PageRequest } from './pages.ts'

/** The changed fields of an agent, and the time. */
export type AgentChange = Partial<AgentDraft> & { readonly updatedAt: Timestamp }

/** The organisation's agents. */
export interface AgentStore {
  /** Throws ProblemError `agent.exists` when the id is taken. */
  create(agent: Agent): Promise<void>
  get(id: AgentId): Promise<Agent | null>
  /** By name, then id. */
  list(page: PageRequest): Promise<Page<Agent>>
  /**
   * Throws ProblemError `agent.not-found`, or `agent.stale` when `expectedVersion` is given and no longer
   * the current one.
   */
  update(id: AgentId, change: AgentChange, expectedVersion?: number): Promise<Agent>
  /** Same errors as update. Its conversations remain; their next turn is refused. */
  remove(id: AgentId, expectedVersion?: number): Promise<void>
}
