import { type ConversationId, missingPermission, type Permission } from '@repertoire/core'
import type { Context } from 'hono'
import { type Caller, callerNow } from '../../identity/auth/authenticate.ts'
import type { FeedKey } from '../sse/event-feed.ts'
import type { Application } from './application.ts'
import type { HttpEnvironment } from './environment.ts'

/** Whether the client asked for Server-Sent Events. */
export function acceptsEventStream(request: Request): boolean {
  return /(?:^|,) *text\/event-stream/i.test(request.headers.get('accept') ?? '')
}

export function feedKey(caller: Caller, conversationId: ConversationId): FeedKey {
  const { tenantId, userId } = caller.principal
  return { tenantId, viewer: userId, conversationId }
}

/** Ends a stream soon after its credential has ended, or lacks the permission. */
export function watchCredential(
  app: Application,
  { caller, context }: { readonly caller: Caller; readonly context: Context<HttpEnvironment> },
  permission: Permission,
): (end: () => void) => () => void {
  const { tenantId, userId } = caller.principal
  const { credential } = caller
  const id = credential.kind === 'key' ? credential.keyId : credential.tokenHash
  const headers = new Headers(context.req.raw.headers)
  const external = context.get('external')
  const isValid = async () => {
    const now = await callerNow(app, { headers, external })
    if (now?.principal.userId !== userId) return false
    return missingPermission(now.principal, permission) === undefined
  }
  const subject = `${credential.kind} ${id} ${permission}`
  return (end) => app.credentialWatch.watch({ tenantId, subject, isValid, end })
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
