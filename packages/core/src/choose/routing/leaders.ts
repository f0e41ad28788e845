import { PRIORITY_BITS, SCORE_SHIFT } from './standings.ts'

/** Larger scores share the last bucket: they are told apart by sorting alone. */
const scoreBuckets = 1024
const byScore = new Int32Array(scoreBuckets)
const byPriority = new Int32Array(PRIORITY_BITS + 1)

interface Choice {
  readonly most: number
  readonly least: number
}

/** Of something that stands at this place. The platform sorts plain numbers far faster than it compares. */
const placeValues = 2 ** 32

/**
 * Where the largest standings of at least `least` (0 or more) are, largest first: `most` of them, and those
 * that equal the last. Counts instead of comparing, for there are thousands of them, of few values.
 */
export function leaders(standings: Int32Array, { most, least }: Choice): number[] {
  const bar = Math.max(least, lowBar(standings, { most, least }))
  const found: number[] = []
  for (let at = 0; at < standings.length; at += 1) {
    if (standings[at]! >= bar) found.push(standings[at]! * placeValues + at)
  }
  const inOrder = Float64Array.from(found).sort().reverse()
  const last = standings[(inOrder[most - 1] ?? -1) % placeValues] ?? bar
  return Array.from(inOrder, (one) => one % placeValues).filter((at) => standings[at]! >= last)
}

/** A standing that enough reach, and hardly more than that. */
function lowBar(standings: Int32Array, { most, least }: Choice): number {
  byScore.fill(0)
  for (let at = 0; at < standings.length; at += 1) {
    const standing = standings[at]!
    if (standing >= least) byScore[Math.min(scoreBuckets - 1, standing >> SCORE_SHIFT)]! += 1
  }
  const { bucket: score, above } = bucketOf(byScore, most)
  byPriority.fill(0)
  for (let at = 0; at < standings.length; at += 1) {
    const standing = standings[at]!
    if (standing >> SCORE_SHIFT === score) byPriority[standing & PRIORITY_BITS]! += 1
  }
  return (score << SCORE_SHIFT) + bucketOf(byPriority, most - above).bucket
}

/** The highest bucket that has so many in it and above it; the first where there are fewer. */
function bucketOf(counts: Int32Array, most: number): { bucket: number; above: number } {
  let above = 0
  for (let bucket = counts.length - 1; bucket > 0; bucket -= 1) {
    if (above + counts[bucket]! >= most) return { bucket, above }
    above += counts[bucket]!
  }
  return { bucket: 0, above }
}
