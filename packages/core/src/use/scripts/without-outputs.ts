import type { Execution } from '../../domain/execution.ts'

/** An execution whose files are kept no longer: what there was can still be read in it, and why it is gone. */
export function withoutOutputs<Kept extends Pick<Execution, 'outputs' | 'skipped'>>(
  execution: Kept,
  why: string,
): Kept {
  const gone = execution.outputs.map(({ path }) => ({ path, why }))
  return { ...execution, outputs: [], skipped: [...execution.skipped, ...gone] }
}
