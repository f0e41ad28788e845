import type { TenantId } from '../../base/ids.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EmbeddingModel } from '../../ports/embedding-model.ts'
import { MAX_EMBEDDED_LENGTH } from './embedded-text.ts'
import { toMeaning } from './skill-vectors.ts'

/** Queries whose vectors are remembered, of all tenants. */
const maxCached = 2_000
/** Above it a search does not wait: the model has more to do than it can. */
const maxAtOnce = 16
/** So many late or failed answers in a row, and searches wait no more for a while. */
const maxFailures = 3
const pauseMs = 30_000

export interface QueryVectorsOptions {
  readonly model: EmbeddingModel
  readonly clock: Clock
  /** Resolves after the time, or at once when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds that a search waits. */
  readonly waitMs: number
}

/** The vectors of queries, for searches that wait only a moment. */
export interface QueryVectors {
  /** Null if the model has not answered in time. A late answer is there for the next search. Never throws. */
  of(tenantId: TenantId, text: string): Promise<Int8Array | null>
}

export function createQueryVectors(options: QueryVectorsOptions): QueryVectors {
  const { model, clock, wait, waitMs } = options
  /** By tenant, so that nobody learns by a quick answer what others searched for. The least recently used is first. */
  const cache = new Map<string, Int8Array>()
  const pending = new Map<string, Promise<Int8Array | null>>()
  let failures = 0
  let pausedUntil = Number.NEGATIVE_INFINITY

  function remember(key: string, vector: Int8Array): Int8Array {
    cache.delete(key)
    cache.set(key, vector)
    if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
    return vector
  }

  function ask(key: string, text: string): Promise<Int8Array | null> {
    const asked = model
      .embed([text], { kind: 'query' })
      .then(([vector]) => (vector === undefined ? null : remember(key, toMeaning(vector))))
      .catch(() => null)
      .finally(() => pending.delete(key))
    pending.set(key, asked)
    return asked
  }

  async function inTime(asked: Promise<Int8Array | null>): Promise<Int8Array | null> {
    const answered = new AbortController()
    const late = wait(waitMs, answered.signal).then(() => null)
    const vector = await Promise.race([asked, late])
    answered.abort()
    failures = vector === null ? failures + 1 : 0
    if (failures >= maxFailures) pausedUntil = clock.now() + pauseMs
    return vector
  }

  return {
    of: async (tenantId, given) => {
      const text = given.trim().slice(0, MAX_EMBEDDED_LENGTH)
      const key = `${tenantId} ${text}`
      const known = cache.get(key)
      if (known !== undefined) return remember(key, known)
      if (clock.now() < pausedUntil) return null
      const asked = pending.get(key)
      if (asked === undefined && pending.size >= maxAtOnce) return null
      return inTime(asked ?? ask(key, text))
    },
  }
}
