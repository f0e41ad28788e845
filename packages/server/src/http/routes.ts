import { bindAdvisories } from './advisories.ts'
import { bindAgents } from './agents.ts'
import type { Application } from './application.ts'
import { bindApprovals } from './approvals.ts'
import { bindAudit } from './audit.ts'
import { bindAuthoredTools } from './authored-tools.ts'
import type { BindRoute } from './bind-route.ts'
import { bindCatalog } from './catalog.ts'
import { bindCollections } from './collections.ts'
import { bindConnectedApps } from './connected-apps.ts'
import { bindConnectors } from './connectors.ts'
import { bindConversationEvents } from './conversation-events.ts'
import { bindConversationFiles } from './conversation-files.ts'
import { bindActiveSkills, bindConversations } from './conversations.ts'
import { bindCurator } from './curator.ts'
import { bindDeviceLogin } from './device-login.ts'
import { bindEarlierProposals } from './earlier-proposals.ts'
import { bindExecutions } from './executions.ts'
import { bindIgnoredEntries } from './ignored-entries.ts'
import { bindImportTriggerTests } from './import-trigger-tests.ts'
import { bindImports } from './imports.ts'
import { bindInbox } from './inbox.ts'
import { bindInboxNotification } from './inbox-notification.ts'
import { bindIntegrations } from './integrations.ts'
import { bindInvitations } from './invitations.ts'
import { bindKeys } from './keys.ts'
import { bindLock } from './lock.ts'
import { bindMembers } from './members.ts'
import { bindMemories } from './memories.ts'
import { bindMessages } from './messages.ts'
import { bindModelProviders } from './model-providers.ts'
import { bindOperator } from './operator.ts'
import { bindOrganisationConnectors } from './organisation-connectors.ts'
import { bindPasskeys } from './passkeys.ts'
import { bindPromptContexts } from './prompt-contexts.ts'
import { bindQuotas } from './quotas.ts'
import { bindRegistry } from './registry.ts'
import { bindDecisions, bindReviews } from './reviews.ts'
import { bindRouting } from './routing.ts'
import { bindSandboxExecute } from './sandbox-execute.ts'
import { bindSession } from './session.ts'
import { bindSessions } from './sessions.ts'
import { bindSettings } from './settings.ts'
import { bindSignOn } from './sign-on.ts'
import { bindSkillCatalog } from './skill-catalog.ts'
import { bindSkillEvals } from './skill-evals.ts'
import { bindSkillPackages } from './skill-packages.ts'
import { bindSkillRegistry } from './skill-registry.ts'
import { bindSkillRequirements } from './skill-requirements.ts'
import { bindSkillRevisions } from './skill-revisions.ts'
import { bindSkillSecrets } from './skill-secrets.ts'
import { bindSkills } from './skills.ts'
import { bindSources, bindSyncs } from './sources.ts'
import { bindStats } from './stats.ts'
import { bindSuggestedQuestions } from './suggested-questions.ts'
import { bindSuppressions } from './suppressions.ts'
import { bindSystem } from './system.ts'
import { bindTools } from './tools.ts'
import { bindTraces } from './traces.ts'
import { bindTriggerDeliveries } from './trigger-deliveries.ts'
import { bindTriggers } from './triggers.ts'
import { bindTrust } from './trust.ts'

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
