import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Application } from './base/application.ts'
import { createBindRoute } from './base/bind-route.ts'
import { canonicalPath } from './base/document-paths.ts'
import type { HttpEnvironment } from './base/environment.ts'
import { hostGuard } from './base/middleware/host-origin-guard.ts'
import { errorResponse } from './base/middleware/problem.ts'
import { readExternalRequest } from './base/middleware/read-external-request.ts'
import { requestLog } from './base/middleware/request-log.ts'
import { securityHeaders } from './base/middleware/security-headers.ts'
import { withoutAddressKey } from './base/registry-address.ts'
import { currentPath } from './base/renamed-paths.ts'
import { unknownPathResponse } from './base/unknown-path.ts'
import { withoutCollectionToken } from './collections/collection-address.ts'
import { bindAnthropic } from './compat/anthropic.ts'
import { bindOpenAi } from './compat/openai.ts'
import { serveDocs } from './docs/serve-docs.ts'
import { bindMcp } from './mcp/mcp-endpoint.ts'
import { bindOAuth } from './oauth/oauth-endpoints.ts'
import { consoleFiles } from './platform/console-files.ts'
import { bindMetrics, measureRequests } from './platform/metrics.ts'
import { bindClawHubDiscovery } from './registry/clawhub.ts'
import { bindCollectionIndexes } from './registry/collection-indexes.ts'
import { bindGit } from './registry/git-endpoint.ts'
import { routeGroups } from './routes.ts'

export type HttpApp = Hono<HttpEnvironment>

/** The whole HTTP surface: middleware, routes, then the console's files. Test it with `app.request()`. */
export function createApp(app: Application): HttpApp {
  const http = new Hono<HttpEnvironment>({
    getPath: (request) =>
      currentPath(canonicalPath(request.method, withoutSecrets(getPath(request)))),
  })
  http.onError(errorResponse)
  http.notFound(unknownPathResponse(app))
  if (app.metrics) http.use(measureRequests(app.metrics))
  http.use(
    readExternalRequest(app.trustedProxies),
    requestLog(app.logger, app.ids),
    securityHeaders(),
    hostGuard(app.allowedHosts),
  )
  const bind = createBindRoute(http, app)
  for (const bindRoutes of routeGroups) bindRoutes(bind, app)
  bindMetrics(http, app)
  bindMcp(http, app)
  bindAnthropic(http, app)
  bindOpenAi(http, app)
  serveDocs(http, app.docsDir)
  bindGit(http, app)
  bindCollectionIndexes(http, app)
  bindOAuth(http, app)
  bindClawHubDiscovery(http)
  http.use(consoleFiles(app.consoleDir))
  return http
}

/** The path without the secrets that addresses may have, which are neither routed by nor logged. */
function withoutSecrets(path: string): string {
  return withoutCollectionToken(withoutAddressKey(path))
}
