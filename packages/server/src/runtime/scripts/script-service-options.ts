import type { Sha256 } from '@repertoire/core/base'
import type { Clock, Store } from '@repertoire/core/ports'
import type { Logger } from 'pino'
import type { SkillSecrets } from '../../platform/secrets/skill-secrets.ts'
import type { Timers } from '../../platform/system/timers.ts'
import type { LayerService } from '../layers/layer-service.ts'
import type { LazySandbox } from '../sandbox/lazy-sandbox.ts'

/** Interval of heartbeats, and of checking those of others. */
export const heartbeatMs = 10_000

export interface ScriptServiceOptions {
  readonly store: Store
  readonly sandbox: LazySandbox
  readonly secrets: SkillSecrets
  /** Packages that scripts need. */
  readonly layers: LayerService
  readonly timeoutSeconds: number
  readonly clock: Clock
  readonly sha256: Sha256
  readonly timers: Timers
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
}
