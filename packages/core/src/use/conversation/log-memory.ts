import type { TenantId } from '../../base/ids.ts'
import type { Conversation } from '../../domain/conversation.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { ConversationStore } from '../../ports/conversations.ts'
import { readEvents } from './read-log.ts'

/** The conversations of a tenant, as its store has them. */
export interface LogSource {
  readonly tenantId: TenantId
  readonly conversations: Pick<ConversationStore, 'events'>
}

/**
 * The logs of the conversations that were read last. A log is only appended to, so what was read before holds, and of a
 * long conversation only what is new is read, whichever process has written it.
 */
export interface LogMemory {
  /** The log up to the head of `conversation`, which the caller has got from the store for its viewer. */
  read(source: LogSource, conversation: Conversation): Promise<LoggedEvent[]>
}

/** Keeps at most this many events, and the newest log whatever its length. */
export function createLogMemory(maxEvents = 20_000): LogMemory {
  const logs = new Map<string, readonly LoggedEvent[]>()
  let kept = 0
  const remember = (key: string, log: readonly LoggedEvent[]) => {
    kept += log.length - (logs.get(key)?.length ?? 0)
    logs.delete(key)
    logs.set(key, log)
    for (const [oldest, events] of logs) {
      if (kept <= maxEvents || oldest === key) break
      logs.delete(oldest)
      kept -= events.length
    }
  }
  return {
    read: async ({ tenantId, conversations }, conversation) => {
      const { id, userId, headSeq, createdAt } = conversation
      // A conversation that was deleted may come again under its id.
      const key = JSON.stringify([tenantId, userId, id, createdAt])
      const known = logs.get(key) ?? []
      const added = await readEvents(conversations, conversation, known.length)
      const log = added.length > 0 ? [...known, ...added] : known
      if (log.length >= (logs.get(key)?.length ?? 0)) remember(key, log)
      return log.slice(0, headSeq)
    },
  }
}
