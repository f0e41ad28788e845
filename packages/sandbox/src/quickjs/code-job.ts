/** Any JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** The answer of a host function: a value, or an error message the code may read. */
export type HostAnswer = { readonly value: Json } | { readonly refused: string }

/**
 * Called with the code's arguments as JSON: untrusted. Thrown errors are reported as failed, without their
 * message.
 */
export type HostFunction = (args: readonly Json[]) => Promise<HostAnswer>

/** Limits of one job. */
export interface CodeLimits {
  /** Wall clock milliseconds, including host calls, excluding the queue. */
  readonly wallMs: number
  /** Bytes of the engine including its data, 16 to 64 MiB; the engine itself uses about one. */
  readonly memoryBytes: number
  /** Bytes of logs, and separately of the result as JSON. */
  readonly outputBytes: number
}

/** JavaScript that runs once, in a fresh engine. */
export interface CodeJob {
  /** The body of an async function. */
  readonly code: string
  /** CommonJS sources by their `require` name. */
  readonly libraries: Readonly<Record<string, string>>
  /** Host functions by name, such as `skills.read` or `read`: all that the code can reach. */
  readonly calls: Readonly<Record<string, HostFunction>>
  /** The global `input`. */
  readonly input: Json
  readonly limits: CodeLimits
  /** The fair queue serves different keys in turns. */
  readonly queueKey: string
  readonly signal?: AbortSignal
}

export type CodeStatus =
  | 'ok'
  | 'failed'
  | 'timed-out'
  | 'out-of-memory'
  | 'output-limit'
  | 'cancelled'

/** The result of a job. Everything but the status comes from the code: untrusted. */
export interface CodeResult {
  readonly status: CodeStatus
  /** Undefined when the code returned nothing. */
  readonly value: Json | undefined
  readonly logs: string
  /** The error unless the status is `ok`; never a stack. */
  readonly error: CodeError | null
  readonly usage: { readonly wallMs: number; readonly hostCalls: number }
}

export interface CodeError {
  readonly name: string
  readonly message: string
}

export const defaultCodeLimits: CodeLimits = {
  wallMs: 5_000,
  memoryBytes: 32 * 1024 * 1024,
  outputBytes: 64 * 1024,
}

/** Fixed bounds of every job. */
export const codeBounds = {
  /** Concurrent host calls, and host calls in all. */
  pendingCalls: 32,
  totalCalls: 100,
  /** UTF-16 units of the arguments of one host call, as JSON. */
  argumentUnits: 64 * 1024,
  /** UTF-16 units of a host call's answer, as JSON. */
  answerUnits: 4 * 1024 * 1024,
  /** UTF-16 units of code, of all libraries together, of the input as JSON. */
  codeUnits: 512 * 1024,
  libraryUnits: 2 * 1024 * 1024,
  inputUnits: 512 * 1024,
  /** Nesting depth of input, arguments and result. */
  depth: 100,
  /** UTF-16 units of an error message. */
  errorUnits: 2_000,
  memoryBytes: { min: 16 * 1024 * 1024, max: 64 * 1024 * 1024 },
} as const
