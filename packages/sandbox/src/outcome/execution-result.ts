import type { Outputs } from '../collect/collect-outputs.ts'
import type { ExecutionRequest, ExecutionResult, ExecutionUsage } from '../execution/execution.ts'
import type { OutputRecorder } from '../streams/output-recorder.ts'
import { type Ending, outcomeOf } from './outcome.ts'

const tailBytes = 4096

/** An execution after its last process has ended. */
export interface FinishedExecution
  extends Omit<Ending, 'runtime' | 'stderrTail' | 'largestFileBytes'> {
  readonly output: OutputRecorder
  readonly collected: Outputs
  readonly usage: ExecutionUsage
}

export function executionResult(
  { runtime, limits }: ExecutionRequest,
  { output, collected, usage, ...ending }: FinishedExecution,
): ExecutionResult {
  const stderr = output.all('stderr')
  const stderrTail = Buffer.from(stderr.subarray(-tailBytes)).toString()
  const sizes = collected.outputs.map(({ bytes }) => bytes.length)
  const largestFileBytes = sizes.reduce((one, other) => Math.max(one, other), 0)
  return {
    ...outcomeOf({ ...ending, runtime, stderrTail, largestFileBytes }, limits),
    ...{ stdout: output.all('stdout'), stderr },
    ...collected,
    usage,
  }
}
