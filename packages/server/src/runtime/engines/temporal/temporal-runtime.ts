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
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', logOfTemporal(logger)),
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  })
}

/** Passes on what Temporal's SDK logs, with the workflow, which names the run, and the activity. */
export function logOfTemporal(
  logger: Pick<Logger, 'warn' | 'error'>,
): (entry: Pick<LogEntry, 'level' | 'message' | 'meta'>) => void {
  return ({ level, message, meta = {} }) => {
    const { workflowId, activityType, attempt, error } = meta
    const about = {
      ...(typeof workflowId === 'string' && { workflow_id: workflowId }),
      ...(typeof activityType === 'string' && { activity: activityType }),
      ...(typeof attempt === 'number' && { attempt }),
      ...(error instanceof Error && { err: error }),
    }
    if (level === 'ERROR') logger.error(about, `temporal: ${message}`)
    // The worker of the task queue of scripts has none.
    else if (!message.startsWith('No workflows registered'))
      logger.warn(about, `temporal: ${message}`)
  }
}
