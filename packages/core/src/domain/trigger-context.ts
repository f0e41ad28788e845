import type { TraceId } from '../base/ids.ts'

/** The trigger that started an autonomous turn. */
export interface TriggerContext {
  readonly source: 'cron' | 'webhook'
  readonly signalId: string
  /** The trigger's name when it fired, which the model sees as `signal_id`; absent in older logs. */
  readonly name?: string
  readonly asset: { readonly symbol: string; readonly assetClass: string } | null
  readonly severity: 'info' | 'warn' | 'critical'
  /** Slugs of skills to load before the first model call. */
  readonly preloadSkills: readonly string[]
  /** Stages of the turn, in addition to those inferred from its message. */
  readonly suggestedStages: readonly string[]
  /** Stages that the delivery suggested and the trigger does not list. They have no effect. */
  readonly ignoredStages?: readonly string[]
  /** The trigger was set up by an owner or admin. */
  readonly operatorAuthored: boolean
  readonly traceId: TraceId
  /** The sender's own trace id, where it is none of ours (see callerReference). */
  readonly reference?: string
}
