/** The size of a segment, for the decision to merge it. */
export interface SegmentWeight {
  readonly live: number
  readonly removed: number
}

/** Number of similar segments that are merged into one. */
const fanIn = 8
/** A segment this many times larger than all smaller ones together is not merged. */
const maxSizeRatio = 3

/**
 * Chooses the segments (by position) to merge into one, or none. Keeps the number of segments and the number of copies
 * of each skill logarithmic, and removed skills below half of any segment.
 */
export function planMerge(segments: readonly SegmentWeight[]): readonly number[] {
  const bySize = segments
    .map((weight, position) => ({ ...weight, position }))
    .sort((a, b) => a.live - b.live || a.position - b.position)
  const taken: number[] = []
  let sum = 0
  for (const { live, position } of bySize) {
    if (taken.length > 0 && live > maxSizeRatio * Math.max(sum, 1)) break
    taken.push(position)
    sum += live
  }
  if (taken.length >= fanIn) return taken
  return bySize.filter(({ live, removed }) => removed > live).map(({ position }) => position)
}
