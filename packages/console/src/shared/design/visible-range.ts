interface Window {
  readonly top: number
  readonly height: number
}

interface VisibleRange {
  /** The first row that is drawn, and the one behind the last. */
  readonly from: number
  readonly to: number
  /** Where the first one begins. */
  readonly offset: number
  /** Height of all. */
  readonly total: number
}

/** Rows drawn beyond what is seen, so that keys and quick scrolling find them there. */
const beyond = 8

/** Which rows of a list are within a window, from their heights in pixels. Pure. */
export function visibleRange(heights: readonly number[], { top, height }: Window): VisibleRange {
  const starts: number[] = []
  let total = 0
  for (const one of heights) {
    starts.push(total)
    total += one
  }
  const first = starts.findIndex((start, at) => start + (heights[at] ?? 0) > top)
  const last = starts.findIndex((start) => start >= top + height)
  const from = Math.max(0, (first === -1 ? heights.length : first) - beyond)
  const to = Math.min(heights.length, (last === -1 ? heights.length : last) + beyond)
  return { from, to, offset: starts[from] ?? 0, total }
}
