import type { CodeError, CodeLimits, CodeStatus } from './code-job.ts'

/** The worker data of a thread. */
export interface ThreadStart {
  /** The engine, compiled once for all threads. */
  readonly engine: WebAssembly.Module
}

/** Host to thread: its only job. */
export interface JobMessage {
  readonly code: string
  readonly libraries: Readonly<Record<string, string>>
  readonly names: readonly string[]
  /** As JSON. */
  readonly input: string
  readonly limits: CodeLimits
  /** The shared log buffer, readable even after the thread is terminated. */
  readonly logs: SharedArrayBuffer
}

/** Host to thread: the answer of a call. `text` is JSON: the value or the error message. */
export interface AnswerMessage {
  readonly id: number
  readonly ok: boolean
  readonly text: string
}

export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly args: string }
  | ({ readonly type: 'done' } & Ending)

/** How the code ended, as reported by the thread. */
export interface Ending {
  readonly status: Exclude<CodeStatus, 'cancelled'>
  /** The result as JSON; empty when the code returned nothing. */
  readonly value: string
  readonly error: CodeError | null
}
