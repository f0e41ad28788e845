import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import { proveOverTheWire } from './over-the-wire.ts'
import { readInLanes } from './read-in-lanes.ts'

const mebibyte = 1024 * 1024
const memoryLimit = 256 * mebibyte
/** Milliseconds for one archive. The largest that is taken holds 32 MiB; the machine may be busy. */
const timeLimit = 5000

/**
 * Hostile archives through the reader and through the door: no crash, no hang, no file outside, and never more
 * memory than the limit. `--count`, `--seed` and `--only <number>` choose other archives.
 */
export async function proveFuzz(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      count: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '20261121' },
      only: { type: 'string' },
    },
  })
  const seed = Number(values.seed)
  const from = Number(values.only ?? 0)
  const to = values.only === undefined ? Number(values.count) : from + 1
  assert.ok(from < to && Number.isSafeInteger(seed), 'numbers are wanted')
  await proveReader({ seed, from, to })
  if (values.only === undefined) await proveOverTheWire(seed, Math.min(2000, to))
}

async function proveReader(range: { seed: number; from: number; to: number }): Promise<void> {
  const count = range.to - range.from
  process.stdout.write(`${count} archives of seed ${range.seed} through the reader …\n`)
  const start = performance.now()
  const { outcomes, slowest, peakMemory } = await readInLanes(range)
  const seconds = (performance.now() - start) / 1000
  for (const [outcome, number] of Object.entries(outcomes).toSorted((a, b) => b[1] - a[1])) {
    process.stdout.write(`${String(number).padStart(8)}  ${outcome}\n`)
  }
  process.stdout.write(
    `no crash, no hang, no unhandled rejection, nothing written, every accepted path inside; ` +
      `${seconds.toFixed(0)} s, slowest ${slowest.milliseconds.toFixed(0)} ms (archive ${slowest.index}), ` +
      `peak memory ${(peakMemory / mebibyte).toFixed(0)} MiB\n`,
  )
  assert.ok(peakMemory < memoryLimit, 'the process stays below 256 MiB')
  assert.ok(slowest.milliseconds < timeLimit, 'no archive takes longer than 5 s')
}
