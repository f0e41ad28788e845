import type { Conversation } from '@repertoire/core/domain'
import { explainBusy, type StartedRun } from '@repertoire/core/use'
import { conversationRoutes } from '@repertoire/protocol'
import type { Context } from 'hono'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import {
  acceptsEventStream,
  feedKey,
  requireCredential,
  streamResponse,
  watchCredential,
} from '../base/event-response.ts'
import { eventStream } from '../sse/event-stream.ts'
import { describeTurn, isPause } from '../turn/turn.ts'
import { titleFrom } from './conversation-title.ts'
import { ownConversation } from './conversations.ts'

/** Sends a message in one of three ways: wait for the turn, stream its events, or return at once. */
export function bindMessages(bind: BindRoute, app: Application): void {
  bind(conversationRoutes.send, async (call) => {
    const { params, body, caller, request } = call
    const conversation = await ownConversation(app, caller, params.id)
    const turnOf = { principal: caller.principal, conversationId: conversation.id }
    const started = await explainBusy(catalogOf(app, caller).store, turnOf, () =>
      app.engine.startRun({
        ...turnOf,
        text: body.text,
        traceId: call.traceId,
        parentSpanId: call.context.get('parentSpanId'),
      }),
    )
    await nameConversation(app, caller, { conversation, text: body.text })
    if (acceptsEventStream(request)) {
      return streamResponse(turnStream(app, call, { started, conversation }))
    }
    const turn = { started, conversationId: conversation.id, after: conversation.headSeq }
    if (prefersAsync(request)) {
      return { status: 202, body: await describeTurn(app, caller, turn) }
    }
    const { signal } = request
    await app.engine
      .waitForRun({ principal: caller.principal, runId: started.runId, signal })
      .catch(ignoreIfAborted(signal))
    await requireCredential(app, call, 'conversations.use')
    return { body: await describeTurn(app, caller, turn) }
  })
}

/** A client that stops waiting is no failure. Its run continues. */
function ignoreIfAborted(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!signal.aborted) throw error
  }
}

function prefersAsync(request: Request): boolean {
  return /(?:^|[,;]) *respond-async *(?:$|[,;])/i.test(request.headers.get('prefer') ?? '')
}

function turnStream(
  app: Application,
  { caller, context }: { readonly caller: Caller; readonly context: Context<HttpEnvironment> },
  { started, conversation }: { started: StartedRun; conversation: Conversation },
): ReadableStream<Uint8Array> {
  return eventStream({
    feed: app.feed,
    key: feedKey(caller, conversation.id),
    after: conversation.headSeq,
    includes: (logged) => logged.runId === started.runId,
    endsAfter: (logged) => isPause(logged, started.runId),
    watchCredential: watchCredential(app, { caller, context }, 'conversations.use'),
  })
}

async function nameConversation(
  app: Application,
  caller: Caller,
  { conversation, text }: { conversation: Conversation; text: string },
): Promise<void> {
  if (conversation.title !== '') return
  const { conversations } = catalogOf(app, caller).store
  await conversations.rename(caller.principal.userId, conversation.id, titleFrom(text))
}
