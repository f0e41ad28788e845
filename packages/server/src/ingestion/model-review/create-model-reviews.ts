import { setTimeout as wait } from 'node:timers/promises'
import { isProblemError, type Problem, ProblemError, type TenantId } from '@repertoire/core/base'
import {
  type AskModel,
  type ModelReview,
  type PackageToReview,
  reviewPackage,
} from '@repertoire/core/ingest'
import type { Clock, Model } from '@repertoire/core/ports'
import { ConcurrencyLimiter } from '@repertoire/sandbox/queue'
import { systemClock } from '../../platform/system/system-ports.ts'

export interface ReviewRequest extends PackageToReview {
  readonly tenantId: TenantId
  readonly modelId: string
}

/** Has the models that organisations chose read packages. */
export interface ModelReviews {
  /** Never throws on content, nor for a model that fails. The same content is read once at a time. */
  review(request: ReviewRequest): Promise<ModelReview>
  /** Resolves once a model has anything to read: whoever waits for more may wait for minutes. */
  readonly begun: Promise<void>
  /** What is being read is not read; nobody waits for an answer any more. */
  close(): void
}

export interface ModelReviewOptions {
  readonly modelsOf: (tenantId: TenantId) => Promise<ReadonlyMap<string, Model>>
  /** Milliseconds for one answer. */
  readonly timeoutMs?: number
  /** Milliseconds before each repetition of a call that the provider put off. */
  readonly retryDelays?: readonly number[]
  readonly clock?: Clock
}

/** Packages that are read at once. Organisations take turns, and the last place is for one that has none. */
const maxConcurrent = 5
/** For so long a model that did not answer is not asked again: a library would wait for it package by package. */
const silenceMs = 60_000

export function createModelReviews({
  modelsOf,
  timeoutMs = 120_000,
  retryDelays = [2_000, 15_000],
  clock = systemClock,
}: ModelReviewOptions): ModelReviews {
  const limiter = new ConcurrencyLimiter({
    concurrency: maxConcurrent,
    queueLimit: Number.POSITIVE_INFINITY,
  })
  const closing = new AbortController()
  const underway = new Map<string, Promise<ModelReview>>()
  const silentUntil = new Map<string, number>()
  const begun = Promise.withResolvers<void>()
  const read = async ({ tenantId, modelId, digest, files }: ReviewRequest) => {
    begun.resolve()
    const key = JSON.stringify([tenantId, modelId])
    const release = await limiter.acquire(`${tenantId}/${digest}`, closing.signal)
    try {
      const model = (await modelsOf(tenantId)).get(modelId)
      if (!model || model.demo) return failed('settings.model-unknown')
      if ((silentUntil.get(key) ?? 0) > clock.now()) return failed(timeout)
      const asked = askingOnce(model, { timeoutMs, closing: closing.signal })
      const ask = askingAgain(asked, { delays: retryDelays, closing: closing.signal })
      const review = await reviewPackage(ask, { digest, files })
      if (review.failure === timeout) silentUntil.set(key, clock.now() + silenceMs)
      else silentUntil.delete(key)
      return review
    } finally {
      release?.()
    }
  }
  return {
    review: (request) => {
      const { tenantId, modelId, digest } = request
      const key = JSON.stringify([tenantId, modelId, digest])
      const known = underway.get(key)
      if (known) return known
      const reading = read(request).finally(() => underway.delete(key))
      underway.set(key, reading)
      return reading
    },
    begun: begun.promise,
    close: () => closing.abort(),
  }
}

const timeout = 'model.timeout'

function failed(failure: string): ModelReview {
  return { findings: [], failure }
}

function askingOnce(
  model: Model,
  { timeoutMs, closing }: { readonly timeoutMs: number; readonly closing: AbortSignal },
): AskModel {
  return async (request) => {
    if (closing.aborted) throw new ProblemError(serverStops)
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([deadline, closing])
    try {
      return await model.step({ ...request, signal }, () => undefined)
    } catch (error) {
      if (closing.aborted) throw new ProblemError(serverStops)
      throw deadline.aborted ? new ProblemError(noAnswerIn(timeoutMs)) : error
    }
  }
}

/** Of a whole library, providers put off many a call; one that is not there is not waited for. */
const putOff: ReadonlySet<string> = new Set(['model.rate-limited', 'model.overloaded'])

function askingAgain(
  ask: AskModel,
  { delays, closing }: { readonly delays: readonly number[]; readonly closing: AbortSignal },
): AskModel {
  return async (request) => {
    for (const delay of delays) {
      try {
        return await ask(request)
      } catch (error) {
        if (!isProblemError(error) || !putOff.has(error.problem.code)) throw error
        await wait(delay, undefined, { signal: closing }).catch(() => undefined)
      }
    }
    return ask(request)
  }
}

const serverStops: Problem = {
  code: 'model.review-stopped',
  kind: 'unavailable',
  message: 'The server stopped while a model read the package.',
  hint: 'Open the package again to have it read.',
}

function noAnswerIn(timeoutMs: number): Problem {
  return {
    code: timeout,
    kind: 'unavailable',
    message: `The model that reads packages did not answer within ${timeoutMs / 1000} s.`,
    hint: 'Open the package again to have it read, or choose another model.',
  }
}
