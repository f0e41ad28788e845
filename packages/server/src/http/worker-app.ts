import { systemRoutes } from '@repertoire/protocol'
import { Hono } from 'hono'
import type { HttpApp } from './app.ts'
import type { Application } from './base/application.ts'
import type { HttpEnvironment } from './base/environment.ts'
import { errorResponse } from './base/middleware/problem.ts'
import { readExternalRequest } from './base/middleware/read-external-request.ts'
import { requestLog } from './base/middleware/request-log.ts'
import { securityHeaders } from './base/middleware/security-headers.ts'
import { bindMetrics, type MetricsSources, measureRequests } from './platform/metrics.ts'
import { createReadyCheck } from './platform/system.ts'

export type WorkerApplication = MetricsSources &
  Pick<Application, 'stage' | 'trustedProxies' | 'logger' | 'ids'>

/** What a worker answers: whether it lives, whether it takes work, and its metrics. */
export function createWorkerApp(app: WorkerApplication): HttpApp {
  const http = new Hono<HttpEnvironment>()
  http.onError(errorResponse)
  if (app.metrics) http.use(measureRequests(app.metrics))
  http.use(
    readExternalRequest(app.trustedProxies),
    requestLog(app.logger, app.ids),
    securityHeaders(),
  )
  http.get(systemRoutes.health.path, (c) => c.json({ status: 'ok' }))
  const readReadiness = createReadyCheck(app)
  http.get(systemRoutes.readiness.path, async (c) => c.json(await readReadiness()))
  bindMetrics(http, app)
  return http
}
