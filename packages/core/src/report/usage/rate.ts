/** Below so many, a rate says too little to decide by. */
export const minSample = 10

/** How often something happened, of `n` times it could have. */
export interface Rate {
  readonly count: number
  readonly n: number
  /** Null when n is 0, as are the bounds. */
  readonly rate: number | null
  /** The bounds of the 95 % interval after Wilson, which stays within 0 and 1 and holds for few and for extreme counts. */
  readonly low: number | null
  readonly high: number | null
  /** Fewer than {@link minSample}: too few to say. */
  readonly tooFew: boolean
}

/** The 97.5 % quantile of the normal distribution. */
export const z = 1.959_963_985

export function rateOf(count: number, n: number): Rate {
  const tooFew = n < minSample
  if (n === 0) return { count, n, rate: null, low: null, high: null, tooFew }
  const rate = count / n
  const scale = 1 + z ** 2 / n
  const middle = (rate + z ** 2 / (2 * n)) / scale
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / n + z ** 2 / (4 * n ** 2))
  const low = count === 0 ? 0 : Math.max(0, middle - half)
  const high = count === n ? 1 : Math.min(1, middle + half)
  return { count, n, rate, low, high, tooFew }
}
