import type { DataConverter } from '@temporalio/common'
import { Worker } from '@temporalio/worker'
import type { Logger } from 'pino'
import type { Timers } from '../../../platform/system/timers.ts'
import type { RunActivities } from './run-activities.ts'
import type { TemporalConnection } from './temporal-connection.ts'
import type { TemporalSettings } from './temporal-settings.ts'
import type { TriggerActivities } from './trigger-activities.ts'
import { workflowBundle } from './workflow-bundle.ts'

/** Works on the task queue, and on that of scripts where it runs them, until it is stopped. */
export interface TemporalWorker {
  /** Takes nothing new, gives running actions their time, and resolves when all have ended, or Temporal does not listen. */
  stop(): Promise<void>
}

export interface TemporalWorkerOptions {
  readonly connection: TemporalConnection
  readonly settings: TemporalSettings
  readonly dataConverter: DataConverter
  readonly activities: RunActivities & TriggerActivities
  readonly concurrency: number
  readonly graceMilliseconds: number
  readonly timers: Timers
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** How long Temporal may take to hear that a worker goes. */
const goodbyeMilliseconds = 2_000

export async function startTemporalWorker(options: TemporalWorkerOptions): Promise<TemporalWorker> {
  const { connection, settings, dataConverter, activities, logger } = options
  const { namespace, taskQueue, runsScripts } = settings
  const common = {
    ...{ dataConverter, namespace, connection: connection.native },
    activities: { ...activities },
    maxConcurrentActivityTaskExecutions: options.concurrency,
    shutdownGraceTime: options.graceMilliseconds,
    disablePayloadErrorLimit: true,
  }
  const workers = [
    await Worker.create({
      ...{ ...common, taskQueue, workflowBundle: await workflowBundle() },
      // The queue of a worker that died: nobody waits longer for it.
      stickyQueueScheduleToStartTimeout: '2 seconds',
    }),
  ]
  if (runsScripts) {
    workers.push(await Worker.create({ ...common, taskQueue: `${taskQueue}-scripts` }))
  }
  const run = (worker: Worker) =>
    worker.run().catch((err: unknown) => logger.error({ err }, 'a worker of Temporal has failed'))
  const ended = Promise.all(workers.map(run))
  return {
    stop: async () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
      // Where Temporal does not answer, nothing can be handed back to it.
      const milliseconds = options.graceMilliseconds + goodbyeMilliseconds
      const left = new AbortController()
      await Promise.race([ended, options.timers.wait(milliseconds, left.signal)])
      left.abort()
    },
  }
}
