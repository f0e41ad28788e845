import { type PasskeyId, ProblemError } from '@repertoire/core/base'
import { maxPasskeys, type Passkey, passkeyProblem, rolePermissions } from '@repertoire/core/domain'
import { type PasskeyBody, passkeyRoutes } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { createLoginLimits } from '../../identity/auth/login-limits.ts'
import { writeSessionCookie } from '../../identity/auth/session-cookie.ts'
import {
  loginOptions,
  registrationOptions,
  verifyAnswer,
  verifyRegistration,
} from '../../identity/auth/webauthn.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute, Call } from '../base/bind-route.ts'
import { notFound } from '../base/not-found.ts'
import { wireTime, wireTimeOrNull } from '../wire/time.ts'
import { checkNotCrossSite } from './check-not-cross-site.ts'
import { describeLogin } from './describe-login.ts'
import { existingMember } from './members.ts'
import { endSessions, openSession, sessionHashes } from './open-session.ts'

/** As long as a login with a key. */
const loginSeconds = 12 * 3600

/** Passkeys of oneself, and the login with one. Nobody makes or sees another person's. */
export function bindPasskeys(bind: BindRoute, app: Application): void {
  const limits = createLoginLimits(app.clock)

  bind(passkeyRoutes.list, async ({ caller }) => {
    return { body: { items: (await ownPasskeys(app, caller)).map(toPasskeyBody) } }
  })

  bind(passkeyRoutes.prepare, async ({ caller, context }) => {
    const at = context.get('external')
    await checkMayAdd(app, caller)
    const member = await existingMember(app, caller, caller.principal.userId)
    const known = await ownPasskeys(app, caller)
    const options = await registrationOptions({ at, member, known })
    const { challenge } = options
    const kept = { challenge, userId: member.id, startedAt: app.clock.now() }
    const cookie = await app.passkeyChallenges.write(kept, { isTls: at.scheme === 'https' })
    return { body: { options: { ...options } }, headers: { 'set-cookie': cookie } }
  })

  bind(passkeyRoutes.create, async (call) => {
    const { caller, body, context, request } = call
    const at = context.get('external')
    const { loginKeyId } = await checkMayAdd(app, caller)
    const { userId } = caller.principal
    const when = { isTls: at.scheme === 'https', now: app.clock.now(), userId }
    const kept = await app.passkeyChallenges.read(request.headers.get('cookie'), when)
    const { name, response } = body
    const verified = kept && (await verifyRegistration({ at, ...kept, response }))
    if (!verified) throw invalidPasskey()
    const passkey: Passkey = {
      ...{ id: app.ids.next('pky') as PasskeyId, userId, ...verified, name, loginKeyId },
      ...{ createdAt: app.clock.now(), lastUsedAt: null },
    }
    await catalogOf(app, caller).store.members.createPasskey(passkey)
    const details = { name, login_key: loginKeyId }
    await recordAudit(app, call, { action: 'passkey-created', target: passkey.id, details })
    return { body: toPasskeyBody(passkey) }
  })

  bind(passkeyRoutes.remove, async (call) => {
    const passkey = (await ownPasskeys(app, call.caller)).find(({ id }) => id === call.params.id)
    if (!passkey) throw notFound('passkey.not-found', 'There is no such passkey.')
    checkWholeRole(call.caller)
    await catalogOf(app, call.caller).store.members.removePasskeys([passkey.id])
    const details = { name: passkey.name }
    await recordAudit(app, call, { action: 'passkey-deleted', target: passkey.id, details })
    return { body: null }
  })

  bind(passkeyRoutes.challenge, async ({ context, request }) => {
    const at = context.get('external')
    checkNotCrossSite(request.headers, at)
    const options = await loginOptions(at)
    const kept = { challenge: options.challenge, userId: null, startedAt: app.clock.now() }
    const cookie = await app.passkeyChallenges.write(kept, { isTls: at.scheme === 'https' })
    return { body: { options: { ...options } }, headers: { 'set-cookie': cookie } }
  })

  bind(passkeyRoutes.login, async (call) => {
    const { context, request, traceId } = call
    const at = context.get('external')
    checkNotCrossSite(request.headers, at)
    const { address } = at
    const found = await limits.find({ address, key: '' }, () => holderOf(app, call))
    if (!found) {
      const refused = { action: 'session-refused', key: null, reason: 'passkey.invalid' } as const
      await app.accessAudit.signInRefused({ ...refused, address, traceId })
      throw invalidPasskey()
    }
    await endSessions(app, sessionHashes(app, request, at))
    const { token } = await openSession(app, {
      ...{ ...found, keyId: null, seconds: loginSeconds, request, address, traceId },
      ...{ by: 'passkey', authenticatedAt: app.clock.now() },
    })
    const cookie = { seconds: loginSeconds, isTls: at.scheme === 'https' }
    return {
      body: await describeLogin(app, found, rolePermissions(found.member.role)),
      headers: { 'set-cookie': writeSessionCookie(token, cookie) },
    }
  })
}

