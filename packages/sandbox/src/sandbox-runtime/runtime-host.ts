import type { Account } from '../collect/put-files.ts'
import type { Runtime, RuntimeHealth } from '../execution.ts'
import type { FifoSupply } from '../streams/fifos.ts'
import type { ProcessWatch } from './process-watch.ts'
import type { SettingsProcess } from './settings-process.ts'

/** What every execution by sandbox-runtime needs of this machine; found once. */
export interface RuntimeHost {
  readonly platform: NodeJS.Platform
  /** Whom scripts run as when we are root; null for ourselves. */
  readonly account: Account | null
  /** Its real path. */
  readonly baseFolder: string
  readonly bash: string
  /** By their real paths. */
  readonly interpreters: Partial<Readonly<Record<Runtime, string>>>
  /** What may be read besides the job's own folders. */
  readonly readable: readonly string[]
  readonly path: string
  readonly settings: SettingsProcess
  readonly watch: ProcessWatch
  readonly fifos: FifoSupply
  readonly runtimes: readonly RuntimeHealth[]
  /** What cannot be enforced here. */
  readonly reason: string
}
