import type { Hono, MiddlewareHandler } from 'hono'
import { authenticateServerKey } from '../../identity/auth/operator.ts'
import type { ServerMetrics } from '../../runtime/metrics/server-metrics.ts'
import type { Application } from '../base/application.ts'
import type { HttpEnvironment } from '../base/environment.ts'

export type MetricsSources = Pick<
  Application,
  'metrics' | 'sha256' | 'failedKeys' | 'store' | 'engine' | 'scripts' | 'clock' | 'folders'
>

/** `GET /metrics` for a scraper that has the token. Without a token in the settings nothing is there. */
export function bindMetrics(http: Hono<HttpEnvironment>, app: MetricsSources): void {
  const { metrics } = app
  if (!metrics) {
    // Otherwise the page would answer, and a scraper would read it.
    http.get('/metrics', (c) => c.notFound())
    return
  }
  const key = {
    expected: metrics.token,
    name: 'the token of the metrics',
    variable: 'REPERTOIRE_METRICS_TOKEN',
  }
  http.get('/metrics', async (c) => {
    const { headers } = c.req.raw
    const credentials = { headers, external: c.get('external'), traceId: c.get('traceId') }
    await authenticateServerKey(app, credentials, key)
    const text = await metrics.text(app)
    const type = { 'content-type': metrics.contentType, 'cache-control': 'no-store' }
    return new Response(text, { headers: type })
  })
}

/** Counts every request, by method and class of status. */
export function measureRequests(metrics: ServerMetrics): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const began = performance.now()
    await next()
    const seconds = (performance.now() - began) / 1000
    metrics.requestEnded({ method: c.req.method, status: c.res.status, seconds })
  }
}
