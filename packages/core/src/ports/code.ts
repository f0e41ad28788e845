import type { JsonValue } from '../base/json.ts'

/**
 * A function of the host that the code can call, with JSON in and out. The code gets the message of a
 * ProblemError; it gets no details of any other error.
 */
export type CodeHostFunction = (args: readonly JsonValue[]) => Promise<JsonValue>

/** Resource limits of one run. */
export interface CodeLimits {
  /** Wall-clock milliseconds, including the wait for host functions. */
  readonly wallMs: number
  /** Total memory of the engine in bytes, 16 to 64 MiB. */
  readonly memoryBytes: number
  /** Maximum bytes of the logs, and separately of the result as JSON. */
  readonly outputBytes: number
}

/** JavaScript to run. The caller has checked the permission. */
export interface CodeRequest {
  /** The body of an async function: `return` gives the result. */
  readonly code: string
  /** Sources of CommonJS modules by the name for `require`; each runs at most once. */
  readonly libraries: Readonly<Record<string, string>>
  /** By dotted name: `skills.read` is called as `await skills.read('pdf')`. The only access to the host. */
  readonly host: Readonly<Record<string, CodeHostFunction>>
  /** The value of the variable `input`. */
  readonly input: JsonValue
  /** Overrides the defaults of the runner. */
  readonly limits?: Partial<CodeLimits>
  /** Fair queueing: keys are served in turn, so that a tenant with many requests delays only itself. */
  readonly key: string
  readonly signal: AbortSignal
}

/** `failed`: the code threw, or its result is not JSON. */
export type CodeStatus =
  | 'ok'
  | 'failed'
  | 'timed-out'
  | 'out-of-memory'
  | 'output-limit'
  | 'cancelled'

export interface CodeOutcome {
  readonly status: CodeStatus
  /** The returned JSON value; undefined without a result. Untrusted. */
  readonly value: JsonValue | undefined
  /** The logged lines, truncated at the limit. Untrusted. */
  readonly logs: string
  /** The error when the status is not `ok`. Untrusted, without a stack. */
  readonly error: { readonly name: string; readonly message: string } | null
  readonly usage: { readonly wallMs: number; readonly hostCalls: number }
}

/** Runs code in isolation, without files, network, the host's clock or memory of other tenants. */
export interface CodeRunner {
  /** Errors of the code are outcomes. Throws ProblemError `sandbox.*` when nothing has run. */
  run(request: CodeRequest): Promise<CodeOutcome>
}
