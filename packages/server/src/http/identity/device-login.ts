import { ProblemError } from '@repertoire/core/base'
import type { DeviceLogin } from '@repertoire/core/ports'
import { deviceLoginRoutes } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { subjectsOf } from '../../identity/auth/failed-key-throttle.ts'
import { createFailureRateLimiter } from '../../identity/auth/failure-rate-limiter.ts'
import { createLoginLimits } from '../../identity/auth/login-limits.ts'
import type { Application } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { wireTime, wireTimeOrNull } from '../wire/time.ts'
import { mintReservedKey } from './keys.ts'

/** How long a key lasts that was given to a program. */
const keyDays = 90

/**
 * A program asks for a key and shows a short code; a person who is logged in types it on the page and gives a key of
 * their own, or refuses. Only the program that asked can fetch the key.
 */
export function bindDeviceLogin(bind: BindRoute, app: Application): void {
  const guesses = createLoginLimits(app.clock)
  const starts = createFailureRateLimiter(app.clock)

  bind(deviceLoginRoutes.start, async ({ body, context }) => {
    const { address } = context.get('external')
    const [subject = ''] = subjectsOf(address, '')
    const seconds = starts.retryAfterSeconds(subject)
    if (seconds > 0) throw tooManyRequests(seconds)
    starts.recordFailure(subject)
    const { name, scopes = null } = body
    const { deviceCode, request } = await app.deviceLogins.start({ name, scopes, address })
    const { userCode, expiresAt } = request
    return {
      body: {
        ...{ device_code: deviceCode, user_code: userCode, interval_seconds: 3 },
        verification_path: `/device?code=${userCode}`,
        expires_at: wireTime(expiresAt),
      },
    }
  })

  bind(deviceLoginRoutes.token, async ({ body }) => {
    const answer = await app.deviceLogins.fetch(body.device_code)
    if (answer.is !== 'granted') return { body: { status: answer.is } }
    const { secret: key, keyId: key_id, expiresAt } = answer
    return { body: { status: answer.is, key, key_id, expires_at: wireTimeOrNull(expiresAt) } }
  })

  /** Wrong codes are slowed by the address, so that nobody finds the code of somebody else. */
  const requestOf = async (userCode: string, address: string): Promise<DeviceLogin> => {
    const find = async () => (await app.deviceLogins.find(userCode)) ?? undefined
    const request = await guesses.find({ address, key: '' }, find)
    if (!request) throw unknownCode()
    return request
  }

  bind(deviceLoginRoutes.get, async ({ params, caller, context }) => {
    const request = await requestOf(params.code, context.get('external').address)
    const { permissions } = caller.principal
    const { userCode, name, address, scopes, requestedAt, expiresAt } = request
    return {
      body: {
        ...{ user_code: userCode, name, address },
        scopes: permissions.filter((one) => scopes?.includes(one) ?? true),
        ...{ requested_at: wireTime(requestedAt), expires_at: wireTime(expiresAt) },
      },
    }
  })

  bind(deviceLoginRoutes.answer, async (call) => {
    const { body, params, caller } = call
    const request = await requestOf(params.code, call.context.get('external').address)
    const target = caller.principal.userId
    const details = { name: request.name, address: request.address }
    if (!body.approved) {
      if (!(await app.deviceLogins.answer(params.code, { is: 'denied' }))) throw unknownCode()
      await recordAudit(app, call, { action: 'device-login-denied', target, details })
      return { body: null }
    }
    const { key } = await mintReservedKey(app, call, {
      ...request.key,
      ...{ name: `${request.name} (login)`, scopes: body.scopes },
      expiresAt: app.clock.now() + keyDays * 24 * 3_600_000,
    })
    const grant = { is: 'granted', keyId: key.id, expiresAt: key.expiresAt } as const
    if (!(await app.deviceLogins.answer(params.code, grant))) {
      await app.store.tenant(caller.principal.tenantId).members.removeKey(key.id)
      throw unknownCode()
    }
    await recordAudit(app, call, {
      action: 'device-login-approved',
      target,
      details: { ...details, key: key.id, scopes: [...key.scopes] },
    })
    return { body: null }
  })
}

function unknownCode(): ProblemError {
  return new ProblemError({
    code: 'device.unknown-code',
    kind: 'not-found',
    message:
      'No program waits with this code: it is mistyped, answered, or older than ten minutes.',
    hint: 'Run `repertoire login` again for a new code.',
  })
}

function tooManyRequests(seconds: number): ProblemError {
  return new ProblemError({
    code: 'device.too-many-requests',
    kind: 'rate-limited',
    message: `Too many logins were started from this address. Try again in ${seconds} seconds.`,
    details: { retry_after_seconds: seconds },
  })
}
