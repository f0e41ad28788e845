import type { TraceSpanBody } from '@repertoire/protocol'

/** For tests. */
export function sampleSpan(change: Partial<TraceSpanBody>): TraceSpanBody {
  return {
    ...{ id: 'run_1', parent_id: null, run_id: 'run_1', kind: 'run', name: '', status: 'ok' },
    ...{ started_at: '2026-01-01T00:00:00.000Z', ended_at: '2026-01-01T00:00:01.000Z' },
    ...{ error: null, first_event: 1, last_event: 2, call_id: null, approval_id: null },
    ...{ execution_id: null, prompt_digest: null, skills: [], usage: null, cost: null },
    ...change,
  }
}
