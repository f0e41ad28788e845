import type { Store } from '@repertoire/core/ports'
import type { RunReference } from '../runtime/engines/runs/run-worker.ts'
import type { ServerMetrics } from '../runtime/metrics/server-metrics.ts'
import type { Config } from './config/config.ts'

/** Without a token none of it is loaded, and nothing is measured. */
export async function openMetrics({
  metricsToken,
}: Pick<Config, 'metricsToken'>): Promise<ServerMetrics | undefined> {
  if (metricsToken === undefined) return undefined
  const { createServerMetrics } = await import('../runtime/metrics/server-metrics.ts')
  return createServerMetrics(metricsToken)
}

export async function countEndedRun(
  metrics: ServerMetrics | undefined,
  store: Pick<Store, 'tenant'>,
  { tenantId, userId, runId }: RunReference,
): Promise<void> {
  if (!metrics) return
  const run = await store.tenant(tenantId).conversations.run(userId, runId)
  if (run) metrics.runEnded(run.status)
}
