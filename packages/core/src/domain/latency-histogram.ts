/** Upper bounds in milliseconds, both for a small model's answer and for one that thinks for minutes. */
export const latencyBounds = [
  250, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12_000, 20_000, 30_000, 60_000, 120_000,
] as const

/** Counters of the model calls that took up to each bound and longer than the one before; the last of those above all. */
export type LatencyCounter = `latencyTo${(typeof latencyBounds)[number]}` | 'latencyAbove'

export const latencyCounters: readonly LatencyCounter[] = [
  ...latencyBounds.map((bound) => `latencyTo${bound}` as const),
  'latencyAbove',
]

/** The counter of a model call that took so long. */
export function latencyCounterOf(durationMs: number): LatencyCounter {
  const bound = latencyBounds.find((one) => durationMs <= one)
  return bound === undefined ? 'latencyAbove' : `latencyTo${bound}`
}
