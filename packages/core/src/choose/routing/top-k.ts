import { PRIORITY_MASK, SCORE_SHIFT } from './score-accumulator.ts'

/** Larger scores share the last bucket: they are told apart by sorting alone. */
const scoreBuckets = 1024
const byScore = new Int32Array(scoreBuckets)
const byPriority = new Int32Array(PRIORITY_MASK + 1)

interface TopKOptions {
  readonly limit: number
  readonly min: number
}

/** Of something that stands at this place. The platform sorts plain numbers far faster than it compares. */
const indexRange = 2 ** 32

/**
 * Where the largest standings of at least `least` (0 or more) are, largest first: `most` of them, and those
 * that equal the last. Counts instead of comparing, for there are thousands of them, of few values.
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

/** A standing that enough reach, and hardly more than that. */
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

/** The highest bucket that has so many in it and above it; the first where there are fewer. */
function bucketOf(counts: Int32Array, limit: number): { bucket: number; above: number } {
  let above = 0
  for (let bucket = counts.length - 1; bucket > 0; bucket -= 1) {
    if (above + counts[bucket]! >= limit) return { bucket, above }
    above += counts[bucket]!
  }
  return { bucket: 0, above }
}
