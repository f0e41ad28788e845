import type { TraceId } from '../base/ids.ts'

/** What started a turn that no person started (E8). A turn that has one is autonomous. */
export interface TriggerContext {
  readonly source: 'cron' | 'webhook'
  readonly signalId: string
  readonly asset: { readonly symbol: string; readonly assetClass: string } | null
  readonly severity: 'info' | 'warn' | 'critical'
  /** Slugs of skills that are loaded before the first model call. */
  readonly preloadSkills: readonly string[]
  /** Stages the turn is about, beside those its message speaks of. */
  readonly suggestedStages: readonly string[]
  /** An owner or admin of the organisation set it up. */
  readonly operatorAuthored: boolean
  readonly traceId: TraceId
}
