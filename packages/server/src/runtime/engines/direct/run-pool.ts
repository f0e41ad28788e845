import type { RunId } from '@repertoire/core/base'
import { queueKeyOf } from '@repertoire/core/domain'
import { ConcurrencyLimiter } from '@repertoire/sandbox/queue'
import type { Timers } from '../../../platform/system/timers.ts'
import type { EngineLoad } from '../../engine.ts'
import type { RunReference } from '../runs/run-worker.ts'

/** Executes a bounded number of runs at once. Further ones queue, by organisation and then by person. */
export interface RunPool {
  /** Ignores a run that is queued or running already. */
  add(reference: RunReference): void
  /** Aborts the run, if it is running here. */
  abort(runId: RunId): void
  load(): EngineLoad
  /** Clears the queue, waits for running runs until the time is over, then aborts them. */
  drain(graceMilliseconds: number): Promise<void>
}

export interface RunPoolOptions {
  readonly concurrency: number
  readonly timers: Timers
  /** Never rejects. */
  work(reference: RunReference, controller: AbortController): Promise<void>
}

export function createRunPool({ concurrency, timers, work }: RunPoolOptions): RunPool {
  const limiter = new ConcurrencyLimiter({ concurrency, queueLimit: Number.POSITIVE_INFINITY })
  /** Queued and running. */
  const known = new Map<RunId, AbortController>()
  const working = new Map<RunId, Promise<void>>()
  const draining = new AbortController()

  async function run(reference: RunReference, controller: AbortController): Promise<void> {
    const { runId } = reference
    const release = await limiter.acquire(queueKeyOf(reference), draining.signal)
    if (!release) return
    const done = work(reference, controller)
    working.set(runId, done)
    await done
    working.delete(runId)
    known.delete(runId)
    release()
  }

  return {
    add: (reference) => {
      const { runId } = reference
      if (draining.signal.aborted || known.has(runId)) return
      const controller = new AbortController()
      known.set(runId, controller)
      void run(reference, controller)
    },
    abort: (runId) => {
      if (working.has(runId)) known.get(runId)?.abort()
    },
    load: () => ({ running: working.size, queued: known.size - working.size }),
    drain: async (graceMilliseconds) => {
      draining.abort()
      const ended = new AbortController()
      const all = Promise.all(working.values())
      void all.then(() => ended.abort())
      await timers.wait(graceMilliseconds, ended.signal)
      for (const runId of working.keys()) known.get(runId)?.abort()
      await all
    },
  }
}
