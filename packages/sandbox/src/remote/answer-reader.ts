import type { ExecutionResult } from '../execution/execution.ts'

/** What an executor has answered so far; it throws for an answer that is no answer. */
export interface AnswerReader {
  push(piece: Uint8Array): void
  /** The result, or a refusal as an error; undefined when the answer was cut off or is wrong. */
  end(): Promise<ExecutionResult | Error | undefined>
}

/** The maximum size of an answer apart from output and files. */
const maxHeaderBytes = 8 * 1024 * 1024

/**
 * The maximum bytes of an answer. JSON may write one byte as six (`\u0000`); signs of life count too, which at
 * one in ten seconds is enough for years.
 */
export function maxAnswerBytes(limits: {
  readonly outputBytes: number
  readonly workspaceBytes: number
}): number {
  return limits.outputBytes * 6 + limits.workspaceBytes * 6 + maxHeaderBytes
}
