import type { RunId } from '@repertoire/core/base'
import type { StartedRun } from '@repertoire/core/use'
import { systemTimers } from '../../../platform/system/timers.ts'
import type { Engine, StartRunRequest } from '../../engine.ts'
import { nextTime } from '../../triggers/next-time.ts'
import { createRunRecovery } from '../runs/run-recovery.ts'
import { createRunServices, type EngineOptions } from '../runs/run-services.ts'
import { engineClosing, waitForRun } from '../runs/wait-for-run.ts'
import { watchForWork } from '../runs/watch-for-work.ts'
import { encryptionConverter } from './payload-encryption.ts'
import { createRunStarter } from './run-starter.ts'
import { createRunWorkflows, type RunWorkflows } from './run-workflows.ts'
import { missingSearchAttributes } from './search-attributes.ts'
import { createRunActivities } from './take-action.ts'
import { connectToTemporal, type TemporalConnection } from './temporal-connection.ts'
import { createTemporalPresence } from './temporal-presence.ts'
import { installTemporalRuntime } from './temporal-runtime.ts'
import type { TemporalSettings } from './temporal-settings.ts'
import { startTemporalWorker, type TemporalWorker } from './temporal-worker.ts'
import { createTriggerActivities } from './trigger-activities.ts'
import { createTriggerPlanner } from './trigger-planner.ts'
import { createTriggerSchedules, type TriggerSchedules } from './trigger-schedules.ts'

/** With the deadline of a ping: a server notices within five seconds that Temporal is away. */
const pingMilliseconds = 2_000

export interface TemporalEngineOptions extends EngineOptions {
  readonly temporal: TemporalSettings
  /** Encrypts what Temporal keeps. Undefined: ids and codes are kept as they are. */
  readonly payloadKey: Uint8Array | undefined
}

/**
 * Executes runs as workflows of Temporal (C8 `temporal`): one workflow a run, one activity a costly action. The
 * conversation log stays the truth, and the run's lease decides who acts. Nothing reaches Temporal before `start`,
 * which throws the problems of {@link connectToTemporal}.
 */
export function createTemporalEngine(options: TemporalEngineOptions): Engine {
  const { store, clock, logger, timers = systemTimers, temporal: settings } = options
  const services = createRunServices(options)
  const graceMilliseconds = options.graceMilliseconds ?? 5_000
  const stopping = new AbortController()
  /** Later than `stopping`: whoever waits for a run still gets the end that it reaches meanwhile. */
  const handedBack = new AbortController()
  const acting = new Map<RunId, AbortController>()
  let connection: TemporalConnection | undefined
  let workflows: RunWorkflows | undefined
  let schedules: TriggerSchedules | undefined
  let worker: TemporalWorker | undefined
  let stopWatching = () => {}
  const presence = createTemporalPresence({
    onAway: (err) => logger.warn({ err }, 'Temporal does not answer; open runs wait for it'),
    onBack: () => logger.info('Temporal answers again'),
  })
  const starter = createRunStarter({ store, workflows: () => workflows, presence })
  const sweeper = createRunRecovery({
    ...{ store, clock, onRun: starter.found, onSwept: starter.swept },
    onError: (err) => logger.error({ err }, 'could not search for open runs; will try again'),
  })
  const sweep = async () => {
    if (!stopping.signal.aborted) await sweeper.sweep()
  }
  const { triggerScheduler, triggerActivities } = wakeTriggers(options, {
    schedules: () => schedules,
    startRun: (request) => startRun(request),
  })
  const runActivities = createRunActivities({
    ...{ services, store, clock, timers, logger, settings },
    stopRequested: () => stopping.signal.aborted,
    onAction: ({ runId }, controller) => {
      acting.set(runId, controller)
      return () => void acting.delete(runId)
    },
  })

  async function startRun(request: StartRunRequest): Promise<StartedRun> {
    if (stopping.signal.aborted) throw engineClosing()
    const { reference, started } = await services.begin(request)
    starter.start(reference)
    return started
  }

  async function connect(): Promise<void> {
    installTemporalRuntime(logger)
    const dataConverter = encryptionConverter(options.payloadKey)
    connection = await connectToTemporal(settings, dataConverter)
    reportMissing(connection, logger)
    schedules = createTriggerSchedules(connection.client, settings.taskQueue)
    if (settings.worker) {
      worker = await startTemporalWorker({
        ...{ connection, settings, dataConverter, graceMilliseconds, timers, logger },
        activities: { ...runActivities, ...triggerActivities },
        concurrency: options.concurrency ?? 64,
      })
    }
    workflows = createRunWorkflows(connection, settings)
  }

  let pinging = false
  async function ping(): Promise<void> {
    if (!workflows || pinging || stopping.signal.aborted) return
    pinging = true
    await presence.watch(workflows.ping())
    pinging = false
  }

  return {
    start: async () => {
      await connect()
      const stops = [
        watchForWork({ ...options, timers }, () => void sweep()),
        timers.every(pingMilliseconds, () => void ping()),
      ]
      stopWatching = () => {
        for (const stop of stops) stop()
      }
      await sweep()
    },
    startRun,
    triggerScheduler,
    cancelRun: async (request) => {
      const run = await services.cancel(request)
      acting.get(request.runId)?.abort()
      starter.cancel(request.runId)
      return run
    },
    toolsFor: services.toolsFor,
    contextTokensOf: services.contextTokensOf,
    load: () => ({ running: acting.size, queued: 0 }),
    checks: () => ({ temporal: presence.isAway() ? 'away' : 'ok' }),
    wake: () => void sweep(),
    waitForRun: (request) => waitForRun({ store, timers, stopped: handedBack.signal }, request),
    liveTexts: services.texts,
    logs: services.logs,
    stop: async () => {
      stopping.abort()
      stopWatching()
      await Promise.all([worker?.stop(), sweeper.idle(), triggerScheduler.stop()])
      handedBack.abort()
      await starter.idle()
      await connection?.close()
      services.close()
    },
  }
}

function reportMissing({ searchAttributes }: TemporalConnection, logger: EngineOptions['logger']) {
  const missing = missingSearchAttributes(searchAttributes)
  if (missing.length === 0) return
  const line = 'workflows go without search attributes that the namespace does not list'
  logger.info({ missing }, line)
}

function wakeTriggers(
  options: TemporalEngineOptions,
  parts: { readonly schedules: () => TriggerSchedules | undefined } & Pick<Engine, 'startRun'>,
) {
  const { store, clock, ids, sha256, logger, timers = systemTimers } = options
  const warn = (message: string) => (err: unknown) => logger.warn({ err }, message)
  const triggerScheduler = createTriggerPlanner({
    ...{ store, clock, timers, schedules: parts.schedules },
    onError: warn('a schedule could not be planned; will try again'),
  })
  const triggerActivities = createTriggerActivities({
    ...{ store, clock, ids, sha256, next: nextTime, logger },
    engine: { startRun: parts.startRun },
    replan: triggerScheduler.replan,
    onError: warn('a schedule could not be fired; will try again'),
  })
  return { triggerScheduler, triggerActivities }
}
