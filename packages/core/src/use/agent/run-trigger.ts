import type { RunId } from '../../base/ids.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'

/** The trigger of the run; null when a person started it. Pure. */
export function triggerOfRun(events: readonly LoggedEvent[], run: RunId): TriggerContext | null {
  for (const { runId, event } of events) {
    if (runId === run && event.type === 'run-started') return event.signal ?? null
  }
  return null
}
