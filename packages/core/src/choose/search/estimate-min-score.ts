/** Enough to tell where the top of a segment begins; more cost more than they save. */
const maxSamples = 2048
const minSampledTop = 16
const bucketCount = 256
const buckets = new Uint32Array(bucketCount)

/**
 * A score that about twice `limit` of the first `size` scores reach, from an even sample of them; 0 when that many may not
 * be above 0. A guess: whoever starts from it has to go on below it when it was too high.
 */
export function estimateMinScore(scores: Float64Array, size: number, limit: number): number {
  const step = Math.max(1, Math.floor(size / maxSamples))
  const wanted = Math.max(minSampledTop, Math.ceil((2 * limit) / step))
  let max = 0
  for (let at = 0; at < size; at += step) if (scores[at]! > max) max = scores[at]!
  if (max === 0) return 0
  buckets.fill(0)
  const perUnit = (bucketCount - 1) / max
  for (let at = 0; at < size; at += step) buckets[(scores[at]! * perUnit) | 0]! += 1
  let above = 0
  for (let bucket = bucketCount - 1; bucket > 0; bucket -= 1) {
    above += buckets[bucket]!
    // A little below: a score may have been rounded up into the bucket.
    if (above >= wanted) return (bucket / perUnit) * (1 - 2 ** -40)
  }
  return 0
}
