import type { Runtime, RuntimeHealth } from '../execution/execution.ts'
import type { ContainerSettings } from './container-arguments.ts'
import type { ContainerEngine } from './container-engine.ts'

export interface ContainerHost {
  readonly engine: ContainerEngine
  readonly settings: ContainerSettings
  readonly images: Readonly<Record<Runtime, string>>
  readonly runtimes: readonly RuntimeHealth[]
  readonly baseFolder: string
  /** What cannot be enforced here; empty when everything is. */
  readonly reason: string
}
