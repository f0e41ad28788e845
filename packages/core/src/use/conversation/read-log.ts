import type { Conversation } from '../../domain/conversation.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { ConversationStore } from '../../ports/conversations.ts'

const pageSize = 500

/**
 * The log up to the head of `conversation`. Later events are left out: they belong to a newer state than
 * the session at hand.
 */
export async function readLog(
  conversations: Pick<ConversationStore, 'events'>,
  { id, userId, headSeq }: Pick<Conversation, 'id' | 'userId' | 'headSeq'>,
): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = []
  while (events.length < headSeq) {
    const page = await conversations.events(userId, id, { after: events.length, limit: pageSize })
    if (page.length === 0) break
    events.push(...page)
  }
  return events.slice(0, headSeq)
}
