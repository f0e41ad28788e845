import type { Execution } from './execution.ts'

/** The execution after its files were deleted: each output becomes a skipped file with the reason. */
export function withoutOutputs<Kept extends Pick<Execution, 'outputs' | 'skipped'>>(
  execution: Kept,
  why: string,
): Kept {
  const removed = execution.outputs.map(({ path }) => ({ path, why }))
  return { ...execution, outputs: [], skipped: [...execution.skipped, ...removed] }
}
