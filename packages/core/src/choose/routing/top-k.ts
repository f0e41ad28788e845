import { PRIORITY_MASK, SCORE_SHIFT } from './score-accumulator.ts'

/** Larger scores share the last bucket; sorting separates them. */
const scoreBuckets = 1024
const byScore = new Int32Array(scoreBuckets)
const byPriority = new Int32Array(PRIORITY_MASK + 1)

interface TopKOptions {
  readonly limit: number
  readonly min: number
}

/** A sort key packs a score with its index, because sorting plain numbers is far faster than a comparator. */
const indexRange = 2 ** 32

/**
 * The indexes of the top `limit` packed scores of at least `min` (0 or more), in descending order, plus ties with the
 * last one. Uses counting buckets, because there are thousands of scores with few distinct values.
 */
export function topK(scores: Int32Array, { limit, min }: TopKOptions): number[] {
  const threshold = Math.max(min, approximateThreshold(scores, { limit, min }))
  const found: number[] = []
  for (let at = 0; at < scores.length; at += 1) {
    if (scores[at]! >= threshold) found.push(scores[at]! * indexRange + at)
  }
  const sorted = Float64Array.from(found).sort().reverse()
  const last = scores[(sorted[limit - 1] ?? -1) % indexRange] ?? threshold
  return Array.from(sorted, (key) => key % indexRange).filter((at) => scores[at]! >= last)
}

/** A threshold that at least `limit` scores reach, and few more. */
function approximateThreshold(scores: Int32Array, { limit, min }: TopKOptions): number {
  byScore.fill(0)
  for (let at = 0; at < scores.length; at += 1) {
    const packed = scores[at]!
    if (packed >= min) byScore[Math.min(scoreBuckets - 1, packed >> SCORE_SHIFT)]! += 1
  }
  const { bucket: score, above } = bucketOf(byScore, limit)
  byPriority.fill(0)
  for (let at = 0; at < scores.length; at += 1) {
    const packed = scores[at]!
    if (packed >> SCORE_SHIFT === score) byPriority[packed & PRIORITY_MASK]! += 1
  }
  return (score << SCORE_SHIFT) + bucketOf(byPriority, limit - above).bucket
}

/** The highest bucket with at least `limit` scores in it and above it; the first bucket if there are fewer. */
function bucketOf(counts: Int32Array, limit: number): { bucket: number; above: number } {
  let above = 0
  for (let bucket = counts.length - 1; bucket > 0; bucket -= 1) {
    if (above + counts[bucket]! >= limit) return { bucket, above }
    above += counts[bucket]!
  }
  return { bucket: 0, above }
}
