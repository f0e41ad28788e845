import { open, readFile } from 'node:fs/promises'
import { CommandError } from '../../command/exit-codes.ts'
import type { RecordedTrial } from './outcome-messages.ts'

/** Where each finished trial is written before the next begins. */
export interface ResultsFile {
  readonly recorded: readonly RecordedTrial[]
  /** Resolves once it is on the disk. */
  add(trial: RecordedTrial): Promise<void>
  /** The next test may begin the file anew. */
  close(isFinished: boolean): Promise<void>
}

/** Opens the file of an earlier test to go on with it, or begins one. Never discards trials of a test that did not end. */
export async function openResultsFile(path: string, isResumed: boolean): Promise<ResultsFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new CommandError(`${path} cannot be read: ${error.message}`)
  })
  // A line without its end was being written when the process died.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole.split('\n').filter((line) => line !== '')
  const values = lines.map((line) => parse(path, line))
  const isFinished = values.some((value) => 'finished' in value)
  if (!isResumed && values.length > 0 && !isFinished) {
    const hint = 'Use --resume to go on with it, or name another file with --results.'
    throw new CommandError(`${path} has the results of a test that did not end.`, hint)
  }
  const recorded = values.filter((value) => !('finished' in value)) as RecordedTrial[]
  const kept = isResumed ? recorded : []
  const file = await open(path, 'w').catch((error: Error) => {
    throw new CommandError(`${path} cannot be written: ${error.message}`)
  })
  const add = async (value: object) => {
    await file.appendFile(`${JSON.stringify(value)}\n`)
    await file.datasync()
  }
  if (kept.length > 0) {
    await file.appendFile(kept.map((one) => `${JSON.stringify(one)}\n`).join(''))
    await file.datasync()
  }
  return {
    recorded: kept,
    add,
    close: async (ended) => {
      if (ended) await add({ finished: true })
      await file.close()
    },
  }
}

function parse(path: string, line: string): RecordedTrial | { readonly finished: true } {
  try {
    const value = JSON.parse(line)
    if (value.finished === true || typeof value.result?.key === 'string') return value
  } catch {
    // Said below.
  }
  throw new CommandError(`${path} is no file of results.`, 'Name another one with --results.')
}
