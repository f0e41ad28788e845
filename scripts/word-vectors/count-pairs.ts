/** How often two words stand near each other, as triangle of a symmetric matrix. */
export interface PairCounts {
  readonly words: number
  /** `row * words + column`, with row < column. */
  readonly pairs: Float64Array
  readonly counts: Float32Array
}

/** How far apart two words may stand. */
const windowSize = 10
const slots = 2 ** 26

/**
 * Counts pairs by one over their distance. Of very frequent words a fixed, pseudo-random part is left out: `keep` says
 * which share of each word stays.
 */
export function countPairs(paragraphs: readonly Uint32Array[], keep: Float64Array): PairCounts {
  const words = keep.length
  const keys = new Float64Array(slots)
  const counts = new Float32Array(slots)
  const random = randomNumbers(1)
  let used = 0
  function add(a: number, b: number, weight: number): void {
    const key = Math.min(a, b) * words + Math.max(a, b) + 1
    let slot = (Math.imul(a ^ b, 0x9e3779b1) ^ Math.imul(a + b, 0x85ebca6b)) >>> 6
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) % slots
    if (keys[slot] === 0) {
      keys[slot] = key
      used += 1
      if (used > 0.8 * slots) throw new Error('more pairs than there is room for')
    }
    counts[slot]! += weight
  }
  for (const paragraph of paragraphs) {
    const kept = paragraph.filter((word) => random() < keep[word]!)
    for (const [at, word] of kept.entries()) {
      const end = Math.min(kept.length, at + windowSize + 1)
      for (let other = at + 1; other < end; other += 1)
        if (kept[other] !== word) add(word, kept[other]!, 1 / (other - at))
    }
  }
  const filled = [...keys.keys()].filter((slot) => keys[slot] !== 0)
  return {
    words,
    pairs: Float64Array.from(filled, (slot) => keys[slot]! - 1),
    counts: Float32Array.from(filled, (slot) => counts[slot]!),
  }
}

/** A linear congruential generator: the same numbers on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
