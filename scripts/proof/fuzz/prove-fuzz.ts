import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import { proveHttpImport } from './prove-http-import.ts'
import { readInParallel } from './read-in-parallel.ts'

const mebibyte = 1024 * 1024
const maxMemoryBytes = 256 * mebibyte
/** For one archive. The largest accepted one contains 32 MiB; the machine may be under load. */
const maxMilliseconds = 5000

/**
 * Hostile archives through the reader and through the import endpoint: no crash, no hang, no file outside the
 * data folder, memory below the limit. `--count`, `--seed` and `--only <number>` select other archives.
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
  assert.ok(from < to && Number.isSafeInteger(seed), '--count, --seed and --only need numbers')
  await proveReader({ seed, from, to })
  if (values.only === undefined) await proveHttpImport(seed, Math.min(2000, to))
}

async function proveReader(range: { seed: number; from: number; to: number }): Promise<void> {
  const count = range.to - range.from
  process.stdout.write(`${count} archives of seed ${range.seed} through the reader …\n`)
  const start = performance.now()
  const { outcomes, slowest, peakMemory } = await readInParallel(range)
  const seconds = (performance.now() - start) / 1000
  for (const [outcome, number] of Object.entries(outcomes).toSorted((a, b) => b[1] - a[1])) {
    process.stdout.write(`${String(number).padStart(8)}  ${outcome}\n`)
  }
  process.stdout.write(
    `no crash, no hang, no unhandled rejection, nothing written, every accepted path inside; ` +
      `${seconds.toFixed(0)} s, slowest ${slowest.milliseconds.toFixed(0)} ms (archive ${slowest.index}), ` +
      `peak memory ${(peakMemory / mebibyte).toFixed(0)} MiB\n`,
  )
  assert.ok(peakMemory < maxMemoryBytes, 'the process stays below 256 MiB')
  assert.ok(slowest.milliseconds < maxMilliseconds, 'no archive takes longer than 5 s')
}
