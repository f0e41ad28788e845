import type { AgentId, ConversationId, Timestamp, UserId } from '../base/ids.ts'
import type { Page, PageRequest } from './pages.ts'

/** The memories of one agent about one person; null for conversations without an agent. */
export interface MemoryKey {
  readonly userId: UserId
  readonly agentId: AgentId | null
}

/** An immutable version of the memories. */
export interface MemoryVersion {
  /** Starts at 1 for each key. */
  readonly number: number
  /** The complete text; empty after it was cleared. */
  readonly text: string
  readonly author: 'agent' | 'user'
  /** The author's reason; may be empty. Untrusted. */
  readonly reason: string
  readonly createdAt: Timestamp
  /** The conversation of the agent's change; null for a person's change. */
  readonly conversationId: ConversationId | null
}

/** A new version and the one it is based on. */
export interface MemoryChange extends Omit<MemoryVersion, 'number'> {
  /** The number of the base version; 0 when there is none. */
  readonly expectedVersion: number
}

/**
 * The memories of agents about people. Every read needs both parts of the key, so that nobody gets
 * another person's memories. They are deleted with the person and with the agent.
 */
export interface MemoryStore {
  /** The newest version; null when there is none. */
  get(key: MemoryKey): Promise<MemoryVersion | null>
  version(key: MemoryKey, number: number): Promise<MemoryVersion | null>
  /** Newest first. */
  history(key: MemoryKey, page: PageRequest): Promise<Page<MemoryVersion>>
  /** The newest version of each agent with memories about the person, by agent; null first. */
  all(userId: UserId): Promise<readonly (MemoryVersion & Pick<MemoryKey, 'agentId'>)[]>
  /**
   * Of concurrent changes based on one version exactly one succeeds. Throws ProblemError `observations.stale`,
   * or `member.not-found` for a person outside the organisation.
   */
  put(key: MemoryKey, change: MemoryChange): Promise<MemoryVersion>
}
