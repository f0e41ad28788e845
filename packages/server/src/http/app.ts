import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { bindAgents } from './agents.ts'
import type { Application } from './application.ts'
import { bindApprovals } from './approvals.ts'
import { bindAudit } from './audit.ts'
import { bindAuthoredTools } from './authored-tools.ts'
import { createBindRoute } from './bind-route.ts'
import { bindConnectors } from './connectors.ts'
import { consoleFiles } from './console-files.ts'
import { bindConversationEvents } from './conversation-events.ts'
import { bindConversationFiles } from './conversation-files.ts'
import { bindActiveSkills, bindConversations } from './conversations.ts'
import { bindCurator } from './curator.ts'
import { canonicalPath } from './document-paths.ts'
import type { HttpEnvironment } from './environment.ts'
import { bindExecutions } from './executions.ts'
import { bindImports } from './imports.ts'
import { bindIntegrations } from './integrations.ts'
import { bindKeys } from './keys.ts'
import { bindMembers } from './members.ts'
import { bindMemories } from './memories.ts'
import { bindMessages } from './messages.ts'
import { hostGuard } from './middleware/host-origin-guard.ts'
import { errorResponse } from './middleware/problem.ts'
import { requestLog } from './middleware/request-log.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { bindProposals } from './proposals.ts'
import { currentPath } from './renamed-paths.ts'
import { bindRouting } from './routing.ts'
import { bindSession } from './session.ts'
import { bindSettings } from './settings.ts'
import { bindSkillEvals } from './skill-evals.ts'
import { bindSkillPackages } from './skill-packages.ts'
import { bindSkillRequirements } from './skill-requirements.ts'
import { bindSkillRevisions } from './skill-revisions.ts'
import { bindSkillSecrets } from './skill-secrets.ts'
import { bindSkills } from './skills.ts'
import { bindSystem } from './system.ts'
import { bindTools } from './tools.ts'
import { bindTraces } from './traces.ts'
import { bindTriggerDeliveries } from './trigger-deliveries.ts'
import { bindTriggers } from './triggers.ts'
import { unknownPathResponse } from './unknown-path.ts'

export type HttpApp = Hono<HttpEnvironment>

/** The whole HTTP surface over what it is given; test it with `app.request()`. */
export function createApp(app: Application): HttpApp {
  const http = new Hono<HttpEnvironment>({
    getPath: (request) => currentPath(canonicalPath(request.method, getPath(request))),
  })
  http.onError(errorResponse)
  http.notFound(unknownPathResponse)
  http.use(requestLog(app.logger, app.ids), securityHeaders(), hostGuard(app.allowedHosts))
  const bind = createBindRoute(http, app)
  bindSystem(bind, app)
  bindSkills(bind, app)
  bindSkillRevisions(bind, app)
  bindImports(bind, app)
  bindSkillPackages(bind, app)
  bindAgents(bind, app)
  bindTools(bind, app)
  bindMemories(bind, app)
  bindAuthoredTools(bind, app)
  bindConversations(bind, app)
  bindActiveSkills(bind, app)
  bindConversationEvents(bind, app)
  bindConversationFiles(bind, app)
  bindExecutions(bind, app)
  bindSkillSecrets(bind, app)
  bindSkillRequirements(bind, app)
  bindSkillEvals(bind, app)
  bindMessages(bind, app)
  bindApprovals(bind, app)
  bindIntegrations(bind, app)
  bindProposals(bind, app)
  bindCurator(bind, app)
  bindSettings(bind, app)
  bindRouting(bind, app)
  bindTriggers(bind, app)
  bindTraces(bind, app)
  bindTriggerDeliveries(bind, app)
  bindConnectors(bind, app)
  bindMembers(bind, app)
  bindKeys(bind, app)
  bindAudit(bind, app)
  bindSession(bind, app)
  http.use(consoleFiles(app.consoleDir))
  return http
}
