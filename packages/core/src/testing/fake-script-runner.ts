import type { Execution, ScriptRuntime } from '../domain/execution.ts'
import type { ScriptRequest, ScriptRunner } from '../ports/scripts.ts'

/** Runs nothing: keeps what it was asked for, and answers with `ended`. */
export interface FakeRunner extends ScriptRunner {
  readonly requests: ScriptRequest[]
}

export function createFakeRunner(
  ended: Partial<Execution> = {},
  there: readonly ScriptRuntime[] = ['python', 'shell'],
): FakeRunner {
  const requests: ScriptRequest[] = []
  return {
    requests,
    runtimes: async () => new Set(there),
    unapprovedPackages: async () => [],
    run: async (request) => {
      requests.push(request)
      const { executionId: id, conversationId, runId, callId, traceId, principal } = request
      const { skill, runtime, entry, args } = request
      const execution: Execution = {
        ...{ id, conversationId, runId, callId, traceId, skill, runtime, entry, args },
        status: 'ok',
        exitCode: 0,
        stdout: '',
        stderr: '',
        outputs: [],
        skipped: [],
        usage: { wallMs: 12.4, queuedMs: 0, cpuMs: null, peakMemoryBytes: null },
        startedBy: principal.userId,
        startedAt: 0,
        finishedAt: 1,
        ...ended,
      }
      return { execution, files: [] }
    },
  }
}
