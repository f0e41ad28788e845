import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Application } from './application.ts'
import { bindAgents } from './http/agents.ts'
import { bindApprovals } from './http/approvals.ts'
import { bindAudit } from './http/audit.ts'
import { bindAuthoredTools } from './http/authored-tools.ts'
import { createBindRoute } from './http/bind-route.ts'
import { bindConnectors } from './http/connectors.ts'
import { consoleFiles } from './http/console-files.ts'
import { bindConversationEvents } from './http/conversation-events.ts'
import { bindConversationFiles } from './http/conversation-files.ts'
import { bindActiveSkills, bindConversations } from './http/conversations.ts'
import { bindCurator } from './http/curator.ts'
import { meantPath } from './http/document-paths.ts'
import type { HttpEnvironment } from './http/environment.ts'
import { bindExecutions } from './http/executions.ts'
import { bindImports } from './http/imports.ts'
import { bindIntegrations } from './http/integrations.ts'
import { bindKeys } from './http/keys.ts'
import { bindMembers } from './http/members.ts'
import { bindMessages } from './http/messages.ts'
import { hostGuard } from './http/middleware/host-origin-guard.ts'
import { answerError } from './http/middleware/problem.ts'
import { requestLog } from './http/middleware/request-log.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { bindMemories } from './http/memories.ts'
import { bindProposals } from './http/proposals.ts'
import { currentPath } from './http/renamed-paths.ts'
import { bindRouting } from './http/routing.ts'
import { bindSession } from './http/session.ts'
import { bindSettings } from './http/settings.ts'
import { bindTriggerDeliveries } from './http/trigger-deliveries.ts'
import { bindTriggers } from './http/triggers.ts'
import { bindSkillEvals } from './http/skill-evals.ts'
import { bindSkillPackages } from './http/skill-packages.ts'
import { bindSkillRequirements } from './http/skill-requirements.ts'
import { bindSkillRevisions } from './http/skill-revisions.ts'
import { bindSkillSecrets } from './http/skill-secrets.ts'
import { bindSkills } from './http/skills.ts'
import { bindSystem } from './http/system.ts'
import { bindTools } from './http/tools.ts'
import { bindTraces } from './http/traces.ts'
import { answerUnknownPath } from './http/unknown-path.ts'

export type HttpApp = Hono<HttpEnvironment>

/** The whole HTTP surface over what it is given; test it with `app.request()`. */
export function createApp(app: Application): HttpApp {
  const http = new Hono<HttpEnvironment>({
    getPath: (request) => currentPath(meantPath(request.method, getPath(request))),
  })
  http.onError(answerError)
  http.notFound(answerUnknownPath)
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
