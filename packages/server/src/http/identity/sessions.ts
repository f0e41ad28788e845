import { ProblemError, type UserId } from '@repertoire/core/base'
import { type ConnectedApp, missingPermission } from '@repertoire/core/domain'
import type { OpenSession } from '@repertoire/core/ports'
import { type SessionBody, sessionRoutes } from '@repertoire/protocol'
import type { Context } from 'hono'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { writeSessionCookie } from '../../identity/auth/session-cookie.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { notFound } from '../base/not-found.ts'
import { wireTime, wireTimeOrNull } from '../wire/time.ts'
import { checkOwnerRole, existingMember } from './members.ts'

/**
 * Browser sessions: people see and end their own; owners and admins those of others, except that only owners do so
 * for owners.
 */
export function bindSessions(bind: BindRoute, app: Application): void {
  const membersOf = (caller: Caller) => catalogOf(app, caller).store.members
  const sessionsOf = async (caller: Caller, userId: string) => {
    const sessions = await membersOf(caller).sessions(app.clock.now())
    return sessions.filter((session) => session.userId === userId)
  }
  /** Whoever had the session may have connected them. */
  const endAppsOf = async (
    caller: Caller,
    userId: UserId,
    isOver: (app: ConnectedApp) => boolean,
  ) => {
    const { connectedApps, members } = catalogOf(app, caller).store
    const apps = (await connectedApps.list()).filter((one) => one.userId === userId)
    for (const { id } of apps.filter(isOver)) await members.removeKey(id)
  }

  bind(sessionRoutes.list, async ({ query, caller }) => {
    const userId = await managedUser(app, caller, query.user_id)
    const sessions = await sessionsOf(caller, userId)
    return { body: { items: sessions.map((session) => toSessionBody(session, caller)) } }
  })

  bind(sessionRoutes.end, async (call) => {
    const { caller, params } = call
    const sessions = await membersOf(caller).sessions(app.clock.now())
    const session = sessions.find(({ id }) => id === params.id)
    if (!session || !maySee(caller, session.userId))
      throw notFound('session.not-found', 'There is no such session, or it has ended.')
    await managedUser(app, caller, session.userId)
    await membersOf(caller).removeSessions([session.id])
    await endAppsOf(caller, session.userId, ({ sessionId }) => sessionId === session.id)
    await recordAudit(app, call, {
      action: 'session-ended',
      target: session.userId,
      details: { session: session.id },
    })
    return { body: null, ...cookieAfter([session], call) }
  })

  bind(sessionRoutes.endAll, async (call) => {
    const { caller, query } = call
    const userId = await managedUser(app, caller, query.user_id)
    const ended = (await sessionsOf(caller, userId)).filter(
      (session) => query.include_current === 'true' || !isCurrent(session, caller),
    )
    await membersOf(caller).removeSessions(ended.map(({ id }) => id))
    const kept = query.include_current === 'true' ? undefined : currentSession(caller)
    await endAppsOf(caller, userId, ({ sessionId }) => sessionId !== null && sessionId !== kept)
    await recordAudit(app, call, {
      action: 'sessions-ended',
      target: userId,
      details: { count: ended.length },
    })
    return { body: { ended: ended.length }, ...cookieAfter(ended, call) }
  })
}

/** Oneself, or a member whose sessions the caller manages. Throws a ProblemError otherwise. */
async function managedUser(
  app: Application,
  caller: Caller,
  id: string | undefined,
): Promise<UserId> {
  const { principal } = caller
  if (id === undefined || id === principal.userId) return principal.userId
  const problem = missingPermission(principal, 'members.write')
  if (problem) throw new ProblemError(problem)
  const member = await existingMember(app, caller, id)
  checkOwnerRole(caller, [member.role])
  return member.id
}

/** Without the permission, a session of somebody else looks as if it never existed. */
function maySee({ principal }: Caller, userId: UserId): boolean {
  return userId === principal.userId || missingPermission(principal, 'members.write') === undefined
}

function currentSession({ credential }: Caller): OpenSession['id'] | undefined {
  return credential.kind === 'session' ? credential.session.id : undefined
}

function isCurrent({ id }: OpenSession, { credential }: Caller): boolean {
  return credential.kind === 'session' && credential.session.id === id
}

/** Takes the cookie away when the caller's own session was ended. */
function cookieAfter(
  ended: readonly OpenSession[],
  { caller, context }: { readonly caller: Caller; readonly context: Context<HttpEnvironment> },
) {
  if (!ended.some((session) => isCurrent(session, caller))) return {}
  const isTls = context.get('external').scheme === 'https'
  return { headers: { 'set-cookie': writeSessionCookie('', { seconds: 0, isTls }) } }
}

function toSessionBody(session: OpenSession, caller: Caller): SessionBody {
  return {
    id: session.id,
    user_id: session.userId,
    created_at: wireTime(session.createdAt),
    last_used_at: wireTimeOrNull(session.lastUsedAt),
    expires_at: wireTime(session.expiresAt),
    user_agent: session.userAgent,
    address: session.address,
    key_id: session.keyId,
    current: isCurrent(session, caller),
  }
}
