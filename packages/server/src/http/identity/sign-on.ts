import {
  isProblemError,
  ProblemError,
  type SignOnIdentityId,
  type TenantId,
} from '@repertoire/core/base'
import { type SignOnIdentityBody, signOnRoutes } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { createLoginLimits } from '../../identity/auth/login-limits.ts'
import { writeSessionCookie } from '../../identity/auth/session-cookie.ts'
import type { SignOnAttempt } from '../../identity/sign-on/attempt-cookie.ts'
import { provisionUser } from '../../identity/sign-on/provision-user.ts'
import { safePath } from '../../identity/sign-on/safe-path.ts'
import type { OpenedProvider } from '../../identity/sign-on/sign-on.ts'
import { signOnFailure } from '../../identity/sign-on/sign-on-failure.ts'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute, Call } from '../base/bind-route.ts'
import { notFound } from '../base/not-found.ts'
import { wireTime } from '../wire/time.ts'
import { endSessions, openSession, sessionHashes } from './open-session.ts'

/** As long as a login with a key. */
const loginSeconds = 12 * 3600

/** Login at the operator's identity providers. */
export function bindSignOn(bind: BindRoute, app: Application): void {
  const limits = createLoginLimits(app.clock)

  bind(signOnRoutes.providers, async () => {
    const offered = await Promise.all(
      app.signOn.providers.map(async (one) => ((await tenantOf(app, one)) ? [one.settings] : [])),
    )
    const items = offered.flat().map(({ id, title }) => ({ id, title }))
    return { body: { items } }
  })

  bind(signOnRoutes.start, async (call) => {
    const { params, query, context, request } = call
    const external = context.get('external')
    return answering(app, call, async () => {
      checkAddress(app, external)
      const { settings, protocol } = await providerOf(app, params.id)
      const freshSeconds = Math.floor(app.credentialLimits.sessionFreshMs / 1000)
      const secrets = await protocol.newSecrets(query.fresh === 'true' ? freshSeconds : null)
      const location = await protocol.authorizationUrl(secrets)
      const attempt = {
        ...{ ...secrets, provider: settings.id, next: safePath(query.next) },
        ...{ replaces: [...sessionHashes(app, request, external)], startedAt: app.clock.now() },
      }
      return redirect(location, [await app.signOn.attempts.write(attempt, schemeOf(external))])
    })
  })

  bind(signOnRoutes.callback, async (call) => {
    const { params, context, request } = call
    const external = context.get('external')
    const { address } = external
    return answering(app, call, async () => {
      checkAddress(app, external)
      const cookie = request.headers.get('cookie')
      const when = { ...schemeOf(external), now: app.clock.now() }
      const attempt = await app.signOn.attempts.read(cookie, when)
      const finished = await limits.find({ address, key: '' }, async () =>
        attempt?.provider === params.id ? finish(app, call, attempt) : undefined,
      )
      if (!finished) throw notStarted()
      return finished
    })
  })

  bind(signOnRoutes.removed, async ({ caller }) => {
    const { members } = catalogOf(app, caller).store
    const present = new Set((await members.list()).map(({ id }) => id))
    const gone = (await members.identities()).filter(({ userId }) => !present.has(userId))
    const items = gone.map(({ id, provider, label, createdAt }): SignOnIdentityBody => {
      return { id, provider, label, created_at: wireTime(createdAt) }
    })
    return { body: { items } }
  })

  bind(signOnRoutes.readmit, async (call) => {
    const { store } = catalogOf(app, call.caller)
    if (!(await store.members.removeIdentity(call.params.id as SignOnIdentityId))) {
      throw notFound('identity.not-found', 'Nobody who was removed has this identity.')
    }
    const fact = { action: 'identity-readmitted', target: call.params.id, details: {} }
    await recordAudit(app, call, fact)
    return { body: null }
  })
}

type Callback = Call<typeof signOnRoutes.callback>

async function finish(
  app: Application,
  { request, context, traceId }: Callback,
  attempt: SignOnAttempt,
): Promise<Response> {
  const external = context.get('external')
  const { address } = external
  const opened = await providerOf(app, attempt.provider)
  const { settings: provider, protocol } = opened
  const tenantId = await tenantOf(app, opened)
  if (!tenantId) throw unknownProvider()
  const person = await protocol.redeem(new URL(request.url), attempt)
  const member = await provisionUser(app, { tenantId, provider, person, traceId })
  await endSessions(app, attempt.replaces)
  const { token } = await openSession(app, {
    ...{ tenantId, member, keyId: null, seconds: loginSeconds, request, address, traceId },
    ...{ by: `single sign-on: ${provider.id}`, authenticatedAt: person.authenticatedAt },
  })
  const scheme = schemeOf(external)
  return redirect(attempt.next, [
    writeSessionCookie(token, { seconds: loginSeconds, ...scheme }),
    app.signOn.attempts.clear(scheme),
  ])
}

/** A browser is shown why it failed on the login page. What the provider sent is in the server's log only. */
async function answering(
  app: Application,
  { context, traceId }: Pick<Callback, 'context' | 'traceId'>,
  answer: () => Promise<Response>,
): Promise<Response> {
  const external = context.get('external')
  try {
    return await answer()
  } catch (error) {
    const code = signOnFailure(error)
    if (!isProblemError(error)) context.get('log')().warn({ err: error, code }, 'sign-on failed')
    const refused = { action: 'session-refused', key: null, reason: code } as const
    await app.accessAudit.signInRefused({ ...refused, address: external.address, traceId })
    const clear = app.signOn.attempts.clear(schemeOf(external))
    return redirect(`/login?problem=${encodeURIComponent(code)}`, [clear])
  }
}

async function providerOf(app: Application, id: string): Promise<OpenedProvider> {
  const found = app.signOn.providers.find(({ settings }) => settings.id === id)
  if (!found || !(await tenantOf(app, found))) throw unknownProvider()
  return found
}

/** Undefined for an organisation that does not exist or was deleted. */
async function tenantOf(
  { store }: Application,
  { settings: { organisation } }: OpenedProvider,
): Promise<TenantId | undefined> {
  const tenants = await store.directory.tenants()
  return organisation === null ? tenants[0]?.id : tenants.find(({ id }) => id === organisation)?.id
}

/** The provider sends the browser to the registered address, where no cookie of another address is. */
function checkAddress(app: Application, { scheme, host }: ExternalRequest): void {
  const { publicUrl } = app.signOn
  if (publicUrl === null) throw unknownProvider()
  if (`${scheme}://${host}` === publicUrl) return
  throw new ProblemError({
    code: 'sign-on.other-address',
    kind: 'invalid',
    message: `Single sign-on works at ${publicUrl} only.`,
    hint: 'Open that address. Behind a proxy, REPERTOIRE_TRUST_PROXY has to name it.',
  })
}

function schemeOf({ scheme }: Pick<ExternalRequest, 'scheme'>): { readonly isTls: boolean } {
  return { isTls: scheme === 'https' }
}

function redirect(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

function unknownProvider(): ProblemError {
  return notFound('sign-on.unknown-provider', 'There is no such identity provider.')
}

function notStarted(): ProblemError {
  return new ProblemError({
    code: 'sign-on.expired',
    kind: 'unauthenticated',
    message: 'This login was not started in this browser, or more than ten minutes ago.',
    hint: 'Start again from the login page.',
  })
}
