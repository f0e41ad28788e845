import { availableParallelism } from 'node:os'

export interface PartEnd {
  readonly isKept: boolean
  readonly output: string
}

interface PartsToRun {
  /** The longest first, so that none is left alone at the end. */
  readonly names: readonly string[]
  /** Runs one part in a process of its own. */
  run(name: string): Promise<PartEnd>
  report(text: string): void
}

/** Most parts keep one processor busy, and wait between. */
const atOnce = Math.min(2, availableParallelism())

/**
 * Runs parts beside each other and reports each when it has ended. After the first broken promise none begins any more.
 * Returns whether all were kept.
 */
export async function runInParallel({ names, run, report }: PartsToRun): Promise<boolean> {
  const waiting = [...names]
  let isKept = true
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined && isKept; name = waiting.shift()) {
      report(`… ${name}\n`)
      const end = await run(name)
      report(end.output)
      isKept &&= end.isKept
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return isKept
}
