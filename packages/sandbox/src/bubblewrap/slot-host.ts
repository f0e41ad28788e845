import type { Account } from '../collect/put-files.ts'
import type { ExecutionRequest, Runtime } from '../execution.ts'
import type { FifoSupply } from '../streams/fifos.ts'
import type { HostView } from './arguments.ts'
import type { ProcessLimits } from './wrap.ts'

/** What all slots of one sandbox have in common. */
export interface SlotHost {
  readonly bubblewrap: string
  readonly view: HostView
  /** Interpreters by the path they have inside. */
  readonly interpreters: Readonly<Partial<Record<Runtime, string>>>
  /** Whom scripts run as when we are root; null otherwise. */
  readonly account: Account | null
  readonly baseFolder: string
  readonly bootFolder: string
  readonly filterFile: string
  readonly fifos: FifoSupply
  /** Where control groups can be made; null where none are delegated to us. */
  readonly groupParent: string | null
}

/** What a slot is started for, before anybody knows its job. */
export interface SlotKind {
  readonly runtime: Runtime
  readonly limits: ProcessLimits
  readonly layers: ExecutionRequest['layers']
  /** All there is of a network; null for none. */
  readonly socket: string | null
  /** Variables that interpreters read when they start. */
  readonly startEnv: Readonly<Record<string, string>>
}
