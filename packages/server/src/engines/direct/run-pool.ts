import type { RunId } from '@repertoire/core'
import type { Timers } from '../../platform/timers.ts'
import type { RunReference } from './run-worker.ts'

/** Executes a bounded number of runs at once. Further ones queue. */
export interface RunPool {
  /** Ignores a run that is queued or running already. */
  add(reference: RunReference): void
  /** Aborts the run, if it is running here. */
  abort(runId: RunId): void
  /** Clears the queue, waits for running runs until the time is over, then aborts them. */
  drain(graceMilliseconds: number): Promise<void>
}

interface Work {
  readonly controller: AbortController
  readonly done: Promise<void>
}

export interface RunPoolOptions {
  readonly concurrency: number
  readonly timers: Timers
  /** Never rejects. */
  work(reference: RunReference, controller: AbortController): Promise<void>
}

export function createRunPool({ concurrency, timers, work }: RunPoolOptions): RunPool {
  const queue: RunReference[] = []
  const working = new Map<RunId, Work>()
  let draining = false

  function fillSlots(): void {
    while (!draining && working.size < concurrency) {
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

  return {
    add: (reference) => {
      const { runId } = reference
      if (draining || working.has(runId) || queue.some((one) => one.runId === runId)) return
      queue.push(reference)
      fillSlots()
    },
    abort: (runId) => working.get(runId)?.controller.abort(),
    drain: async (graceMilliseconds) => {
      draining = true
      queue.length = 0
      const ended = new AbortController()
      const all = Promise.all([...working.values()].map(({ done }) => done))
      void all.then(() => ended.abort())
      await timers.wait(graceMilliseconds, ended.signal)
      for (const { controller } of working.values()) controller.abort()
      await all
    },
  }
}
