import type { AgentId, ConversationId, Timestamp, UserId } from '../base/ids.ts'
import type { Page, PageRequest } from './pages.ts'

/** Who remembers, and about whom: one agent, or null for conversations without one, and one person. */
export interface MemoryKey {
  readonly userId: UserId
  readonly agentId: AgentId | null
}

/** One state of what is remembered. It never changes; a change makes the next one. */
export interface MemoryVersion {
  /** Counts from 1 within its key. */
  readonly number: number
  /** All of it; empty when it was cleared. */
  readonly text: string
  readonly author: 'agent' | 'user'
  /** Why, in the author's words; empty when none were given. Untrusted. */
  readonly reason: string
  readonly createdAt: Timestamp
  /** Where an agent noted it; null for a person's own doing. */
  readonly conversationId: ConversationId | null
}

/** A next state, and the one it was decided on. */
export interface MemoryChange extends Omit<MemoryVersion, 'number'> {
  /** Number of the version the change was made from; 0 when there was none. */
  readonly expectedVersion: number
}

/**
 * What agents remember about people (B6). A key is read with both of its halves, so nobody's notes are found
 * under another's name. They go with the person, and with the agent.
 */
export interface MemoryStore {
  /** The newest version; null while nothing was ever remembered. */
  get(key: MemoryKey): Promise<MemoryVersion | null>
  version(key: MemoryKey, number: number): Promise<MemoryVersion | null>
  /** Newest first. */
  history(key: MemoryKey, page: PageRequest): Promise<Page<MemoryVersion>>
  /** The newest version of every agent that remembers something about the person, by agent; null comes first. */
  all(userId: UserId): Promise<readonly (MemoryVersion & Pick<MemoryKey, 'agentId'>)[]>
  /**
   * Of many concurrent changes of one version exactly one counts. Throws ProblemError `observations.stale`,
   * or `member.not-found` for a person who is not of the organisation.
   */
  put(key: MemoryKey, change: MemoryChange): Promise<MemoryVersion>
}
