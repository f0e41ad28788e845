import { conversationRoutes } from '@repertoire/protocol'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import {
  acceptsEventStream,
  feedKey,
  streamResponse,
  watchCredential,
} from '../base/event-response.ts'
import { eventStream } from '../sse/event-stream.ts'
import { readResumeId } from '../sse/resume-id.ts'
import { toWireEvent } from '../wire/event.ts'
import { ownConversation } from './conversations.ts'

/** The log of a conversation: one page, or a replay followed by live events. */
export function bindConversationEvents(bind: BindRoute, app: Application): void {
  bind(conversationRoutes.events, async ({ params, query, caller, request, context }) => {
    const conversation = await ownConversation(app, caller, params.id)
    const header = request.headers.get('last-event-id')
    const after = readResumeId({ header, after: query.after }, conversation.headSeq)
    if (acceptsEventStream(request)) {
      return streamResponse(
        eventStream({
          feed: app.feed,
          key: feedKey(caller, conversation.id),
          after,
          watchCredential: watchCredential(app, { caller, context }, 'conversations.use'),
        }),
      )
    }
    const range = { after, limit: query.limit }
    const { conversations } = catalogOf(app, caller).store
    const events = await conversations.events(caller.principal.userId, conversation.id, range)
    const last = events.at(-1)?.seq ?? after
    const next_after = last < conversation.headSeq ? last : null
    return { body: { events: events.map(toWireEvent), next_after } }
  })
}
