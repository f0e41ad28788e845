import { setTimeout as wait } from 'node:timers/promises'
import { isProblemError, type Problem, ProblemError, type TenantId } from '@repertoire/core/base'
import { mayRetryModel } from '@repertoire/core/domain'
import {
  type AskModel,
  type ModelReview,
  type PackageToReview,
  reviewPackage,
} from '@repertoire/core/ingest'
import type { Model } from '@repertoire/core/ports'
import { ConcurrencyLimiter } from '@repertoire/sandbox/queue'

/** Has the model that an organisation chose read packages. Never throws on content, nor for a model that fails. */
export type ReviewByModel = (
  request: PackageToReview & { readonly tenantId: TenantId; readonly modelId: string },
) => Promise<ModelReview>

export interface PackageReviewerOptions {
  readonly modelsOf: (tenantId: TenantId) => Promise<ReadonlyMap<string, Model>>
  /** Milliseconds for one answer. */
  readonly timeoutMs?: number
  /** Milliseconds before each repetition of a call that the provider put off. */
  readonly retryDelays?: readonly number[]
}

/** Packages of all organisations that are read at once; organisations take turns. */
const maxConcurrent = 4

export function createPackageReviewer({
  modelsOf,
  timeoutMs = 120_000,
  retryDelays = [2_000, 15_000],
}: PackageReviewerOptions): ReviewByModel {
  const limiter = new ConcurrencyLimiter({
    concurrency: maxConcurrent,
    queueLimit: Number.POSITIVE_INFINITY,
  })
  const underway = new Map<string, Promise<ModelReview>>()
  const read: ReviewByModel = async ({ tenantId, modelId, digest, files }) => {
    const release = await limiter.acquire(tenantId)
    try {
      const model = (await modelsOf(tenantId)).get(modelId)
      if (!model || model.demo) return { findings: [], failure: 'settings.model-unknown' }
      const ask = withRetries(withDeadline(model, timeoutMs), retryDelays)
      return await reviewPackage(ask, { digest, files })
    } finally {
      release?.()
    }
  }
  return (request) => {
    const { tenantId, modelId, digest } = request
    const key = JSON.stringify([tenantId, modelId, digest])
    const known = underway.get(key)
    if (known) return known
    const reading = read(request).finally(() => underway.delete(key))
    underway.set(key, reading)
    return reading
  }
}

function withDeadline(model: Model, timeoutMs: number): AskModel {
  return async (request) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await model.step({ ...request, signal }, () => undefined)
    } catch (error) {
      throw signal.aborted ? new ProblemError(noAnswerIn(timeoutMs)) : error
    }
  }
}

function noAnswerIn(timeoutMs: number): Problem {
  return {
    code: 'model.timeout',
    kind: 'unavailable',
    message: `The model that reviews packages did not answer within ${timeoutMs / 1000} s.`,
    hint: 'Open the package again to have it read, or choose another model.',
  }
}

function withRetries(ask: AskModel, delays: readonly number[]): AskModel {
  return async (request) => {
    for (const delay of delays) {
      try {
        return await ask(request)
      } catch (error) {
        if (!isProblemError(error) || !mayRetryModel(error.problem)) throw error
        await wait(delay)
      }
    }
    return ask(request)
  }
}
