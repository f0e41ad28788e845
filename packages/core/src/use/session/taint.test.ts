import { describe, expect, it } from 'vitest'
import type { RunId } from '../../base/ids.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { foldTaint } from './taint.ts'

const signal: Omit<TriggerContext, 'source'> = {
  ...{ signalId: 'sig_1', asset: null, severity: 'info', preloadSkills: [], suggestedStages: [] },
  ...{ operatorAuthored: true, traceId: '0'.repeat(32) as TriggerContext['traceId'] },
}
const runBegun = (source?: TriggerContext['source']): LoggedEvent => ({
  ...{ seq: 1, at: 0, runId: 'run_1' as RunId, traceId: signal.traceId },
  event: {
    ...{ type: 'run-started', toolsets: [], permissions: [] },
    ...(source && { signal: { ...signal, source } }),
  },
})
const untrustedInputIn = (...events: LoggedEvent[]) => foldTaint(events).untrusted.size > 0

describe('the taint of a conversation', () => {
  it('B6, E8: a webhook’s payload is untrusted input, in all later turns too', () => {
    expect(untrustedInputIn(runBegun('webhook'))).toBe(true)
    expect(untrustedInputIn(runBegun('webhook'), runBegun())).toBe(true)
  })

  it('B6, E8: a message of a person or their schedule is not', () => {
    expect(untrustedInputIn(runBegun(), runBegun('cron'))).toBe(false)
  })
})
