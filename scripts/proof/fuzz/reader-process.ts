import { readSkillZip, writeSkillZip } from '@repertoire/skill-md/zip'
import { checkReading } from './check-reading.ts'
import { hostileArchive } from './hostile-archive.ts'

/**
 * Sent to the parent by this process, which reads archives `from` up to `to` of a seed without permission to
 * write files. An error that no `try` can catch ends the process.
 */
export interface Progress {
  /** Every archive before this one is done. */
  readonly next: number
  /** Number of archives by outcome: `ok`, or the code of a problem. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly slowest: { readonly index: number; readonly milliseconds: number }
  /** Peak memory of this process, in bytes. */
  readonly peakMemory: number
  readonly failure?: { readonly index: number; readonly message: string }
}

const reportEvery = 250
/** Creating an archive of this size leaves garbage that would count as the reader's memory. */
const largeArchiveBytes = 100_000

const [seed = 0, from = 0, to = 0] = process.argv.slice(2).map(Number)
const outcomes: Record<string, number> = {}
let slowest = { index: from, milliseconds: 0 }
let current = from

function report(next: number, failure?: unknown): void {
  const message = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
  const peakMemory = process.resourceUsage().maxRSS * 1024
  const progress: Progress = { next, outcomes, slowest, peakMemory }
  process.send?.(
    failure === undefined ? progress : { ...progress, failure: { index: current, message } },
  )
}

process.on('unhandledRejection', (error) => fail(error))
process.on('uncaughtException', (error) => fail(error))

function fail(error: unknown): void {
  report(current, error ?? 'unknown error')
  process.disconnect?.()
  process.exitCode = 1
}

async function readOne(index: number): Promise<void> {
  const archive = hostileArchive(seed, index)
  if (archive.length > largeArchiveBytes) globalThis.gc?.()
  const start = performance.now()
  const reading = await readSkillZip(archive)
  const milliseconds = performance.now() - start
  if (milliseconds > slowest.milliseconds) slowest = { index, milliseconds }
  const outcome = reading.ok ? 'ok' : reading.problem.code
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  checkReading(reading)
  // Small ones only: the measured memory is the reader's.
  if (archive.length > largeArchiveBytes) globalThis.gc?.()
  if (reading.ok && archive.length < largeArchiveBytes && index % 10 === 0)
    await checkWritten(reading.files)
}

/** Asserts that an accepted package can be written and read again. */
async function checkWritten(files: Parameters<typeof writeSkillZip>[1]): Promise<void> {
  const again = await readSkillZip(writeSkillZip('a-skill', files))
  if (!again.ok)
    throw new Error(`an accepted package is refused after writing it: ${again.problem.message}`)
  checkReading(again)
  const sizes = (list: typeof files) => list.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (again.files.length !== files.length || sizes(again.files) !== sizes(files)) {
    throw new Error('an accepted package changes when written and read again')
  }
}

try {
  for (; current < to; current++) {
    await readOne(current)
    if (current % reportEvery === reportEvery - 1) report(current + 1)
  }
  // An unhandled rejection is reported by now.
  await new Promise((resolve) => setImmediate(resolve))
  report(to)
  process.disconnect?.()
} catch (error) {
  fail(error)
}
