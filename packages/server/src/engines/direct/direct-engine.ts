import {
  type AgentPorts,
  type Clock,
  cancelRun,
  combineToolsets,
  defaultRunLimits,
  discovery,
  type IdSource,
  type Model,
  type PromptContext,
  type RunId,
  type Sha256,
  type SkillSearch,
  type Store,
  startRun,
} from '@repertoire/core'
import type { Logger } from 'pino'
import type { Engine } from '../engine.ts'
import { type RunReference, workOnRun } from './run-worker.ts'
import { engineStopping, whenSettled } from './settled.ts'
import { createTextHub } from './text-hub.ts'
import { systemTimers, type Timers } from './timers.ts'

export interface DirectEngineOptions {
  readonly store: Store
  readonly model: Model
  readonly search: SkillSearch
  readonly promptContext: PromptContext
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly timers?: Timers
  /** Runs worked on at the same time; more wait their turn. */
  readonly concurrency?: number
  /** How long a run stays ours when this process has died. */
  readonly leaseMilliseconds?: number
  /** How often open runs and overdue approvals are looked for. */
  readonly sweepMilliseconds?: number
  /** How long `stop` waits for steps to end by themselves. */
  readonly graceMilliseconds?: number
}

interface Work {
  readonly controller: AbortController
  readonly done: Promise<void>
}

/** The loop in this process (C8 `direct`): durable by the store's journal, shared between replicas by leases. */
export function createDirectEngine(options: DirectEngineOptions): Engine {
  const { store, clock, ids, logger, timers = systemTimers } = options
  const { concurrency = 16, leaseMilliseconds = 10_000 } = options
  const tools = combineToolsets([discovery])
  const texts = createTextHub((error) => logger.error({ error }, 'a text listener failed'))
  const queue: RunReference[] = []
  const working = new Map<RunId, Work>()
  const stopping = new AbortController()
  const endings: (() => void)[] = []
  let sweeping: Promise<void> | undefined
  let sweepAgain = false

  function portsFor({ tenantId, conversationId }: RunReference): AgentPorts {
    const { model, search, promptContext, sha256 } = options
    return {
      ...{ model, search, promptContext, sha256, tools, clock, ids },
      store: store.tenant(tenantId),
      limits: defaultRunLimits,
      wait: timers.wait,
      onText: (delta) => texts.publish(conversationId, delta),
    }
  }

  function enqueue(reference: RunReference): void {
    const { runId } = reference
    if (working.has(runId) || queue.some((queued) => queued.runId === runId)) return
    queue.push(reference)
    fillSlots()
  }

  function fillSlots(): void {
    while (!stopping.signal.aborted && working.size < concurrency) {
      const reference = queue.shift()
      if (!reference) return
      const controller = new AbortController()
      const done = work(reference, controller).finally(() => {
        working.delete(reference.runId)
        fillSlots()
      })
      working.set(reference.runId, { controller, done })
    }
  }

  async function work(reference: RunReference, controller: AbortController): Promise<void> {
    const { runId, conversationId } = reference
    try {
      const outcome = await workOnRun(portsFor(reference), reference, {
        owner: ids.next('wrk'),
        leaseMilliseconds,
        timers,
        controller,
        stopRequested: () => stopping.signal.aborted,
        onRenewFault: (error) =>
          logger.warn({ error, runId }, 'could not renew the lease of a run'),
      })
      logger.info({ runId, conversationId, outcome }, 'worked on a run')
    } catch (error) {
      logger.error({ error, runId, conversationId }, 'a run broke off; it will be taken up again')
    }
  }

  async function sweepOnce(): Promise<void> {
    const { directory } = store
    for (const { tenantId, approvalId } of await directory.overdueApprovals(clock.now())) {
      const answer = { decision: 'expired', by: null, note: '', now: clock.now() } as const
      await store.tenant(tenantId).approvals.answer(approvalId, answer)
    }
    for (const run of await directory.claimableRuns(clock.now())) {
      enqueue({ ...run, fresh: false })
    }
  }

  function sweep(): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve()
    sweepAgain = true
    sweeping ??= (async () => {
      while (sweepAgain) {
        sweepAgain = false
        await sweepOnce().catch((error: unknown) => {
          logger.error({ error }, 'could not look for open runs; will try again')
        })
      }
      sweeping = undefined
    })()
    return sweeping
  }

  return {
    start: async () => {
      const look = () => void sweep()
      endings.push(timers.every(options.sweepMilliseconds ?? 2_000, look))
      endings.push(
        store.watch(({ kind }) => {
          if (kind === 'approvals' || kind === 'anything') look()
        }),
      )
      await sweep()
    },
    startRun: async ({ principal, conversationId, text }) => {
      if (stopping.signal.aborted) throw engineStopping()
      const { tenantId, userId } = principal
      const { conversations } = store.tenant(tenantId)
      const { toolsets } = tools
      const request = { principal, conversationId, text, toolsets }
      const started = await startRun({ conversations, clock, ids }, request)
      enqueue({ tenantId, conversationId, runId: started.runId, userId, fresh: true })
      return started
    },
    cancelRun: async ({ principal, runId }) => {
      const ports = { store: store.tenant(principal.tenantId), clock }
      const run = await cancelRun(ports, { principal, runId })
      working.get(runId)?.controller.abort()
      return run
    },
    wake: () => void sweep(),
    settled: (request) => whenSettled({ store, timers, stopping: stopping.signal }, request),
    onText: texts.listen,
    stop: async () => {
      stopping.abort()
      for (const end of endings.splice(0)) end()
      queue.length = 0
      const finished = new AbortController()
      const all = Promise.all([...working.values()].map(({ done }) => done)).then(() =>
        finished.abort(),
      )
      await timers.wait(options.graceMilliseconds ?? 5_000, finished.signal)
      for (const { controller } of working.values()) controller.abort()
      await Promise.all([all, sweeping])
    },
  }
}
