import type { Account } from '../collect/put-files.ts'
import type { Runtime, RuntimeHealth } from '../execution/execution.ts'
import type { FifoPool } from '../streams/fifos.ts'
import type { ProcessWatch } from './process-watch.ts'
import type { SettingsProcess } from './settings-process.ts'

/** What every execution by sandbox-runtime needs from this machine; probed once. */
export interface RuntimeHost {
  readonly platform: NodeJS.Platform
  /** The user scripts run as when this process is root; null for the current user. */
  readonly account: Account | null
  /** Its real path. */
  readonly baseFolder: string
  readonly bash: string
  /** Real paths by runtime. */
  readonly interpreters: Partial<Readonly<Record<Runtime, string>>>
  /** Readable paths besides the job's own folders. */
  readonly readable: readonly string[]
  readonly path: string
  readonly settings: SettingsProcess
  readonly watch: ProcessWatch
  readonly fifos: FifoPool
  readonly runtimes: readonly RuntimeHealth[]
  /** What cannot be enforced here. */
  readonly reason: string
}
