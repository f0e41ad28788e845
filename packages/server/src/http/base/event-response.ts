import type { ConversationId } from '@repertoire/core/base'
import { missingPermission, type Permission } from '@repertoire/core/domain'
import type { Context } from 'hono'
import { type Caller, callerNow, invalidCredential } from '../../identity/auth/authenticate.ts'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'
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

/** What of a request tells who sent it. */
export interface SentBy {
  readonly headers: Headers
  readonly external: ExternalRequest
}

interface WatchedRequest {
  readonly caller: Caller
  readonly context: Context<HttpEnvironment>
  /** Where other credentials than keys and logins count. */
  readonly findNow?: (sent: SentBy) => Promise<Caller | null>
}

/** Ends a stream soon after its credential has ended, or lacks the permission. */
export function watchCredential(
  app: Application,
  request: WatchedRequest,
  permission: Permission,
): (end: () => void) => () => void {
  const { caller, context } = request
  const { credential, principal } = caller
  const sent = context.req.header('authorization')
  const id = credential.kind === 'session' ? credential.tokenHash : app.sha256(sent ?? '')
  const subject = `${credential.kind} ${id} ${permission}`
  const isValid = credentialCheck(app, request, permission)
  return (end) => app.credentialWatch.watch({ tenantId: principal.tenantId, subject, isValid, end })
}

/** Finds out whether whoever sent the request may still have the answer. */
function credentialCheck(
  app: Application,
  { caller, context, findNow = (sent) => callerNow(app, sent) }: WatchedRequest,
  permission: Permission,
): () => Promise<boolean> {
  // The request itself is not there any more when a stream is checked.
  const headers = new Headers(context.req.raw.headers)
  const external = context.get('external')
  return async () => {
    const now = await findNow({ headers, external })
    if (now?.principal.userId !== caller.principal.userId) return false
    return missingPermission(now.principal, permission) === undefined
  }
}

/** Throws ProblemError `auth.invalid` for an answer that was waited for when the credential has ended meanwhile. */
export async function requireCredential(
  app: Application,
  request: WatchedRequest,
  permission: Permission,
): Promise<void> {
  if (await credentialCheck(app, request, permission)()) return
  throw invalidCredential('The API key or login has ended since the request was sent.')
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
