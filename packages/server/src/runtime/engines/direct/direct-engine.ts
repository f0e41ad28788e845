import { systemTimers } from '../../../platform/system/timers.ts'
import type { Engine } from '../../engine.ts'
import { createRunRecovery } from '../runs/run-recovery.ts'
import { createRunServices, type EngineOptions } from '../runs/run-services.ts'
import type { RunReference } from '../runs/run-worker.ts'
import { engineClosing, waitForRun } from '../runs/wait-for-run.ts'
import { watchForWork } from '../runs/watch-for-work.ts'
import { createRunPool } from './run-pool.ts'

/**
 * Executes runs in this process (C8 `direct`): durable through the store's journal, shared between replicas by
 * leases.
 */
export function createDirectEngine(options: EngineOptions): Engine {
  const { store, clock, ids, logger, timers = systemTimers } = options
  const services = createRunServices(options)
  const stopping = new AbortController()
  /** Later than `stopping`: whoever waits for a run still gets the end that it reaches meanwhile. */
  const handedBack = new AbortController()
  let stopWatching = () => {}
  const pool = createRunPool({
    concurrency: options.concurrency ?? 64,
    timers,
    work: (reference, controller) => work(reference, controller),
  })
  const sweeper = createRunRecovery({
    store,
    clock,
    onRun: pool.add,
    onError: (error) =>
      logger.error({ err: error }, 'could not search for open runs; will try again'),
  })
  const sweep = async () => {
    if (!stopping.signal.aborted) await sweeper.sweep()
  }

  async function work(reference: RunReference, controller: AbortController): Promise<void> {
    const { runId, conversationId } = reference
    const facts = { runId, conversationId }
    try {
      const outcome = await services.work(reference, {
        owner: ids.next('wrk'),
        controller,
        stopRequested: () => stopping.signal.aborted,
      })
      logger.info({ ...facts, outcome }, 'executed a run')
    } catch (error) {
      logger.error({ ...facts, err: error }, 'a run was interrupted; it will be resumed')
    }
  }

  return {
    start: async () => {
      stopWatching = watchForWork({ ...options, timers, takesReleased: true }, () => void sweep())
      await sweep()
    },
    startRun: async (request) => {
      if (stopping.signal.aborted) throw engineClosing()
      const { reference, started } = await services.begin(request)
      pool.add(reference)
      return started
    },
    cancelRun: async (request) => {
      const run = await services.cancel(request)
      pool.abort(request.runId)
      return run
    },
    toolsFor: services.toolsFor,
    contextTokensOf: services.contextTokensOf,
    checks: () => ({}),
    load: pool.load,
    wake: () => void sweep(),
    waitForRun: (request) => waitForRun({ store, timers, stopped: handedBack.signal }, request),
    liveTexts: services.texts,
    logs: services.logs,
    stop: async () => {
      stopping.abort()
      stopWatching()
      await Promise.all([pool.drain(options.graceMilliseconds ?? 5_000), sweeper.idle()])
      handedBack.abort()
      services.close()
    },
  }
}
