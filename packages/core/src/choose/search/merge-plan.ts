/** What there is to know about a segment to decide on merging it. */
export interface SegmentWeight {
  readonly live: number
  readonly removed: number
}

/** So many segments of like size become one. */
const fanIn = 8
/** A segment this many times larger than all smaller ones together is left alone. */
const maxSizeRatio = 3

/**
 * Which segments (by position) to merge into one, or none. Keeps their number logarithmic, each skill
 * copied a logarithmic number of times, and less than half of any segment removed skills.
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
