import { DefaultLogger, type LogEntry, Runtime } from '@temporalio/worker'
import type { Logger } from 'pino'

let installed = false

/**
 * Before anything connects: the SDK has one runtime in a process. It must not stop workers on a signal, the
 * server does. Further calls change nothing.
 */
export function installTemporalRuntime(logger: Pick<Logger, 'warn' | 'error'>): void {
  if (installed) return
  installed = true
  const log = ({ level, message }: LogEntry) => {
    if (level === 'ERROR') logger.error(`temporal: ${message}`)
    // The worker of the task queue of scripts has none.
    else if (!message.startsWith('No workflows registered')) logger.warn(`temporal: ${message}`)
  }
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', log),
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  })
}
