import type { ApiKeyId, LoginSessionId, TenantId, Timestamp } from '@repertoire/core/base'
import { type Member, rolePermissions } from '@repertoire/core/domain'
import { knownAddress } from '../../identity/audit/access-audit.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { readSessionCookies } from '../../identity/auth/session-cookie.ts'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'
import type { Application } from '../base/application.ts'

const maxUserAgentLength = 300

export interface OpenedLogin {
  readonly tenantId: TenantId
  readonly member: Member
  /** The key of the login, if it was one. */
  readonly keyId: ApiKeyId | null
  readonly seconds: number
  readonly authenticatedAt: Timestamp | null
  /** What the login was, for the audit log. */
  readonly by: string
  readonly request: Request
  readonly address: string
  readonly traceId: string
}

/** Opens a session after a login that was accepted, and records it. The token is the cookie's value. */
export async function openSession(
  app: Application,
  login: OpenedLogin,
): Promise<{ readonly token: string }> {
  const { tenantId, member, keyId, seconds, authenticatedAt, request, address, traceId } = login
  const id = app.ids.next('ses') as LoginSessionId
  const token = app.newSecret()
  const now = app.clock.now()
  await app.store.directory.createSession(tenantId, {
    ...{ id, tokenHash: app.sha256(token), userAgent: userAgentOf(request), address },
    ...{ userId: member.id, keyId, createdAt: now, authenticatedAt },
    expiresAt: now + seconds * 1000,
  })
  const credential = { id: keyId ?? id, address: knownAddress(address) }
  const { id: userId, role } = member
  const principal = { tenantId, userId, role, permissions: rolePermissions(role), credential }
  const details = { with: login.by, seconds }
  const fact = { action: 'session-created', target: id, details }
  await recordAudit(app, { caller: { principal }, traceId }, fact)
  return { token }
}

/** Hashes of the tokens that a browser sends. */
export function sessionHashes(
  app: Pick<Application, 'sha256'>,
  request: Request,
  { scheme }: Pick<ExternalRequest, 'scheme'>,
): readonly string[] {
  const cookie = request.headers.get('cookie')
  return readSessionCookies(cookie, { isTls: scheme === 'https' }).map((token) => app.sha256(token))
}

/** A login replaces the sessions of the same browser, whose cookie it overwrites. */
export async function endSessions(app: Application, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) await app.store.directory.removeSession(hash)
}

function userAgentOf(request: Request): string {
  return (request.headers.get('user-agent') ?? '').slice(0, maxUserAgentLength)
}
