import type { Account } from '../collect/put-files.ts'
import type { ExecutionRequest, Runtime } from '../execution/execution.ts'
import type { FifoPool } from '../streams/fifos.ts'
import type { HostView } from './arguments.ts'
import type { ProcessLimits } from './process-limits.ts'
import type { TmpfsMount } from './scratch-folders.ts'

/** What all instances of one sandbox share. */
export interface BubblewrapHost {
  readonly bubblewrap: string
  readonly view: HostView
  /** Interpreters by their path inside the sandbox. */
  readonly interpreters: Readonly<Partial<Record<Runtime, string>>>
  /** The user scripts run as when this process is root; null otherwise. */
  readonly account: Account | null
  readonly baseFolder: string
  readonly bootFolder: string
  readonly filterFile: string
  readonly fifos: FifoPool
  /** Null when the kernel does not limit the files in scratch folders, and the watchdog alone counts them. */
  readonly scratchMounter: TmpfsMount | null
  /** The parent of new control groups; null if none is delegated. */
  readonly groupParent: string | null
}

/** What an instance is started for, before its job is known. Nothing of it runs code: a warm instance must not. */
export interface InstanceKind {
  readonly runtime: Runtime
  readonly limits: ProcessLimits
  readonly layers: ExecutionRequest['layers']
  /** The proxy socket, the only network access; null for none. */
  readonly socket: string | null
}
