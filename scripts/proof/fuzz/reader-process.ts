import { readSkillZip, writeSkillZip } from '@repertoire/skill-md/zip'
import { checkReading } from './check-reading.ts'
import { hostileArchive } from './hostile-archive.ts'

/**
 * Reads archives `from` up to `to` of a seed in a process that may write no file, and tells its parent how it goes.
 * What no `try` can catch, the parent sees as the end of this process.
 */
export interface Progress {
  /** All before this one are done. */
  readonly next: number
  /** How often each outcome was: `ok`, or a problem's code. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly slowest: { readonly index: number; readonly milliseconds: number }
  /** The most memory this process ever held, bytes. */
  readonly peakMemory: number
  readonly failure?: { readonly index: number; readonly message: string }
}

/** Archives between two reports. */
const reportEvery = 250
/** Bytes from which making an archive leaves garbage that would be taken for the reader's memory. */
const large = 100_000

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
  report(current, error ?? 'no reason')
  process.disconnect?.()
  process.exitCode = 1
}

async function readOne(index: number): Promise<void> {
  const archive = hostileArchive(seed, index)
  if (archive.length > large) globalThis.gc?.()
  const start = performance.now()
  const reading = await readSkillZip(archive)
  const milliseconds = performance.now() - start
  if (milliseconds > slowest.milliseconds) slowest = { index, milliseconds }
  const outcome = reading.ok ? 'ok' : reading.problem.code
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  checkReading(reading)
  // The small ones only: memory is to be the reader's.
  if (archive.length > large) globalThis.gc?.()
  if (reading.ok && archive.length < large && index % 10 === 0) await checkWritten(reading.files)
}

/** What was read can be written and read again. */
async function checkWritten(files: Parameters<typeof writeSkillZip>[1]): Promise<void> {
  const again = await readSkillZip(writeSkillZip('a-skill', files))
  if (!again.ok)
    throw new Error(`what was accepted is refused when written: ${again.problem.message}`)
  checkReading(again)
  const sizes = (list: typeof files) => list.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (again.files.length !== files.length || sizes(again.files) !== sizes(files)) {
    throw new Error('what was accepted is something else when written and read again')
  }
}

try {
  for (; current < to; current++) {
    await readOne(current)
    if (current % reportEvery === reportEvery - 1) report(current + 1)
  }
  // A rejection nobody waits for shows up by now.
  await new Promise((resolve) => setImmediate(resolve))
  report(to)
  process.disconnect?.()
} catch (error) {
  fail(error)
}
