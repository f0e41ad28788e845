import { bindAgents } from './agents/agents.ts'
import { bindAuthoredTools } from './agents/authored-tools.ts'
import { bindMemories } from './agents/memories.ts'
import { bindRouting } from './agents/routing.ts'
import { bindTools } from './agents/tools.ts'
import type { Application } from './base/application.ts'
import type { BindRoute } from './base/bind-route.ts'
import { bindConnectors } from './connectors/connectors.ts'
import { bindOrganisationConnectors } from './connectors/organisation-connectors.ts'
import { bindConversationEvents } from './conversations/conversation-events.ts'
import { bindConversationFiles } from './conversations/conversation-files.ts'
import { bindActiveSkills, bindConversations } from './conversations/conversations.ts'
import { bindExecutions } from './conversations/executions.ts'
import { bindMessages } from './conversations/messages.ts'
import { bindPromptContexts } from './conversations/prompt-contexts.ts'
import { bindSandboxExecute } from './conversations/sandbox-execute.ts'
import { bindTraces } from './conversations/traces.ts'
import { bindConnectedApps } from './identity/connected-apps.ts'
import { bindDeviceLogin } from './identity/device-login.ts'
import { bindInvitations } from './identity/invitations.ts'
import { bindKeys } from './identity/keys.ts'
import { bindMembers } from './identity/members.ts'
import { bindPasskeys } from './identity/passkeys.ts'
import { bindSession } from './identity/session.ts'
import { bindSessions } from './identity/sessions.ts'
import { bindSignOn } from './identity/sign-on.ts'
import { bindAudit } from './organisation/audit.ts'
import { bindModelProviders } from './organisation/model-providers.ts'
import { bindOperator } from './organisation/operator.ts'
import { bindQuotas } from './organisation/quotas.ts'
import { bindSettings } from './organisation/settings.ts'
import { bindStats } from './organisation/stats.ts'
import { bindSystem } from './platform/system.ts'
import { bindCollections } from './registry/collections.ts'
import { bindRegistry } from './registry/registry.ts'
import { bindAdvisories } from './review/advisories.ts'
import { bindApprovals } from './review/approvals.ts'
import { bindEarlierProposals } from './review/earlier-proposals.ts'
import { bindIgnoredEntries } from './review/ignored-entries.ts'
import { bindImportTriggerTests } from './review/import-trigger-tests.ts'
import { bindInbox } from './review/inbox.ts'
import { bindInboxNotification } from './review/inbox-notification.ts'
import { bindDecisions, bindReviews } from './review/reviews.ts'
import { bindTrust } from './review/trust.ts'
import { bindCurator } from './skills/curator.ts'
import { bindImports } from './skills/imports.ts'
import { bindLock } from './skills/lock.ts'
import { bindSkillCatalog } from './skills/skill-catalog.ts'
import { bindSkillEvals } from './skills/skill-evals.ts'
import { bindSkillPackages } from './skills/skill-packages.ts'
import { bindSkillRegistry } from './skills/skill-registry.ts'
import { bindSkillRequirements } from './skills/skill-requirements.ts'
import { bindSkillRevisions } from './skills/skill-revisions.ts'
import { bindSkillSecrets } from './skills/skill-secrets.ts'
import { bindSkills } from './skills/skills.ts'
import { bindSuggestedQuestions } from './skills/suggested-questions.ts'
import { bindSuppressions } from './skills/suppressions.ts'
import { bindCatalog } from './sources/catalog.ts'
import { bindIntegrations } from './sources/integrations.ts'
import { bindSources, bindSyncs } from './sources/sources.ts'
import { bindTriggerDeliveries } from './triggers/trigger-deliveries.ts'
import { bindTriggers } from './triggers/triggers.ts'

type BindRoutes = (bind: BindRoute, app: Application) => void

/** Every group of routes, in the order they are registered. */
export const routeGroups: readonly BindRoutes[] = [
  bindSystem,
  // Their paths are below those of a skill, so they come first.
  bindSyncs,
  bindSources,
  bindCatalog,
  bindLock,
  bindSkillCatalog,
  bindSkillRegistry,
  bindSkills,
  bindSkillRevisions,
  bindImports,
  bindSkillPackages,
  bindAgents,
  bindTools,
  bindMemories,
  bindPromptContexts,
  bindAuthoredTools,
  bindConversations,
  bindActiveSkills,
  bindConversationEvents,
  bindConversationFiles,
  bindExecutions,
  bindSandboxExecute,
  bindSkillSecrets,
  bindSkillRequirements,
  bindSkillEvals,
  bindSuggestedQuestions,
  bindMessages,
  bindApprovals,
  bindIntegrations,
  bindReviews,
  bindImportTriggerTests,
  bindDecisions,
  bindSuppressions,
  bindIgnoredEntries,
  bindTrust,
  bindAdvisories,
  bindEarlierProposals,
  bindCurator,
  bindSettings,
  bindModelProviders,
  bindOrganisationConnectors,
  bindQuotas,
  bindRouting,
  bindTriggers,
  bindTraces,
  bindStats,
  bindTriggerDeliveries,
  bindConnectors,
  bindRegistry,
  bindCollections,
  bindInbox,
  bindInboxNotification,
  bindMembers,
  bindInvitations,
  bindKeys,
  bindAudit,
  bindSession,
  bindDeviceLogin,
  bindConnectedApps,
  bindSessions,
  bindSignOn,
  bindPasskeys,
  bindOperator,
]
