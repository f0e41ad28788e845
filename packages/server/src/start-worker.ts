import type { Config } from './setup/config/config.ts'
import { closeServices, openServices, type ServiceInputs } from './setup/services.ts'

export interface RunningWorker {
  /** Takes nothing new, finishes or hands back open work, and releases everything. */
  close(): Promise<void>
}

/**
 * Executes runs and nothing else: no interface, no background jobs, no account. Servers on the same store have
 * those. Throws what `startServer` throws; nothing stays open then.
 */
export async function startWorker(config: Config, inputs: ServiceInputs): Promise<RunningWorker> {
  const services = await openServices(config, inputs)
  const close = () => closeServices(services, undefined)
  try {
    await services.engine.start()
    await services.scripts.startMonitoring()
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}
