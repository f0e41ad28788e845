import { isOpenRun } from '@repertoire/core/domain'
import type { Clock, Store } from '@repertoire/core/ports'
import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import type { Logger } from 'pino'
import type { Timers } from '../../../platform/system/timers.ts'
import type { RunServices } from '../runs/run-services.ts'
import type { RunReference } from '../runs/run-worker.ts'
import { createActionLimit } from './action-limit.ts'
import { failureOf } from './activity-failure.ts'
import type { NextStep, RunActivities, RunInput } from './run-activities.ts'
import type { TemporalSettings } from './temporal-settings.ts'

const heartbeatMilliseconds = 2_000
/** Another attempt held the run a moment ago: its lease ends soon. */
const leasedRetryDelay = '1 second'
/** An overdue approval expires with the next sweep of a server. */
const minWaitMilliseconds = 5_000

export interface ActionPorts {
  readonly services: RunServices
  readonly store: Store
  readonly clock: Clock
  readonly timers: Timers
  readonly logger: Pick<Logger, 'info' | 'error'>
  readonly settings: Pick<TemporalSettings, 'runsScripts' | 'activity'>
  readonly stopRequested: () => boolean
  /** Tells who can abort the action in this process. Returns how to take it back. */
  onAction(run: RunReference, controller: AbortController): () => void
}

/** The activity of the workflow: actions under the run's lease, through core's own loop. */
export function createRunActivities(ports: ActionPorts): RunActivities {
  return {
    takeAction: async (input) => {
      const { runId, conversationId } = input
      try {
        return await takeAction(ports, input)
      } catch (err) {
        if (err instanceof ApplicationFailure) throw err
        const facts = { runId, conversationId, err }
        ports.logger.error(facts, 'a run was interrupted; it will be resumed')
        throw failureOf(err, 'run.interrupted')
      }
    },
  }
}

async function takeAction(ports: ActionPorts, input: RunInput): Promise<NextStep> {
  const { services, timers, stopRequested, logger } = ports
  const { info, cancellationSignal, heartbeat } = contextOfAttempt()
  const { runId, conversationId } = input
  const fresh = info.attempt === 1 && !input.takenOver
  const reference = { ...input, fresh }
  const controller = new AbortController()
  const abort = () => controller.abort()
  cancellationSignal.addEventListener('abort', abort)
  const ends = [
    () => cancellationSignal.removeEventListener('abort', abort),
    timers.every(heartbeatMilliseconds, heartbeat),
    ports.onAction(reference, controller),
  ]
  const allowance = createActionLimit(ports.settings, ports.clock)
  try {
    const outcome = await services.work(reference, {
      owner: `${info.workflowExecution?.runId}/${info.activityId}/${info.attempt}`,
      controller,
      stopRequested,
      mayTake: allowance.mayTake,
    })
    if (outcome === 'paused') return { do: 'act', ...allowance.refused() }
    if (outcome === 'stopped') return { do: 'act' }
    const next = outcome === 'over' ? { do: 'over' as const } : await nextStep(ports, input)
    logger.info({ runId, conversationId, outcome }, 'executed a run')
    return next
  } finally {
    for (const end of ends) end()
  }
}

function contextOfAttempt() {
  const context = Context.current()
  const { info, cancellationSignal } = context
  return { info, cancellationSignal, heartbeat: () => context.heartbeat() }
}

/** What the rows of the run say, where this attempt could not take it or it waits. */
async function nextStep({ store, clock }: ActionPorts, input: RunInput): Promise<NextStep> {
  const { runId, userId, conversationId, tenantId } = input
  const { conversations, approvals } = store.tenant(tenantId)
  const run = await conversations.run(userId, runId)
  if (!run || !isOpenRun(run.status)) return { do: 'over' }
  if (run.status === 'running') throw failureOf(null, 'run.leased', leasedRetryDelay)
  const filter = { status: 'pending' as const, conversationId }
  const { items } = await approvals.list(filter, { limit: 10 })
  const own = items.filter((approval) => approval.runId === runId)
  if (own.length === 0) return { do: 'act' }
  const end = Math.min(...own.map(({ expiresAt }) => expiresAt))
  return { do: 'wait', milliseconds: Math.max(end - clock.now(), minWaitMilliseconds) }
}
