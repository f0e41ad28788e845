import {
  isProblemError,
  type Problem,
  ProblemError,
  type TenantId,
  type TriggerId,
  validTraceId,
} from '@repertoire/core/base'
import type { Trigger, TriggerFiring } from '@repertoire/core/domain'
import { fireDelivery } from '@repertoire/core/use'
import { deliveryLimit, triggerRoutes } from '@repertoire/protocol'
import type { Context } from 'hono'
import { createFailureRateLimiter } from '../../identity/auth/failure-rate-limiter.ts'
import { addressGroup } from '../../platform/proxy/client-address.ts'
import { isSigned } from '../../runtime/triggers/signature.ts'
import { fireDeps } from '../../runtime/triggers/trigger-scheduler.ts'
import { newTriggerSecret } from '../../runtime/triggers/trigger-secrets.ts'
import type { Application } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { readBody } from '../base/middleware/body-limit.ts'
import { remoteAddress } from '../base/remote-address.ts'
import { triggerIdHeader } from '../base/renamed-paths.ts'
import { publicDeadlineMs } from '../base/request-input.ts'

/** Webhook deliveries: signed, at most five minutes old, each handled once. */
export function bindTriggerDeliveries(bind: BindRoute, app: Application): void {
  const limiter = createFailureRateLimiter(app.clock)
  const decoySecret = newTriggerSecret()

  bind(triggerRoutes.deliver, async ({ request, context, traceId }) => {
    const bytes = await readBody(request, deliveryLimit, publicDeadlineMs)
    const { headers } = request
    const id = triggerIdHeader(headers).slice(0, 100)
    const webhook = await findWebhook(app, id as TriggerId)
    const idempotencyKey = headers.get('webhook-id') ?? ''
    const signed = isSigned(
      webhook?.secret ?? decoySecret,
      {
        id: idempotencyKey,
        timestamp: headers.get('webhook-timestamp') ?? '',
        signatures: headers.get('webhook-signature') ?? '',
        body: bytes,
      },
      app.clock.now(),
    )
    if (!webhook || !signed) throw refuse(limiter, context)
    if (!idempotencyKeyPattern.test(idempotencyKey)) throw new ProblemError(badKey)
    const body = textOf(bytes)
    const bodyTraceId = traceIdIn(body) ?? traceId
    // A span id is valid only in its own trace.
    const parentSpanId = bodyTraceId === traceId ? context.get('parentSpanId') : undefined
    const delivery = { idempotencyKey, body, traceId: bodyTraceId, parentSpanId }
    const firing = await hideOwnerProblems(() =>
      fireDelivery(fireDeps(app, webhook.tenantId), webhook.source, delivery),
    )
    return { body: toDelivered(firing) }
  })
}

interface Webhook {
  readonly tenantId: TenantId
  readonly source: Trigger
  readonly secret: string
}

async function findWebhook(app: Application, id: TriggerId): Promise<Webhook | null> {
  const tenantId = await app.store.directory.tenantOfTrigger(id)
  if (tenantId === null) return null
  const { triggers } = app.store.tenant(tenantId)
  const [source, encrypted] = await Promise.all([triggers.get(id), triggers.encrypted(id)])
  const secret = encrypted && (await app.triggerSecrets.decrypt(tenantId, id, encrypted))
  return source && secret ? { tenantId, source, secret } : null
}

/** The same answer for every failure. Only failing senders are rate-limited. */
function refuse(
  limiter: ReturnType<typeof createFailureRateLimiter>,
  context: Context<HttpEnvironment>,
): ProblemError {
  const address = addressGroup(remoteAddress(context))
  const seconds = limiter.retryAfterSeconds(address)
  if (seconds === 0) {
    limiter.recordFailure(address)
    return new ProblemError(badSignature)
  }
  return new ProblemError({
    code: 'signal.too-many-failures',
    kind: 'rate-limited',
    message: `Too many deliveries that are not signed right came from this address. Try again in ${seconds} seconds.`,
    details: { retry_after_seconds: seconds },
  })
}

/** The sender learns that the webhook is stopped, but not what its owner may do. */
async function hideOwnerProblems(fire: () => Promise<TriggerFiring>): Promise<TriggerFiring> {
  try {
    return await fire()
  } catch (error) {
    if (!isProblemError(error)) throw error
    const { code, details } = error.problem
    if (code === 'quota.exceeded') throw new ProblemError(overQuota(details?.retry_after_seconds))
    if (!stoppedCodes.has(code)) throw error
    throw new ProblemError(webhookStopped)
  }
}

const stoppedCodes: ReadonlySet<string> = new Set([
  'signal.owner-gone',
  'signal.owner-lowered',
  'signal.moved-on',
  'agent.not-found',
])

function textOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Reported below.
  }
  throw new ProblemError(badBody)
}

/** The sender's own trace id, when its JSON body names one. */
function traceIdIn(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || !('trace_id' in value)) return undefined
    return validTraceId(value.trace_id)
  } catch {
    return undefined
  }
}

function toDelivered({ signalId, traceId, conversationId, runId }: TriggerFiring) {
  return {
    signal_id: signalId,
    trace_id: traceId,
    conversation_id: conversationId,
    run_id: runId,
  }
}

const badSignature = {
  code: 'signal.bad-signature',
  kind: 'unauthenticated',
  message: 'The delivery is not signed as it has to be, is for no webhook, or is too old.',
  hint: 'repertoire-trigger names the webhook; webhook-id, webhook-timestamp and webhook-signature are those of Standard Webhooks.',
} as const

/** Without a full stop: it separates the signed parts, so a second one would make them ambiguous. */
const idempotencyKeyPattern = /^[\x21-\x2d\x2f-\x7e]{1,200}$/

const badKey = {
  code: 'signal.bad-key',
  kind: 'invalid',
  message:
    'webhook-id has to be 1 to 200 visible ASCII characters without a full stop: it is the idempotency key.',
} as const

const badBody = {
  code: 'request.invalid-utf8',
  kind: 'invalid',
  message: 'The body has to be UTF-8 text without NUL.',
} as const

/** Without the numbers, which are the organisation's. */
function overQuota(retryAfterSeconds: unknown): Problem {
  const details = { retry_after_seconds: Number(retryAfterSeconds ?? 3_600) }
  return {
    code: 'quota.exceeded',
    kind: 'rate-limited',
    message: 'The webhook’s owner may start no more turns at present. Try again later.',
    details,
  }
}

const webhookStopped = {
  code: 'signal.stopped',
  kind: 'conflict',
  message: 'The webhook takes nothing at present. Its owner can see why on the page Triggers.',
} as const
