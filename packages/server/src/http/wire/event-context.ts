import type { LoggedEvent } from '@repertoire/core/domain'
import { wireTime } from './time.ts'

/** Fields that nearly every event has. */
export interface EventContext {
  readonly run_id: string | null
  readonly trace_id: string
  readonly at: string
  /** The call whose sub-agent the event belongs to. */
  readonly fork?: string
}

export function contextOf({ runId, traceId, at, event: { fork } }: LoggedEvent): EventContext {
  const where = { run_id: runId, trace_id: traceId, at: wireTime(at) }
  return fork === undefined ? where : { ...where, fork }
}
