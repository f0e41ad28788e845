import type { Conversation } from '../../domain/conversation.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { ConversationStore } from '../../ports/conversations.ts'

const pageSize = 500

type Head = Pick<Conversation, 'id' | 'userId' | 'headSeq'>

/**
 * The log up to the head of `conversation`. Later events are left out: they belong to a newer state than
 * the session at hand.
 */
export async function readLog(
  conversations: Pick<ConversationStore, 'events'>,
  conversation: Head,
): Promise<LoggedEvent[]> {
  return readEvents(conversations, conversation, 0)
}

/** The part of the log that follows the event `after`, up to the head. */
export async function readEvents(
  conversations: Pick<ConversationStore, 'events'>,
  { id, userId, headSeq }: Head,
  after: number,
): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = []
  while (after + events.length < headSeq) {
    const at = after + events.length
    const limit = Math.min(pageSize, headSeq - at)
    const page = await conversations.events(userId, id, { after: at, limit })
    if (page.length === 0) break
    events.push(...page)
  }
  return events
}
