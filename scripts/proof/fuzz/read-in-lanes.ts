import { availableParallelism } from 'node:os'
import { type Range, readArchives } from './read-archives.ts'
import type { Progress } from './reader-process.ts'

/** Archives one process reads after each other: enough for a leak to show. */
const perProcess = 25_000

/** Reads the range in two processes at a time where the machine has two cores; the worst of them counts. */
export async function readInLanes({ seed, from, to }: Range): Promise<Progress> {
  const ranges: Range[] = []
  for (let at = from; at < to; at += perProcess) {
    ranges.push({ seed, from: at, to: Math.min(to, at + perProcess) })
  }
  const done: Progress[] = []
  const lane = async (): Promise<void> => {
    for (let range = ranges.shift(); range; range = ranges.shift()) {
      done.push(await readArchives(range))
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane))
  return done.reduce(merge)
}

function merge(one: Progress, other: Progress): Progress {
  const outcomes = { ...one.outcomes }
  for (const [outcome, times] of Object.entries(other.outcomes)) {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + times
  }
  const slower = one.slowest.milliseconds > other.slowest.milliseconds ? one : other
  const peakMemory = Math.max(one.peakMemory, other.peakMemory)
  return { next: Math.max(one.next, other.next), outcomes, slowest: slower.slowest, peakMemory }
}
