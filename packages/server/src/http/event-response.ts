import { type ConversationId, missingPermission, type TraceId } from '@repertoire/core'
import type { Context } from 'hono'
import { type AuthenticateDeps, authenticate, type Caller } from '../auth/authenticate.ts'
import type { FeedKey } from '../sse/event-feed.ts'
import type { Application } from './application.ts'
import type { HttpEnvironment } from './environment.ts'

/** Whether the client asked for Server-Sent Events. */
export function wantsEventStream(request: Request): boolean {
  return /(?:^|,) *text\/event-stream/i.test(request.headers.get('accept') ?? '')
}

export function feedKey(caller: Caller, conversationId: ConversationId): FeedKey {
  const { tenantId, userId } = caller.principal
  return { tenantId, viewer: userId, conversationId }
}

/** Checks again whether the credential of a long-lived request is still valid. */
export function isStillAuthorized(
  app: Application,
  context: Context<HttpEnvironment>,
): () => Promise<boolean> {
  const headers = new Headers(context.req.raw.headers)
  const credentials = { headers, external: context.get('external'), traceId: '' as TraceId }
  // Nobody tries a key here: it was valid when the stream began.
  const deps: AuthenticateDeps = {
    ...app,
    accessAudit: { signInRefused: async () => {} },
    failedKeys: { find: ({ key }, find) => find(key) },
  }
  return async () => {
    const { principal } = await authenticate(deps, credentials)
    return missingPermission(principal, 'conversations.use') === undefined
  }
}

export function streamResponse(stream: ReadableStream<Uint8Array>): Response {
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      // Asks nginx not to buffer the stream.
      'x-accel-buffering': 'no',
    },
  })
}
