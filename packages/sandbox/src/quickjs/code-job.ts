/** What JSON can say. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** What a host function answers: a value, or a refusal in words the code may read. */
export type HostAnswer = { readonly value: Json } | { readonly refused: string }

/** Called with what the code passed, as JSON has it: hostile. What it throws is told as failed, without words. */
export type HostFunction = (args: readonly Json[]) => Promise<HostAnswer>

/** The most one job may take. */
export interface CodeLimits {
  /** Milliseconds by the wall clock, host calls included; waiting for a place is not. */
  readonly wallMs: number
  /** Bytes of the engine with all that is in it, 16 to 64 MiB; it takes about one for itself. */
  readonly memoryBytes: number
  /** Bytes of logs, and again of the result as JSON. */
  readonly outputBytes: number
}

/** One piece of JavaScript to run once, in an engine that nothing has run in before. */
export interface CodeJob {
  /** The body of an async function. */
  readonly code: string
  /** CommonJS sources by the name `require` knows them under. */
  readonly libraries: Readonly<Record<string, string>>
  /** By name, `skills.read` or `read`: all the code can reach. */
  readonly calls: Readonly<Record<string, HostFunction>>
  /** The global `input`. */
  readonly input: Json
  readonly limits: CodeLimits
  /** Jobs of one key take turns with those of others. */
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

/** How a job ended. Everything in it but the status comes from the code: hostile. */
export interface CodeResult {
  readonly status: CodeStatus
  /** Undefined when it returned nothing. */
  readonly value: Json | undefined
  readonly logs: string
  /** Why it is not `ok`; never a stack. */
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

/** Bounds of one job that no limit changes. */
export const codeBounds = {
  /** Host calls under way at once, and in all. */
  pendingCalls: 32,
  totalCalls: 100,
  /** UTF-16 units of the arguments of one host call, as JSON. */
  argumentUnits: 64 * 1024,
  /** UTF-16 units of an answer to the code, as JSON. */
  answerUnits: 4 * 1024 * 1024,
  /** UTF-16 units of code, of all libraries together, of the input as JSON. */
  codeUnits: 512 * 1024,
  libraryUnits: 2 * 1024 * 1024,
  inputUnits: 512 * 1024,
  /** Arrays and objects inside one another, in input, arguments and result. */
  depth: 100,
  /** UTF-16 units of what is told of an error. */
  errorUnits: 2_000,
  memoryBytes: { least: 16 * 1024 * 1024, most: 64 * 1024 * 1024 },
} as const
