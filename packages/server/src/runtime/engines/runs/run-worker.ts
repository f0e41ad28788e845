import type { ConversationId, RunId, TenantId, TraceId, UserId } from '@repertoire/core/base'
import { type AgentOutcome, type AgentPorts, runAgent } from '@repertoire/core/use'
import type { Timers } from '../../../platform/system/timers.ts'

/** A run to execute, as the directory names it. */
export interface RunReference {
  readonly tenantId: TenantId
  readonly conversationId: ConversationId
  readonly runId: RunId
  readonly userId: UserId
  /** This process has just started it. */
  readonly fresh: boolean
  /** Set where it is known already. */
  readonly traceId?: TraceId
  /** Set where this process has just started it. */
  readonly startedBy?: 'message' | 'trigger'
}

export interface WorkerOptions {
  /** Name of the lease's holder, unique to this attempt. */
  readonly owner: string
  readonly leaseMilliseconds: number
  readonly timers: Timers
  readonly controller: AbortController
  readonly stopRequested: () => boolean
  /** See `AgentTurn.mayTake`. Absent: everything. */
  readonly mayTake?: (tool: string | null) => boolean
  readonly onRenewError: (error: unknown) => void
}

/**
 * Claims a run and executes it under a lease that is renewed three times per lease period. `taken`: another
 * process holds it. When the loop throws, the lease is left to expire, so that a failing run is not retried at
 * once.
 */
export async function workOnRun(
  ports: AgentPorts,
  reference: RunReference,
  options: WorkerOptions,
): Promise<AgentOutcome | 'taken'> {
  const { conversations } = ports.store
  const { conversationId, runId, userId, fresh } = reference
  const { owner, leaseMilliseconds, controller } = options
  const lease = () => ({ owner, expiresAt: ports.clock.now() + leaseMilliseconds })
  if (!(await conversations.claimRun(runId, { ...lease(), now: ports.clock.now() }))) return 'taken'
  const renew = async () => {
    try {
      if (!(await conversations.renewLease(runId, lease()))) controller.abort()
    } catch (error) {
      options.onRenewError(error)
    }
  }
  const stopRenewing = options.timers.every(leaseMilliseconds / 3, () => void renew())
  try {
    const outcome = await runAgent(ports, {
      conversationId,
      runId,
      userId,
      fresh,
      signal: controller.signal,
      stopRequested: options.stopRequested,
      ...(options.mayTake && { mayTake: options.mayTake }),
      renewLease: () => conversations.renewLease(runId, lease()),
    })
    await conversations.releaseLease(runId, owner)
    return outcome
  } finally {
    stopRenewing()
  }
}
