import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { withoutCollectionToken } from '../collections/collection-address.ts'
import { bindAnthropic } from '../compat/anthropic.ts'
import { bindOpenAi } from '../compat/openai.ts'
import { serveDocs } from '../docs/serve-docs.ts'
import { bindMcp } from '../mcp/mcp-endpoint.ts'
import { bindOAuth } from '../oauth/oauth-endpoints.ts'
import type { Application } from './application.ts'
import { createBindRoute } from './bind-route.ts'
import { bindClawHubDiscovery } from './clawhub.ts'
import { bindCollectionIndexes } from './collection-indexes.ts'
import { consoleFiles } from './console-files.ts'
import { canonicalPath } from './document-paths.ts'
import type { HttpEnvironment } from './environment.ts'
import { bindGit } from './git-endpoint.ts'
import { bindMetrics, measureRequests } from './metrics.ts'
import { hostGuard } from './middleware/host-origin-guard.ts'
import { errorResponse } from './middleware/problem.ts'
import { readExternalRequest } from './middleware/read-external-request.ts'
import { requestLog } from './middleware/request-log.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { withoutAddressKey } from './registry-address.ts'
import { currentPath } from './renamed-paths.ts'
import { routeGroups } from './routes.ts'
import { unknownPathResponse } from './unknown-path.ts'

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
