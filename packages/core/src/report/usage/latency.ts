import { latencyBounds, latencyCounters } from '../../domain/latency-histogram.ts'
import type { UsageCounts } from '../../domain/skill-usage.ts'
import { minSample, z } from './rate.ts'

/** A latency that a share of the model calls does not pass, with the bounds of its 95 % interval, in milliseconds. */
export interface LatencyPercentile {
  readonly ms: number
  readonly low: number
  readonly high: number
}

/** Of the `n` model calls whose duration is known. */
export interface Latency {
  readonly n: number
  /** Fewer than {@link minSample}: too few to say, and both percentiles are null. */
  readonly tooFew: boolean
  readonly p50: LatencyPercentile | null
  readonly p95: LatencyPercentile | null
}

/**
 * Percentiles from counts by duration, so that those of many conversations and days can be told from sums. Within two
 * bounds calls are taken to be spread evenly; above the last bound it stands for itself. Pure.
 */
export function latencyOf(counts: UsageCounts): Latency {
  const histogram = latencyCounters.map((counter) => counts[counter])
  const n = histogram.reduce((sum, count) => sum + count, 0)
  if (n < minSample) return { n, tooFew: true, p50: null, p95: null }
  const percentile = (share: number): LatencyPercentile => {
    const half = z * Math.sqrt((share * (1 - share)) / n)
    const at = (part: number) => Math.round(durationAt(histogram, part * n))
    return {
      ms: at(share),
      low: at(Math.max(0, share - half)),
      high: at(Math.min(1, share + half)),
    }
  }
  return { n, tooFew: false, p50: percentile(0.5), p95: percentile(0.95) }
}

/** The duration that so many of the calls do not pass. */
function durationAt(histogram: readonly number[], rank: number): number {
  let below = 0
  let from = 0
  for (const [index, bound] of latencyBounds.entries()) {
    const count = histogram[index] ?? 0
    if (count > 0 && below + count >= rank) return from + ((bound - from) * (rank - below)) / count
    below += count
    from = bound
  }
  return from
}
