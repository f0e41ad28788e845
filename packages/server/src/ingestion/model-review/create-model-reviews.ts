import { setTimeout as wait } from 'node:timers/promises'
import {
  isProblemError,
  type Problem,
  ProblemError,
  rejectOnAbort,
  type TenantId,
} from '@repertoire/core/base'
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
  /** Ends the waiting; the model is stopped when nobody waits any more. */
  readonly signal?: AbortSignal | undefined
}

/** Has the models that organisations chose read packages. */
export interface ModelReviews {
  /**
   * Never throws on content, nor for a model that fails; throws the reason of the request's signal when it aborts. The same
   * content is read once at a time.
   */
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
  const underway = new Map<string, SharedReview>()
  const silentUntil = new Map<string, number>()
  const begun = Promise.withResolvers<void>()
  const read = async (request: ReviewRequest, stopped: AbortSignal) => {
    const { tenantId, modelId, digest, files } = request
    begun.resolve()
    const key = JSON.stringify([tenantId, modelId])
    const release = await limiter.acquire(`${tenantId}/${digest}`, stopped)
    try {
      const model = (await modelsOf(tenantId)).get(modelId)
      if (!model || model.demo) return failed('settings.model-unknown')
      if ((silentUntil.get(key) ?? 0) > clock.now()) return failed(timeout)
      const asked = askingOnce(model, { timeoutMs, stopped })
      const ask = askingAgain(asked, { delays: retryDelays, stopped })
      const review = await reviewPackage(ask, { digest, files })
      if (review.failure === timeout) silentUntil.set(key, clock.now() + silenceMs)
      else silentUntil.delete(key)
      return review
    } finally {
      release?.()
    }
  }
  const begin = (key: string, request: ReviewRequest): SharedReview => {
    const unwanted = new AbortController()
    const stopped = AbortSignal.any([closing.signal, unwanted.signal])
    const reading = read(request, stopped).finally(() => {
      if (underway.get(key) === shared) underway.delete(key)
    })
    const shared = { reading, unwanted, waiting: 0 }
    underway.set(key, shared)
    return shared
  }
  return {
    review: async (request) => {
      const { tenantId, modelId, digest, signal } = request
      const key = JSON.stringify([tenantId, modelId, digest])
      const shared = underway.get(key) ?? begin(key, request)
      shared.waiting += 1
      try {
        return await (signal ? rejectOnAbort(shared.reading, signal) : shared.reading)
      } finally {
        shared.waiting -= 1
        if (shared.waiting === 0) {
          shared.unwanted.abort()
          if (underway.get(key) === shared) underway.delete(key)
        }
      }
    },
    begun: begun.promise,
    close: () => closing.abort(),
  }
}

/** One reading, for all who wait for it. */
interface SharedReview {
  readonly reading: Promise<ModelReview>
  readonly unwanted: AbortController
  waiting: number
}

const timeout = 'model.timeout'

function failed(failure: string): ModelReview {
  return { findings: [], failure }
}

function askingOnce(
  model: Model,
  { timeoutMs, stopped }: { readonly timeoutMs: number; readonly stopped: AbortSignal },
): AskModel {
  return async (request) => {
    if (stopped.aborted) throw new ProblemError(serverStops)
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([deadline, stopped])
    try {
      return await model.step({ ...request, signal }, () => undefined)
    } catch (error) {
      if (stopped.aborted) throw new ProblemError(serverStops)
      throw deadline.aborted ? new ProblemError(noAnswerIn(timeoutMs)) : error
    }
  }
}

/** Of a whole library, providers put off many a call; one that is not there is not waited for. */
const putOff: ReadonlySet<string> = new Set(['model.rate-limited', 'model.overloaded'])

function askingAgain(
  ask: AskModel,
  { delays, stopped }: { readonly delays: readonly number[]; readonly stopped: AbortSignal },
): AskModel {
  return async (request) => {
    for (const delay of delays) {
      try {
        return await ask(request)
      } catch (error) {
        if (!isProblemError(error) || !putOff.has(error.problem.code)) throw error
        await wait(delay, undefined, { signal: stopped }).catch(() => undefined)
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
