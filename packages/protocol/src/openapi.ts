import { OpenAPIHono } from '@hono/zod-openapi'
import { advisoryRoutes } from './routes/advisories.ts'
import { agentRoutes } from './routes/agents.ts'
import type { ApiRoute } from './routes/api-route.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { authoredToolRoutes } from './routes/authored-tools.ts'
import { clawHubRoutes } from './routes/clawhub.ts'
import { collectionRoutes } from './routes/collections.ts'
import { connectedAppRoutes } from './routes/connected-apps.ts'
import { connectorRoutes } from './routes/connectors.ts'
import { conversationRoutes } from './routes/conversations.ts'
import { curatorRoutes } from './routes/curator.ts'
import { deviceLoginRoutes } from './routes/device-login.ts'
import { executionRoutes, skillSecretRoutes } from './routes/executions.ts'
import { fileRoutes } from './routes/files.ts'
import { importTriggerTestRoutes } from './routes/import-trigger-tests.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { inboxNotificationRoutes } from './routes/inbox-notification.ts'
import { integrationRoutes } from './routes/integrations.ts'
import { lockRoutes } from './routes/lock.ts'
import { memoryRoutes } from './routes/memories.ts'
import { modelProviderRoutes } from './routes/model-providers.ts'
import { operatorRoutes } from './routes/operator.ts'
import { auditRoutes, keyRoutes, memberRoutes, settingsRoutes } from './routes/organisation.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { promptContextRoutes } from './routes/prompt-contexts.ts'
import { proposalRoutes } from './routes/proposals.ts'
import { quotaRoutes } from './routes/quotas.ts'
import { registryRoutes } from './routes/registry.ts'
import { reviewRoutes } from './routes/reviews.ts'
import { routingRoutes } from './routes/routing.ts'
import { sessionRoutes } from './routes/session.ts'
import { signOnRoutes } from './routes/sign-on.ts'
import { skillCatalogRoutes } from './routes/skill-catalog.ts'
import { skillEvalRoutes } from './routes/skill-evals.ts'
import { skillHistoryRoutes } from './routes/skill-history.ts'
import { skillRegistryRoutes } from './routes/skill-registry.ts'
import { skillRequirementRoutes } from './routes/skill-requirements.ts'
import { skillRoutes } from './routes/skills.ts'
import { sourceRoutes } from './routes/sources.ts'
import { statsRoutes } from './routes/stats.ts'
import { suggestedQuestionRoutes } from './routes/suggested-questions.ts'
import { systemRoutes } from './routes/system.ts'
import { toolRoutes } from './routes/tool-grants.ts'
import { traceRoutes } from './routes/traces.ts'
import { triggerRoutes } from './routes/triggers.ts'

/** Every route of the API, in the order of the reference page. */
export const allRoutes: readonly ApiRoute[] = [
  skillRoutes,
  skillHistoryRoutes,
  skillSecretRoutes,
  skillRequirementRoutes,
  skillEvalRoutes,
  suggestedQuestionRoutes,
  agentRoutes,
  modelProviderRoutes,
  routingRoutes,
  triggerRoutes,
  statsRoutes,
  traceRoutes,
  memoryRoutes,
  promptContextRoutes,
  conversationRoutes,
  fileRoutes,
  executionRoutes,
  approvalRoutes,
  toolRoutes,
  sourceRoutes,
  lockRoutes,
  skillCatalogRoutes,
  skillRegistryRoutes,
  reviewRoutes,
  advisoryRoutes,
  importTriggerTestRoutes,
  inboxRoutes,
  inboxNotificationRoutes,
  proposalRoutes,
  authoredToolRoutes,
  curatorRoutes,
  integrationRoutes,
  connectorRoutes,
  registryRoutes,
  clawHubRoutes,
  collectionRoutes,
  settingsRoutes,
  quotaRoutes,
  memberRoutes,
  keyRoutes,
  auditRoutes,
  sessionRoutes,
  deviceLoginRoutes,
  connectedAppRoutes,
  signOnRoutes,
  passkeyRoutes,
  operatorRoutes,
  systemRoutes,
].flatMap((table) => Object.values(table))

export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>

/** The OpenAPI 3.1 document of {@link allRoutes}; the same bytes for the same routes. */
export function buildOpenApiDocument(): OpenApiDocument {
  const app = new OpenAPIHono()
  for (const route of allRoutes) app.openAPIRegistry.registerPath(route.openapi)
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    app.openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  }
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Repertoire',
      version: '1',
      description:
        'Skills for LLM agents: a library with revisions, ranked search, approvals, a prompt budget and an audit log. Errors are application/problem+json with a stable `code`.',
      license: { name: 'Apache-2.0' },
    },
    security: [{ apiKey: [] }, { login: [] }],
  })
}

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API key>' },
  login: {
    type: 'apiKey',
    in: 'cookie',
    name: 'repertoire_session',
    description:
      'The cookie of POST /api/v1/session, over HTTPS with the name `__Host-repertoire_session`; changes need a same-origin request.',
  },
} as const
