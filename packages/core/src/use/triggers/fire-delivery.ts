import { isProblemError, type Problem, ProblemError } from '../../base/errors.ts'
import type { TraceId } from '../../base/ids.ts'
import { framePayload } from '../../base/text/frame-payload.ts'
import { callerReference } from '../../base/trace-id.ts'
import type { Trigger, TriggerFiring } from '../../domain/trigger.ts'
import { rejectedFiringEntry } from './audit-details.ts'
import { type FireDeps, type FiringRequest, fireTrigger, firingOf } from './fire-trigger.ts'
import { finalCodes, keyReused, triggerDisabled } from './trigger-problems.ts'

/** A delivery with a verified signature. Its body is untrusted. */
export interface Delivery {
  readonly idempotencyKey: string
  readonly body: string
  readonly traceId?: TraceId | undefined
  /** The sender's span in the trace: 16 hex digits. */
  readonly parentSpanId?: string | undefined
}

/**
 * Starts the turn of a delivery. Idempotent: the same key and body return the same firing. Refusals are
 * recorded in the audit log, at most once a minute for each reason. Throws ProblemError `signal.key-reused`,
 * `signal.disabled`, and the problems of {@link fireTrigger}.
 */
export async function fireDelivery(
  deps: FireDeps,
  source: Trigger,
  delivery: Delivery,
): Promise<TriggerFiring> {
  try {
    return await answer(deps, source, delivery)
  } catch (error) {
    if (isProblemError(error))
      await recordRefusal(deps, source, { delivery, problem: error.problem })
    throw error
  }
}

async function answer(
  deps: FireDeps,
  source: Trigger,
  { idempotencyKey, body, traceId, parentSpanId }: Delivery,
): Promise<TriggerFiring> {
  const key = keyOf(idempotencyKey)
  const bodyDigest = deps.sha256(body)
  const earlier = await deps.store.triggers.firing(source.id, key)
  if (earlier) return requireSameBody(earlier, bodyDigest, idempotencyKey)
  if (!source.enabled) throw triggerDisabled(source.id)
  const text = framePayload(source.message, body, deps.sha256)
  const context = readDeliveryContext(body)
  const firing = await fireTrigger(deps, source, {
    ...{ key, text, bodyDigest, traceId, parentSpanId, context },
  })
  return requireSameBody(firing, bodyDigest, idempotencyKey)
}

function keyOf(idempotencyKey: string): string {
  return `key:${idempotencyKey}`
}

/** Server errors are not recorded, because the sender retries; stops have their own audit entry. */
async function recordRefusal(
  deps: FireDeps,
  source: Trigger,
  { delivery, problem }: { readonly delivery: Delivery; readonly problem: Problem },
): Promise<void> {
  const { code, kind } = problem
  if (kind === 'unavailable' || kind === 'internal' || finalCodes.has(code)) return
  const { traceId = deps.ids.traceId() } = delivery
  const at = { at: deps.clock.now(), traceId }
  const firing = firingOf(source, { key: keyOf(delivery.idempotencyKey) }, at)
  const entry = await rejectedFiringEntry(deps, source, { ...firing, outcome: 'skipped', problem })
  if (entry) await deps.store.audit.append([entry])
}

function requireSameBody(firing: TriggerFiring, bodyDigest: string, key: string): TriggerFiring {
  if (firing.bodyDigest === bodyDigest) return firing
  throw new ProblemError(keyReused(key).problem)
}

/** Reads the trigger context of a body; ignores invalid fields, because senders use any format. Pure. */
export function readDeliveryContext(body: string): NonNullable<FiringRequest['context']> {
  const value = asRecord(parseJson(body))
  if (!value) return {}
  const asset = asRecord(value.asset)
  const { severity, preload_skills: preloads, suggested_stages: stages } = value
  const reference = callerReference(value.trace_id)
  return {
    ...(isShort(asset?.symbol) &&
      isShort(asset.asset_class) && {
        asset: { symbol: asset.symbol, assetClass: asset.asset_class },
      }),
    ...(reference !== undefined && { reference }),
    ...((severity === 'info' || severity === 'warn' || severity === 'critical') && { severity }),
    ...(Array.isArray(preloads) && {
      preloadSkills: preloads.filter((one): one is string => typeof one === 'string').slice(0, 20),
    }),
    ...(Array.isArray(stages) && { suggestedStages: stages.filter(isShort).slice(0, 20) }),
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? (value as Record<string, unknown>) : undefined
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= 50
}
