import { type ApiKeyId, isProblemError, ProblemError, type TenantId } from '@repertoire/core/base'
import { type Member, rolePermissions } from '@repertoire/core/domain'
import { type Login, sessionRoutes } from '@repertoire/protocol'
import type { FailedSignIn } from '../../identity/audit/access-audit.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { oldestOwner } from '../../identity/auth/ensure-owner.ts'
import { findValidKeyByHash } from '../../identity/auth/find-credential.ts'
import { createLoginLimits } from '../../identity/auth/login-limits.ts'
import { loginTokenMinutes } from '../../identity/auth/login-token.ts'
import { writeSessionCookie } from '../../identity/auth/session-cookie.ts'
import type { Application } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { wireTime } from '../wire/time.ts'
import { checkNotCrossSite } from './check-not-cross-site.ts'
import { describeLogin } from './describe-login.ts'
import { endSessions, openSession, sessionHashes } from './open-session.ts'

const tokenLoginSeconds = 14 * 24 * 3600
const keyLoginSeconds = 12 * 3600

interface Identity {
  readonly tenantId: TenantId
  readonly member: Member
  readonly keyId: ApiKeyId | null
  readonly seconds: number
}

/** Login of a browser, and who the caller is. */
export function bindSession(bind: BindRoute, app: Application): void {
  const limits = createLoginLimits(app.clock)

  bind(sessionRoutes.login, async ({ body, request, context, traceId }) => {
    const external = context.get('external')
    checkNotCrossSite(request.headers, external)
    const { address } = external
    const key = 'api_key' in body ? body.api_key : null
    const identity = await recordingRefusal(app, { key, address, traceId }, async () => {
      const known = await limits.find({ address, key: secretOf(body) }, () =>
        identityOf(app, body, traceId),
      )
      if (!known) throw loginFailed()
      return known
    })
    await endSessions(app, sessionHashes(app, request, external))
    const { token } = await openSession(app, {
      ...{ ...identity, request, address, traceId },
      ...{ by: key === null ? 'login link' : 'key', authenticatedAt: app.clock.now() },
    })
    const isTls = external.scheme === 'https'
    return {
      body: await describeLogin(app, identity, rolePermissions(identity.member.role)),
      headers: { 'set-cookie': writeSessionCookie(token, { seconds: identity.seconds, isTls }) },
    }
  })

  bind(sessionRoutes.link, async (call) => {
    const { credential } = call.caller
    if (credential.kind !== 'key') throw linkNeedsKey()
    // The checks of the login itself, so that no link is made that cannot be used.
    if (!(await identityByKey(app, credential.keyHash))) throw loginFailed()
    const token = app.loginToken.issue({ as: 'key', keyHash: credential.keyHash })
    const expires_at = wireTime(app.clock.now() + loginTokenMinutes * 60_000)
    await recordAudit(app, call, {
      action: 'login-link-created',
      target: call.caller.principal.userId,
      details: { key: credential.keyId, expires_at },
    })
    return { body: { token, path: `/login?token=${token}`, expires_at } }
  })

  bind(sessionRoutes.logout, async (call) => {
    const { credential } = call.caller
    if (credential.kind === 'session') {
      await app.store.directory.removeSession(credential.tokenHash)
      const target = credential.session.id
      await recordAudit(app, call, { action: 'session-ended', target, details: {} })
    }
    const isTls = call.context.get('external').scheme === 'https'
    return {
      body: null,
      headers: { 'set-cookie': writeSessionCookie('', { seconds: 0, isTls }) },
    }
  })

  bind(sessionRoutes.me, async ({ caller }) => {
    const { tenantId, userId, permissions } = caller.principal
    const member = await app.store.tenant(tenantId).members.get(userId)
    if (!member) throw loginFailed()
    return { body: await describeLogin(app, { tenantId, member }, permissions) }
  })
}

