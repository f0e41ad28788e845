import type { JsonValue } from '../base/json.ts'

/**
 * What the code may call of us: JSON in, JSON out. A ProblemError it throws is told to the code by its
 * message, any other error only as failed.
 */
export type CodeHostFunction = (args: readonly JsonValue[]) => Promise<JsonValue>

/** The most a piece of code may take. */
export interface CodeLimits {
  /** Milliseconds from its start to its end, waiting for host functions included. */
  readonly wallMs: number
  /** Bytes of the engine with all that is in it, 16 to 64 MiB. */
  readonly memoryBytes: number
  /** Bytes of what it logs, and again of its result as JSON. */
  readonly outputBytes: number
}

/** A piece of JavaScript, decided and checked; who asks for it has made sure that it may be run. */
export interface CodeRequest {
  /** The body of an async function: `return` gives the result. */
  readonly code: string
  /** Sources of CommonJS modules by the name that `require` finds them under; each is run once at most. */
  readonly libraries: Readonly<Record<string, string>>
  /** By dotted name: `skills.read` is called as `await skills.read('pdf')`. All the code can reach. */
  readonly host: Readonly<Record<string, CodeHostFunction>>
  /** What the code finds as `input`. */
  readonly input: JsonValue
  /** Where it should have less or more than the runner gives by itself. */
  readonly limits?: Partial<CodeLimits>
  /** Those of one key take turns with those of others: a tenant's flood delays itself alone. */
  readonly key: string
  readonly signal: AbortSignal
}

/** How a piece of code ended. `failed`: it threw, or its result is no JSON. */
export type CodeStatus =
  | 'ok'
  | 'failed'
  | 'timed-out'
  | 'out-of-memory'
  | 'output-limit'
  | 'cancelled'

export interface CodeOutcome {
  readonly status: CodeStatus
  /** What it returned, as JSON has it; undefined without a result. Untrusted. */
  readonly value: JsonValue | undefined
  /** What it logged, line by line, its beginning when there was more than the limit. Untrusted. */
  readonly logs: string
  /** Why it is not `ok`. Untrusted, without a stack. */
  readonly error: { readonly name: string; readonly message: string } | null
  readonly usage: { readonly wallMs: number; readonly hostCalls: number }
}

/** Runs code apart from everything else, without files, network, clock of ours or other tenants' memory. */
export interface CodeRunner {
  /** Whatever the code does is an outcome. Throws ProblemError `sandbox.*` when nothing has run. */
  run(request: CodeRequest): Promise<CodeOutcome>
}
