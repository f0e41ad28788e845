import type { ApprovalId, RunId } from '@repertoire/core/base'
import type { Store } from '@repertoire/core/ports'
import type { RunReference } from '../runs/run-worker.ts'
import type { RunWorkflows } from './run-workflows.ts'
import type { TemporalPresence } from './temporal-presence.ts'

/** Hands open runs to Temporal. Its methods never wait for it. */
export interface RunStarter {
  /** A run that this server has just recorded. */
  start(run: RunReference): void
  /** A run that a sweep found without a worker. */
  found(run: RunReference): void
  /** Forgets the runs that the sweep before did not find. */
  swept(): void
  cancel(runId: RunId): void
  /** Resolves when no request is open. */
  idle(): Promise<void>
}

export interface RunStarterOptions {
  readonly store: Store
  /** Undefined before the engine is connected. */
  readonly workflows: () => RunWorkflows | undefined
  readonly presence: TemporalPresence
}

/** A run without a worker. `wokenFor`: the newest approval when its workflow was woken. */
interface FoundRun {
  wokenFor?: ApprovalId | undefined
}

export function createRunStarter(options: RunStarterOptions): RunStarter {
  const { store, workflows, presence } = options
  const open = new Map<string, Promise<void>>()
  const known = new Map<RunId, FoundRun>()
  const foundNow = new Set<RunId>()

  function request(key: string, send: (runs: RunWorkflows) => Promise<void>): void {
    const connected = workflows()
    if (!connected || open.has(key)) return
    const done = presence.watch(send(connected))
    open.set(
      key,
      done.finally(() => open.delete(key)),
    )
  }

  /** The newest approval of a run that waited for it; null for a run that does not wait. */
  async function answeredApproval(run: RunReference): Promise<ApprovalId | null> {
    const { conversations, approvals } = store.tenant(run.tenantId)
    const stored = await conversations.run(run.userId, run.runId)
    if (stored?.status !== 'waiting') return null
    const { conversationId } = run
    const { items } = await approvals.list({ conversationId }, { limit: 1 })
    return items[0]?.id ?? null
  }

  return {
    start: (run) => request(run.runId, (runs) => runs.start(run)),
    found: (run) => {
      const { runId } = run
      const before = known.get(runId)
      const entry = before ?? {}
      known.set(runId, entry)
      foundNow.add(runId)
      request(runId, async (runs) => {
        const answered = await answeredApproval(run)
        // One signal is enough: Temporal keeps it, in a history of limited length.
        if (answered !== null && entry.wokenFor !== answered) {
          await runs.wake(run)
          entry.wokenFor = answered
          return
        }
        // Between two actions a run has no worker either. One that is found twice may have no workflow.
        if (before) await runs.start(run)
      })
    },
    swept: () => {
      for (const runId of known.keys()) if (!foundNow.has(runId)) known.delete(runId)
      foundNow.clear()
    },
    cancel: (runId) => request(`cancel ${runId}`, (runs) => runs.cancel(runId)),
    idle: async () => {
      await Promise.all(open.values())
    },
  }
}
