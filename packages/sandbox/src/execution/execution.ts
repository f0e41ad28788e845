/** Script runtimes. `node` is the Node that runs this process, so it also runs TypeScript. */
export const runtimes = ['python', 'node', 'shell'] as const

export type Runtime = (typeof runtimes)[number]

/** An input or output file of a sandbox. */
export interface SandboxFile {
  /** Relative, `/`-separated, without `.` and `..`. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
}

/** Resource limits of one execution. */
export interface ExecutionLimits {
  /** Wall clock milliseconds. */
  readonly wallMs: number
  /** Of each process, and where the sandbox can measure it, of the whole process tree. */
  readonly cpuSeconds: number
  /** Bytes of memory of the whole process tree. */
  readonly memoryBytes: number
  /** Processes and threads. */
  readonly processes: number
  readonly openFiles: number
  /** Bytes of one written file. */
  readonly fileBytes: number
  /** Bytes and entries of the whole workspace. */
  readonly workspaceBytes: number
  readonly workspaceEntries: number
  /** Bytes of standard output and standard error together. */
  readonly outputBytes: number
}

/**
 * The network inside: none, or, for `proxy`, a UNIX socket of the host at `proxySocket`, behind which a proxy
 * decides what is reachable. The script user becomes its owner and must be able to reach its folder.
 */
export type SandboxNetwork =
  | { readonly kind: 'none' }
  | { readonly kind: 'proxy'; readonly socket: string }

/** The path of the proxy socket inside the sandbox. */
export const proxySocket = '/run/proxy.sock'

export interface ExecutionRequest {
  readonly runtime: Runtime
  /** The script, as a path among `files`. */
  readonly entry: string
  readonly args: readonly string[]
  readonly stdin: Uint8Array
  /** Read-only files below `/skill`. */
  readonly files: readonly SandboxFile[]
  /** Writable files below `/workspace`, the working directory. */
  readonly workspace: readonly SandboxFile[]
  /** Added to PATH, HOME and LANG; nothing of the host's environment is passed. */
  readonly env: Readonly<Record<string, string>>
  /** Host folders mounted read-only, such as installed packages. */
  readonly layers: readonly { readonly hostPath: string; readonly at: string }[]
  /** None when omitted. */
  readonly network?: SandboxNetwork
  readonly limits: ExecutionLimits
  /**
   * The fair queue serves different keys in turns. With `group/member`, groups take turns, then their members,
   * and no member takes all slots.
   */
  readonly queueKey: string
}

export interface ExecutionUsage {
  /** Milliseconds from the start of the script until its last process has ended. */
  readonly wallMs: number
  /** Milliseconds in the queue. */
  readonly queuedMs: number
  /** Of the whole tree; null if the system does not report it. */
  readonly cpuMs: number | null
  readonly peakMemoryBytes: number | null
}

export type ExecutionStatus =
  | 'ok'
  /** The script exited with a code other than 0, or by a signal of its own. */
  | 'failed'
  | 'timed-out'
  | 'out-of-memory'
  | 'output-limit'
  | 'disk-limit'
  /** More files, folders and links than its workspace or another writable folder may have. */
  | 'too-many-files'
  /** It stayed at its limit of processes and threads. */
  | 'process-limit'
  | 'cancelled'

export interface ExecutionResult {
  readonly status: ExecutionStatus
  /** Null when the sandbox ended it. 128 + n for a signal. */
  readonly exitCode: number | null
  /** Up to the output limit. */
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  /** New or changed regular files of the workspace. */
  readonly outputs: readonly SandboxFile[]
  /** Skipped paths of the workspace: links, sockets, too large, too many. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[]
  readonly usage: ExecutionUsage
}

/** The request was rejected; nothing has run. */
export type ExecutionRejectionCode =
  | 'sandbox.unavailable'
  | 'sandbox.runtime-missing'
  | 'sandbox.bad-request'
  | 'sandbox.queue-full'
  | 'sandbox.stopping'

/** Thrown instead of a result. The message says what to do: what to install, or when to retry. */
export class SandboxRejection extends Error {
  readonly code: ExecutionRejectionCode
  /** For `sandbox.queue-full`: when a slot may be free. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ExecutionRejectionCode, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'SandboxRejection'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Thrown when the connection to a remote execution is lost: its progress is unknown. It is never retried
 * automatically.
 */
export class ExecutionLost extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ExecutionLost'
  }
}

export interface ExecutionListener {
  /** The execution starts now. Called once, before any output, and never if it does not start. */
  onStart?(): void
  /** Output as it arrives. */
  onOutput?(stream: 'stdout' | 'stderr', bytes: Uint8Array): void
  readonly signal?: AbortSignal
}

export interface RuntimeHealth {
  readonly runtime: Runtime
  /** Such as `Python 3.11.2`; null when the interpreter is missing. */
  readonly version: string | null
}

export interface SandboxHealth {
  /** `bubblewrap`, `container`, `sandbox-runtime`, `remote`. */
  readonly backend: string
  readonly available: boolean
  /**
   * When unavailable: what is missing and how to install it. Otherwise what the backend cannot enforce here.
   */
  readonly reason: string
  readonly runtimes: readonly RuntimeHealth[]
  readonly running: number
  readonly queued: number
  /** Warm instances, if the backend keeps any. */
  readonly warm: number
}

/** Runs untrusted scripts. One execution is one process tree, and no process of it is left when it returns. */
export interface Sandbox {
  /** Throws {@link SandboxRejection}; anything the script does is a result. */
  execute(request: ExecutionRequest, listener?: ExecutionListener): Promise<ExecutionResult>
  health(): Promise<SandboxHealth>
  /** Rejects new requests, waits up to `graceMs` for running ones, kills the rest, and cleans up. */
  close(graceMs?: number): Promise<void>
}
