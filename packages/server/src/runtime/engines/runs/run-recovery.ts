import type { Clock, Store } from '@repertoire/core/ports'
import type { RunReference } from './run-worker.ts'

/** Finds open runs that no process executes, and expires overdue approvals. */
export interface RunRecovery {
  /** Resolves after a sweep that began no earlier than this call. Never rejects. */
  sweep(): Promise<void>
  /** Resolves when no sweep is running. */
  idle(): Promise<void>
}

export interface RunRecoveryOptions {
  readonly store: Store
  readonly clock: Clock
  readonly onRun: (reference: RunReference) => void
  /** Called when a sweep has reported every run that it found. */
  readonly onSwept?: () => void
  readonly onError: (error: unknown) => void
}

export function createRunRecovery(options: RunRecoveryOptions): RunRecovery {
  const { store, clock, onRun, onSwept, onError } = options
  let sweeping: Promise<void> | undefined
  let requested = false

  async function sweepOnce(): Promise<void> {
    const { directory } = store
    for (const { tenantId, approvalId } of await directory.overdueApprovals(clock.now())) {
      const answer = { decision: 'expired', by: null, note: '', now: clock.now() } as const
      await store.tenant(tenantId).approvals.answer(approvalId, answer)
    }
    for (const run of await directory.claimableRuns(clock.now())) {
      onRun({ ...run, fresh: false })
    }
    onSwept?.()
  }

  async function sweepUntilDone(): Promise<void> {
    while (requested) {
      requested = false
      await sweepOnce().catch(onError)
    }
    sweeping = undefined
  }

  return {
    sweep: () => {
      requested = true
      sweeping ??= sweepUntilDone()
      return sweeping
    },
    idle: async () => sweeping,
  }
}
