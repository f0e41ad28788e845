import type { CodeError, CodeLimits, CodeStatus } from './code-job.ts'

/** What a thread is started with. */
export interface ThreadStart {
  /** The engine, compiled once for all threads. */
  readonly engine: WebAssembly.Module
}

/** Host to thread: the one job of its life. */
export interface JobMessage {
  readonly code: string
  readonly libraries: Readonly<Record<string, string>>
  readonly names: readonly string[]
  /** As JSON. */
  readonly input: string
  readonly limits: CodeLimits
  /** Where logs go, so that what was logged is there even when the thread has to be ended. */
  readonly logs: SharedArrayBuffer
}

/** Host to thread: what a call came to. `text` is JSON: the value, or the words of the refusal. */
export interface AnswerMessage {
  readonly id: number
  readonly ok: boolean
  readonly text: string
}

export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly args: string }
  | ({ readonly type: 'done' } & Ending)

/** How the code ended, as the thread saw it. */
export interface Ending {
  readonly status: Exclude<CodeStatus, 'cancelled'>
  /** The result as JSON; empty: it returned nothing. */
  readonly value: string
  readonly error: CodeError | null
}