async function identityOf(
  app: Application,
  body: Login,
  traceId: string,
): Promise<Identity | undefined> {
  if ('token' in body) return identityByToken(app, body.token)
  if ('invitation' in body) return identityByInvitation(app, body.invitation, traceId)
  return identityByKey(app, app.sha256(body.api_key))
}

/** The first login of a person. */
async function identityByInvitation(
  app: Application,
  token: string,
  traceId: string,
): Promise<Identity | undefined> {
  const { directory } = app.store
  const found = await directory.redeemInvitation(app.sha256(token), app.clock.now())
  if (!found) return undefined
  const { tenantId, member } = found
  const permissions = rolePermissions(member.role)
  const principal = { tenantId, userId: member.id, role: member.role, permissions }
  const details = { name: member.name, role: member.role }
  const fact = { action: 'member-joined', target: member.id, details }
  await recordAudit(app, { caller: { principal }, traceId }, fact)
  return { tenantId, member, keyId: null, seconds: tokenLoginSeconds }
}

async function identityByToken(app: Application, token: string): Promise<Identity | undefined> {
  const link = app.loginToken.redeem(token)
  if (!link) return undefined
  if (link.as === 'key') return identityByKey(app, link.keyHash)
  const { tenantId } = link
  const owner = await oldestOwner(app, tenantId)
  return owner && { tenantId, member: owner, keyId: null, seconds: tokenLoginSeconds }
}

/** A login has all permissions of its role, so a narrowed key cannot be exchanged for one. */
async function identityByKey(app: Application, keyHash: string): Promise<Identity | undefined> {
  const found = await findValidKeyByHash(app, keyHash)
  if (!found) return undefined
  const { tenantId, member, key, authority, endsAt } = found
  if (member.kind === 'service') throw serviceAccountLogin()
  const missing = rolePermissions(member.role).filter((one) => !authority.permissions.includes(one))
  if (missing.length > 0) {
    throw new ProblemError({
      code: 'auth.key-too-narrow',
      kind: 'forbidden',
      message: `This key carries only part of your permissions (without ${missing.join(', ')}); a login would carry all.`,
      hint: 'Log in with a key that has every scope of your role.',
    })
  }
  const left = endsAt === null ? Infinity : Math.floor((endsAt - app.clock.now()) / 1000)
  return { tenantId, member, keyId: key.id, seconds: Math.min(keyLoginSeconds, left) }
}

type SignIn = Pick<FailedSignIn, 'key' | 'address' | 'traceId'>

/** A refused sign-in is in the audit log, without what was tried. */
async function recordingRefusal<Value>(
  app: Application,
  signIn: SignIn,
  attempt: () => Promise<Value>,
): Promise<Value> {
  try {
    return await attempt()
  } catch (error) {
    if (isProblemError(error)) {
      const { code: reason } = error.problem
      await app.accessAudit.signInRefused({ ...signIn, action: 'session-refused', reason })
    }
    throw error
  }
}

function secretOf(body: Login): string {
  if ('token' in body) return body.token
  return 'invitation' in body ? body.invitation : body.api_key
}

function serviceAccountLogin(): ProblemError {
  return new ProblemError({
    code: 'auth.service-account',
    kind: 'forbidden',
    message: 'This key belongs to a service account, which cannot log in.',
    hint: 'Send it as Authorization: Bearer …, or log in with a key of your own.',
  })
}

function linkNeedsKey(): ProblemError {
  return new ProblemError({
    code: 'auth.link-needs-key',
    kind: 'forbidden',
    message: 'A login link is made with an API key, not in a session.',
    hint: 'Send Authorization: Bearer …, or run `repertoire login --link` where the command has a key.',
  })
}

function loginFailed(): ProblemError {
  return new ProblemError({
    code: 'auth.login-failed',
    kind: 'unauthenticated',
    message:
      'The login is not valid: a one-time link works once, the printed one for 30 minutes, an invitation for 24 hours.',
    hint: 'Use an API key, ask for a new invitation, or run `repertoire login --link` where the command has a key.',
  })
}
