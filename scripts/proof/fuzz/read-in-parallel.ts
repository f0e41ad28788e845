import { availableParallelism } from 'node:os'
import { type Range, readArchives } from './read-archives.ts'
import type { Progress } from './reader-process.ts'

/** Enough archives in one process for a leak to show. */
const archivesPerProcess = 25_000

/** Reads the range in up to two processes at a time; returns the merged progress with the worst values. */
export async function readInParallel({ seed, from, to }: Range): Promise<Progress> {
  const ranges: Range[] = []
  for (let at = from; at < to; at += archivesPerProcess) {
    ranges.push({ seed, from: at, to: Math.min(to, at + archivesPerProcess) })
  }
  const done: Progress[] = []
  const worker = async (): Promise<void> => {
    for (let range = ranges.shift(); range; range = ranges.shift()) {
      done.push(await readArchives(range))
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
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
