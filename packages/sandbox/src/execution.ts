/** What scripts can be written in. `node` is the Node that runs us, so it takes TypeScript too. */
export const runtimes = ['python', 'node', 'shell'] as const

export type Runtime = (typeof runtimes)[number]

/** A file on its way into a sandbox, or out of it. */
export interface SandboxFile {
  /** Relative, `/`-separated, without `.` and `..`. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
}

/** What one execution may take. */
export interface ExecutionLimits {
  /** Milliseconds by the wall clock. */
  readonly wallMs: number
  readonly cpuSeconds: number
  /** Bytes of memory of the whole process tree. */
  readonly memoryBytes: number
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
 * What of the network there is inside: nothing but, for `proxy`, a unix socket of this machine at
 * `proxySocket`, behind which somebody decides what may be reached. It is given to the account that runs
 * scripts, and has to be where that account can get to.
 */
export type SandboxNetwork =
  | { readonly kind: 'none' }
  | { readonly kind: 'proxy'; readonly socket: string }

/** Where the socket of `SandboxNetwork` is inside. */
export const proxySocket = '/run/proxy.sock'

export interface ExecutionRequest {
  readonly runtime: Runtime
  /** The script, as a path among `files`. */
  readonly entry: string
  readonly args: readonly string[]
  readonly stdin: Uint8Array
  /** What is there to be read, below `/skill`. */
  readonly files: readonly SandboxFile[]
  /** What is there to be changed, below `/workspace`, where the script starts. */
  readonly workspace: readonly SandboxFile[]
  /** Added to PATH, HOME and LANG; nothing of our own environment gets in. */
  readonly env: Readonly<Record<string, string>>
  /** Folders of this machine that are mounted to be read, such as installed packages. */
  readonly layers: readonly { readonly hostPath: string; readonly at: string }[]
  /** None when left out. */
  readonly network?: SandboxNetwork
  readonly limits: ExecutionLimits
  /** Executions of different keys take turns when there is a queue. */
  readonly queueKey: string
}

export interface ExecutionUsage {
  /** Milliseconds from the moment the script was started until its last process was gone. */
  readonly wallMs: number
  /** Milliseconds spent waiting for a free place. */
  readonly queuedMs: number
  /** Of the whole tree, where the system tells; null otherwise. */
  readonly cpuMs: number | null
  readonly peakMemoryBytes: number | null
}

export type ExecutionStatus =
  | 'ok'
  /** The script ended with another exit code than 0, or by a signal of its own. */
  | 'failed'
  | 'timed-out'
  | 'out-of-memory'
  | 'output-limit'
  | 'disk-limit'
  | 'cancelled'

export interface ExecutionResult {
  readonly status: ExecutionStatus
  /** Null when it was ended from outside. 128 + n for a signal. */
  readonly exitCode: number | null
  /** As far as the limits let them through. */
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  /** Regular files that are new in the workspace or have changed. */
  readonly outputs: readonly SandboxFile[]
  /** Paths in the workspace that were left behind: links, sockets, too large, too many. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[]
  readonly usage: ExecutionUsage
}

/** The request could not be taken; nothing has run. */
export type ExecutionRefusalCode =
  | 'sandbox.unavailable'
  | 'sandbox.runtime-missing'
  | 'sandbox.bad-request'
  | 'sandbox.queue-full'
  | 'sandbox.stopping'

/** Thrown instead of a result. Its message says what to do: what to install, or when to come again. */
export class SandboxRefusal extends Error {
  readonly code: ExecutionRefusalCode
  /** For `sandbox.queue-full`: when a place may be free. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ExecutionRefusalCode, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'SandboxRefusal'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Thrown when an execution was under way somewhere else and the connection to it was lost: nobody can say
 * how far it got. It is never repeated by itself.
 */
export class ExecutionLost extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ExecutionLost'
  }
}

export interface ExecutionListener {
  /** It has a place and begins now: once, before any output. Never told of one that does not begin. */
  onStart?(): void
  /** Output while it comes, as it comes. */
  onOutput?(stream: 'stdout' | 'stderr', bytes: Uint8Array): void
  readonly signal?: AbortSignal
}

export interface RuntimeHealth {
  readonly runtime: Runtime
  /** `Python 3.11.2`; null when its interpreter is not there. */
  readonly version: string | null
}

export interface SandboxHealth {
  /** `bubblewrap`, `container`, `sandbox-runtime`, `remote`. */
  readonly backend: string
  readonly available: boolean
  /** What is missing and how to get it, when it is not available; else what it cannot enforce here. */
  readonly reason: string
  readonly runtimes: readonly RuntimeHealth[]
  readonly running: number
  readonly queued: number
  /** Started and waiting for a job, where a backend keeps such. */
  readonly warm: number
}

/** Runs scripts of strangers. One execution is one process tree, and none of it is left when it returns. */
export interface Sandbox {
  /** Throws {@link SandboxRefusal}; whatever the script does is a result. */
  execute(request: ExecutionRequest, listener?: ExecutionListener): Promise<ExecutionResult>
  health(): Promise<SandboxHealth>
  /** Takes nothing new, waits for what runs (at most `graceMs`, then ends it), and leaves nothing behind. */
  close(graceMs?: number): Promise<void>
}
