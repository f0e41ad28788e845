import type { RunId } from '../ids.ts'
import type { SignalContext } from '../signals/signal-context.ts'
import type { LoggedEvent } from './events.ts'

/** What started the run; null when a person did. Pure. */
export function runSignal(events: readonly LoggedEvent[], run: RunId): SignalContext | null {
  for (const { runId, event } of events) {
    if (runId === run && event.type === 'run-started') return event.signal ?? null
  }
  return null
}
