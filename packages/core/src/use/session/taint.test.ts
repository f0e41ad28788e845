import { describe, expect, it } from 'vitest'
import type { RunId } from '../../base/ids.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { combineToolsets } from '../tools/toolset.ts'
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
const untrustedInputIn = (...events: LoggedEvent[]) =>
  foldTaint(events, combineToolsets([])).untrustedInput

describe('what a conversation has read', () => {
  it('B6, E8: what a webhook brought is a stranger’s, in all turns after it', () => {
    expect(untrustedInputIn(runBegun('webhook'))).toBe(true)
    expect(untrustedInputIn(runBegun('webhook'), runBegun())).toBe(true)
  })

  it('B6, E8: what a person or their schedule said is not', () => {
    expect(untrustedInputIn(runBegun(), runBegun('cron'))).toBe(false)
  })
})
