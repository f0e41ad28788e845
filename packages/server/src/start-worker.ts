import { setTimeout } from 'node:timers/promises'
import type { ServerStage } from './http/base/application.ts'
import { type ListeningServer, listen } from './http/listening/listen.ts'
import { createWorkerApp } from './http/worker-app.ts'
import { createFailedKeyThrottle } from './identity/auth/failed-key-throttle.ts'
import { randomIds, sha256, systemClock } from './platform/system/system-ports.ts'
import type { Config } from './setup/config/config.ts'
import { closeServices, openServices, type ServiceInputs } from './setup/services.ts'

export interface RunningWorker {
  /** Where it says how it does; null without `REPERTOIRE_WORKER_PORT`. */
  readonly port: number | null
  /** Takes nothing new, finishes or hands back open work, and releases everything. */
  close(): Promise<void>
}

/**
 * Executes runs and nothing else: no interface but for health and metrics, no background jobs, no account. Servers on the same store have
 * those. Throws what `startServer` throws; nothing stays open then.
 */
export async function startWorker(config: Config, inputs: ServiceInputs): Promise<RunningWorker> {
  const services = await openServices(config, inputs)
  let stage: ServerStage = 'starting'
  let listening: ListeningServer | undefined
  const close = () => {
    stage = 'stopping'
    return closeServices(services, listening)
  }
  try {
    const { workerPort, host, trustedProxies } = config
    if (workerPort !== undefined) {
      const failedKeys = createFailedKeyThrottle({
        clock: systemClock,
        wait: (ms) => setTimeout(ms),
      })
      const ports = { clock: systemClock, ids: randomIds, sha256, failedKeys, trustedProxies }
      const app = { ...services, ...ports, logger: inputs.logger, stage: () => stage }
      listening = await listen(createWorkerApp(app), { host, port: workerPort })
    }
    await services.engine.start()
    await services.scripts.startMonitoring()
    stage = 'ready'
  } catch (error) {
    await close()
    throw error
  }
  return { port: listening?.port ?? null, close }
}
