import type { LoggedEvent } from '@repertoire/core'
import { wireTime } from './time.ts'

/** What nearly every event says beside its own facts. */
export interface EventContext {
  readonly run_id: string | null
  readonly trace_id: string
  readonly at: string
  /** The call whose sub-agent it is about. */
  readonly fork?: string
}

export function contextOf({ runId, traceId, at, event: { fork } }: LoggedEvent): EventContext {
  const where = { run_id: runId, trace_id: traceId, at: wireTime(at) }
  return fork === undefined ? where : { ...where, fork }
}