/** The member whose passkey signed this browser's challenge; undefined otherwise. */
async function holderOf(
  app: Application,
  { body: { response }, context, request }: Call<typeof passkeyRoutes.login>,
) {
  const at = context.get('external')
  const now = app.clock.now()
  const when = { isTls: at.scheme === 'https', now, userId: null }
  const kept = await app.passkeyChallenges.read(request.headers.get('cookie'), when)
  const holder = kept && (await app.store.directory.findPasskey(response.id))
  if (!kept || !holder) return undefined
  const { tenantId, member, passkey } = holder
  if (!(await verifyAnswer({ at, challenge: kept.challenge, response }, passkey))) return undefined
  const { members } = app.store.tenant(tenantId)
  const isFirst = await members.usePasskey(passkey.id, { challengedAt: kept.startedAt, now })
  return isFirst ? { tenantId, member } : undefined
}

/** A passkey logs in with all of a role, so a leaked narrow key must not shut its person out. */
function checkWholeRole({ principal: { role, permissions } }: Caller): void {
  const missing = rolePermissions(role).filter((one) => !permissions.includes(one))
  if (missing.length === 0) return
  throw new ProblemError({
    code: 'auth.key-too-narrow',
    kind: 'forbidden',
    message: `This key carries only part of your permissions (without ${missing.join(', ')}); a passkey logs in with all.`,
    hint: 'Remove it on the page, or with a key that has every scope of your role.',
  })
}

async function ownPasskeys(app: Application, caller: Caller): Promise<readonly Passkey[]> {
  const all = await catalogOf(app, caller).store.members.passkeys()
  return all.filter(({ userId }) => userId === caller.principal.userId)
}

/** Throws ProblemError `passkey.needs-session`, `passkey.limited-login` or `passkey.too-many`. */
async function checkMayAdd(app: Application, caller: Caller): Promise<Pick<Passkey, 'loginKeyId'>> {
  const { credential } = caller
  if (credential.kind !== 'session') throw needsSession()
  const { keyId } = credential
  const keys = keyId === null ? [] : await catalogOf(app, caller).store.members.keys()
  const problem = passkeyProblem(keys.find(({ id }) => id === keyId) ?? null)
  if (problem) throw new ProblemError(problem)
  if ((await ownPasskeys(app, caller)).length >= maxPasskeys) throw tooMany()
  return { loginKeyId: keyId }
}

function toPasskeyBody({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyBody {
  return { id, name, created_at: wireTime(createdAt), last_used_at: wireTimeOrNull(lastUsedAt) }
}

function invalidPasskey(): ProblemError {
  return new ProblemError({
    code: 'passkey.invalid',
    kind: 'unauthenticated',
    message: 'The passkey is unknown here, or its answer is not valid or too late.',
    hint: 'Try again. A passkey works at the address of the page where it was made.',
  })
}

function needsSession(): ProblemError {
  return new ProblemError({
    code: 'passkey.needs-session',
    kind: 'forbidden',
    message: 'A passkey is made by a person in a browser session, not with an API key.',
  })
}

function tooMany(): ProblemError {
  return new ProblemError({
    code: 'passkey.too-many',
    kind: 'conflict',
    message: `A person has at most ${maxPasskeys} passkeys.`,
    hint: 'Remove one that is not used any more.',
  })
}
