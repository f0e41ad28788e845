export {
  isProblemError,
  type Problem,
  ProblemError,
  type ProblemKind,
  throwIf,
} from './base/errors.ts'
export type * from './base/ids.ts'
export type { JsonObject, JsonValue } from './base/json.ts'
export type { Sha256 } from './base/sha256.ts'
export { withoutPayload } from './base/text/frame-payload.ts'
export * from './base/trace-id.ts'
export { type BodyState, renderCatalogue } from './choose/catalogue/render-catalogue.ts'
export * from './choose/catalogue/skill-list.ts'
export type { RoutingEnvironment } from './choose/routing/conditions.ts'
export * from './choose/routing/explain-routing.ts'
export type { CatalogueEntry } from './choose/routing/fill-slots.ts'
export { isClearMatch } from './choose/routing/is-clear-match.ts'
export { nearDuplicatesOf } from './choose/routing/near-duplicates.ts'
export { type RoutingView, rankSkills } from './choose/routing/rank-skills.ts'
export * from './choose/routing/route-turn.ts'
export { RoutingCache } from './choose/routing/routing-cache.ts'
export { RoutingIndex } from './choose/routing/routing-index.ts'
export { hasConditions, routingOf } from './choose/routing/routing-of.ts'
export type * from './choose/routing/routing-ports.ts'
export { scoreSkill } from './choose/routing/score-skill.ts'
export { defaultRouting, type SkillRouting } from './choose/routing/skill-routing.ts'
export { type RoutingTrigger, readTurn } from './choose/routing/turn.ts'
export { type Vocabulary, VocabularyIndex } from './choose/routing/vocabulary.ts'
export * from './choose/routing/vocabulary-registry.ts'
export { buildSegment } from './choose/search/build-segment.ts'
export { editDistance } from './choose/search/edit-distance.ts'
export type { SearchText } from './choose/search/fields.ts'
export { type MergePart, mergeSegments } from './choose/search/merge-segments.ts'
export {
  type MadeSearch,
  recordSearch,
  type SearchLogFailure,
} from './choose/search/record-search.ts'
export type { EmbeddingOptions } from './choose/search/search-embedding.ts'
export { searchTerms } from './choose/search/search-terms.ts'
export type { Segment } from './choose/search/segment.ts'
export * from './choose/search/segment-builder.ts'
export * from './choose/search/skill-search.ts'
export type * from './domain/advisory.ts'
export * from './domain/agent.ts'
export * from './domain/allowed-tools.ts'
export * from './domain/allowed-tools-meaning.ts'
export { anonymousViewer } from './domain/anonymous-viewer.ts'
export * from './domain/api-key.ts'
export * from './domain/app-redirect.ts'
export * from './domain/approval.ts'
export * from './domain/approval-audience.ts'
export * from './domain/audit-chain.ts'
export * from './domain/audit-checkpoint.ts'
export { type AuditEntry, auditedBy } from './domain/audit-entry.ts'
export * from './domain/audit-verification.ts'
export * from './domain/authored-tool.ts'
export * from './domain/collection.ts'
export * from './domain/connected-app.ts'
export type * from './domain/connector.ts'
export type { Conversation, Run, RunStatus } from './domain/conversation.ts'
export * from './domain/dependencies/node-dependencies.ts'
export { normalName, type PythonRequirements } from './domain/dependencies/python-requirements.ts'
export * from './domain/dependencies/script-dependencies.ts'
export { egressLimits, normalEgressEntry, normalEgressList } from './domain/egress.ts'
export * from './domain/events.ts'
export * from './domain/execution.ts'
export { freshLoginProblem } from './domain/fresh-login.ts'
export { type GitHosts, publicGitHosts } from './domain/git-hosts.ts'
export * from './domain/ignored-entry.ts'
export * from './domain/inbox-entry.ts'
export * from './domain/inbox-notification.ts'
export * from './domain/licence-policy.ts'
export * from './domain/member.ts'
export * from './domain/model-problems.ts'
export * from './domain/model-provider.ts'
export * from './domain/outcome-retest.ts'
export type * from './domain/package-list.ts'
export * from './domain/passkey.ts'
export type * from './domain/pending-revision.ts'
export * from './domain/permissions.ts'
export * from './domain/principal.ts'
export type * from './domain/published-skill.ts'
export * from './domain/quotas.ts'
export * from './domain/resolved-call.ts'
export * from './domain/review-audience.ts'
export type * from './domain/revision-proposal.ts'
export * from './domain/routing-preferences.ts'
export * from './domain/routing-settings.ts'
export { isOpenRun, openRunStatuses } from './domain/run-status.ts'
export { isSample, samplesSourceId } from './domain/sample.ts'
export * from './domain/scan-settings.ts'
export { defaultScoreTable, type ScoreTable } from './domain/score-table.ts'
export * from './domain/search-log.ts'
export * from './domain/session-state.ts'
export * from './domain/settings.ts'
export * from './domain/sign-on.ts'
export * from './domain/skill.ts'
export * from './domain/skill-fields.ts'
export type * from './domain/skill-source.ts'
export * from './domain/skill-usage.ts'
export { isInScope, slugKey } from './domain/slug.ts'
export type * from './domain/source.ts'
export * from './domain/source-commit.ts'
export { sourceWriteProblem } from './domain/source-permissions.ts'
export * from './domain/suppression.ts'
export {
  maxSynonymGroups,
  maxSynonymLength,
  maxSynonymsInGroup,
  normalSynonymGroups,
} from './domain/synonyms.ts'
export * from './domain/token-usage.ts'
export * from './domain/tool-grant.ts'
export * from './domain/tool-tier.ts'
export { type ToolsetPreset, toolsetPresets } from './domain/toolset-presets.ts'
export * from './domain/trigger.ts'
export type { TriggerContext } from './domain/trigger-context.ts'
export type * from './domain/trust.ts'
export * from './domain/trusted-signer.ts'
export { type UntrustedContent, untrustedContents } from './domain/untrusted-content.ts'
export { isVisible } from './domain/visibility.ts'
export * from './ingest/public.ts'
export type { AgentChoices, AgentDeps } from './keep/agents/agent-deps.ts'
export {
  agentDeleted,
  agentExists,
  agentNotFound,
  agentStale,
} from './keep/agents/agent-problems.ts'
export { attachedSkills } from './keep/agents/attached-skills.ts'
export { createAgent } from './keep/agents/create-agent.ts'
export { removeAgent } from './keep/agents/remove-agent.ts'
export { type UpdateAgentRequest, updateAgent } from './keep/agents/update-agent.ts'
export { removeOldAuditEntries } from './keep/audit/remove-old-entries.ts'
export * from './keep/blobs/collect-blobs.ts'
export * from './keep/connectors/change-connectors.ts'
export * from './keep/connectors/connector-problems.ts'
export * from './keep/memories/change-memories.ts'
export { maxMemoryLength } from './keep/memories/memories.ts'
export { memoriesNotFound, memoriesStale } from './keep/memories/memory-problems.ts'
export * from './keep/models/change-providers.ts'
export * from './keep/models/provider-problems.ts'
export { requestRetest } from './keep/outcomes/request-retest.ts'
export * from './keep/prompt-contexts/prompt-contexts.ts'
export { isApprovedByPerson } from './keep/skills/approved-by-person.ts'
export { type ArchiveSkillRequest, archiveSkill } from './keep/skills/archive-skill.ts'
export type { CatalogActor, CatalogDeps } from './keep/skills/catalog-deps.ts'
export { type CountedTag, countTags } from './keep/skills/count-tags.ts'
export { type CuratorDeps, type IdleSkill, idleSkills, sweepSkills } from './keep/skills/curator.ts'
export * from './keep/skills/deleted-skills.ts'
export { filesOfRevision } from './keep/skills/package-files.ts'
export { purgeConversations } from './keep/skills/purge-conversations.ts'
export { purgeSkills } from './keep/skills/purge-skills.ts'
export { removeSkill } from './keep/skills/remove-skill.ts'
export * from './keep/skills/revision-file.ts'
export { digestsToCheck, planRevocation, rejectRevoked } from './keep/skills/revoked-content.ts'
export * from './keep/skills/skill-quotas.ts'
export * from './keep/skills/skill-write.ts'
export {
  keptUntil,
  notDeleted,
  planRestore,
  tombstoneExpiryCutoff,
  tombstoneRetention,
} from './keep/skills/tombstone.ts'
export { bytesOf, checkPath, planWorkspace } from './keep/workspace/plan-workspace.ts'
export { workspaceLimits } from './keep/workspace/workspace-limits.ts'
export { fileNotFound } from './keep/workspace/workspace-text.ts'
export * from './ports/advisories.ts'
export type * from './ports/agents.ts'
export type * from './ports/approvals.ts'
export type * from './ports/authored.ts'
export { checkBlobAddress } from './ports/blob-address.ts'
export type * from './ports/blob-garbage-collection.ts'
export * from './ports/blobs.ts'
export type * from './ports/clock.ts'
export type * from './ports/code.ts'
export type * from './ports/collections.ts'
export type * from './ports/connected-apps.ts'
export type * from './ports/connectors.ts'
export type * from './ports/conversations.ts'
export type * from './ports/device-logins.ts'
export * from './ports/directory.ts'
export type * from './ports/embedding-model.ts'
export type * from './ports/executions.ts'
export type { GrantStore } from './ports/grants.ts'
export * from './ports/inbox.ts'
export type * from './ports/inbox-notification.ts'
export * from './ports/inbox-page.ts'
export type * from './ports/input-check.ts'
export type * from './ports/integrations.ts'
export type * from './ports/memories.ts'
export type * from './ports/model.ts'
export type * from './ports/model-providers.ts'
export type * from './ports/organisation.ts'
export type * from './ports/outcome-retests.ts'
export type * from './ports/package-approvals.ts'
export type * from './ports/package-scanner.ts'
export * from './ports/page-cursor.ts'
export type * from './ports/pages.ts'
export { noPromptContext, type PromptContext } from './ports/prompt-context.ts'
export * from './ports/prompt-contexts.ts'
export type * from './ports/quotas.ts'
export type * from './ports/reviews.ts'
export * from './ports/scripts.ts'
export type * from './ports/search-index.ts'
export type * from './ports/search-log.ts'
export { fitsSkillFilter } from './ports/skill-filter.ts'
export type * from './ports/skill-registry.ts'
export type * from './ports/skill-registry-client.ts'
export type * from './ports/skill-secrets.ts'
export type * from './ports/skills.ts'
export type * from './ports/source-reader.ts'
export type * from './ports/sources.ts'
export type * from './ports/store.ts'
export * from './ports/store-problems.ts'
export type * from './ports/tombstones.ts'
export * from './ports/traces.ts'
export type * from './ports/triggers.ts'
export * from './ports/usage.ts'
export type * from './ports/web-reader.ts'
export type { WordVectors } from './ports/word-vectors.ts'
export type * from './ports/workspace.ts'
export * from './report/public.ts'
export type { AgentPorts, AgentTurn, RunStep, TextDelta } from './use/agent/agent-ports.ts'
export { foldRun, type RunState } from './use/agent/fold-run.ts'
export {
  defaultRunLimits,
  type NextAction,
  nextAction,
  type RunLimits,
} from './use/agent/next-action.ts'
export { approvalPendingCode } from './use/agent/return-result.ts'
export { type AgentOutcome, runAgent } from './use/agent/run-agent.ts'
export { type SkillListCost, skillListCost } from './use/agent/skill-list-cost.ts'
export { turnEnvironment } from './use/agent/turn-environment.ts'
export * from './use/approvals/answer-approval.ts'
export * from './use/authored/authored-problems.ts'
export * from './use/authored/authored-tool-registry.ts'
export * from './use/authored/manage-authored.ts'
export { planClientCall } from './use/clients/plan-client-call.ts'
export { textsForClient } from './use/clients/texts-for-client.ts'
export { type CancelRunPorts, cancelRun, type LiveText } from './use/conversation/cancel-run.ts'
export type { ClientCall } from './use/conversation/client-call.ts'
export { explainBusy } from './use/conversation/explain-busy.ts'
export { createLogMemory, type LogMemory } from './use/conversation/log-memory.ts'
export { type PinnedSkill, pinnedSkills } from './use/conversation/pinned-skills.ts'
export { type RateAnswerRequest, rateAnswer } from './use/conversation/rate-answer.ts'
export { readLog } from './use/conversation/read-log.ts'
export {
  type StartedRun,
  type StartRunPorts,
  type StartRunRequest,
  startRun,
} from './use/conversation/start-run.ts'
export { type SkillSwitch, skillUseProblem, switchSkill } from './use/conversation/switch-skill.ts'
export { foldTranscript, type Transcript } from './use/conversation/transcript.ts'
export * from './use/grants/manage-grants.ts'
export { titleOf } from './use/library/skill-shape.ts'
export type { AnsweredApproval } from './use/policy/answer-problem.ts'
export * from './use/policy/gate.ts'
export { type ToolTierStatus, toolTierStatus } from './use/policy/tool-tier-status.ts'
export { estimateFixed } from './use/prompt/estimate-tokens.ts'
export { type PromptParts, renderSystemPrompt } from './use/prompt/system-prompt.ts'
export * from './use/scripts/approve-packages.ts'
export { executionIdOf } from './use/scripts/execution-id.ts'
export { findScript } from './use/scripts/find-script.ts'
export { ownCodeProblem } from './use/scripts/own-code-problem.ts'
export {
  executionExists,
  executionNotFound,
  interpreterMissing,
  scriptsUnavailable,
} from './use/scripts/script-problems.ts'
export { runtimeOfFirstLine, runtimeOfPath } from './use/scripts/script-runtime.ts'
export {
  commandWithFolders,
  namesBaseDir,
  skillFolder,
  skillFolderVariables,
  withSkillFolder,
} from './use/scripts/skill-folder.ts'
export { splitWords } from './use/scripts/split-words.ts'
export { withoutOutputs } from './use/scripts/without-outputs.ts'
export {
  type AcceptedOutputs,
  acceptOutputs,
  missingInput,
  type ScriptView,
  visibleFiles,
} from './use/scripts/workspace-view.ts'
export { activeSkillOf, enablementSubjectOf } from './use/session/active-skill.ts'
export * from './use/session/reduce-session.ts'
export { budgetUsed, skillsState } from './use/session/skills-state.ts'
export { connectorAccessOf, unknownConnector } from './use/tools/connector-access.ts'
export { connectorToolIdentity, qualifiedName } from './use/tools/connector-call.ts'
export { keepEnabledSkills } from './use/tools/enabled-skills.ts'
export { isForked } from './use/tools/forked-skill.ts'
export { listOfferedSkills } from './use/tools/offered-skills.ts'
export { proxyTools } from './use/tools/proxy-tools.ts'
export { availabilityProblem, type ReadEnvironment } from './use/tools/skill-conditions.ts'
export {
  type ActEffect,
  type BoundCall,
  defineTool,
  type EffectOutcome,
  type ForkStart,
  type ReadEffect,
  type RecordEffect,
  type SessionEffect,
  type Tool,
  type ToolEffect,
  type ToolFacts,
  type ToolServices,
  type ToolSpecification,
} from './use/tools/tool.ts'
export * from './use/tools/toolset.ts'
export { code } from './use/toolsets/code/code.ts'
export { connectors } from './use/toolsets/connectors/connectors.ts'
export { discovery } from './use/toolsets/discovery/discovery.ts'
export { everyToolset, knownToolsets } from './use/toolsets/known-toolsets.ts'
export { library } from './use/toolsets/library/library.ts'
export { observations } from './use/toolsets/memories/observations.ts'
export { packages } from './use/toolsets/packages/packages.ts'
export { person } from './use/toolsets/person.ts'
export { portable } from './use/toolsets/portable/portable.ts'
export { revisionOf } from './use/toolsets/portable/read-skill-file.ts'
export { routed, routedToolsetName } from './use/toolsets/routed/routed.ts'
export {
  type PreparedScript,
  prepareScript,
  type RequestedScript,
} from './use/toolsets/scripts/prepare-script.ts'
export { runCommand } from './use/toolsets/scripts/run-command.ts'
export { runSkillScript } from './use/toolsets/scripts/run-skill-script.ts'
export { scripts } from './use/toolsets/scripts/scripts.ts'
export { skillUse } from './use/toolsets/skill-use/skill-use.ts'
export { toolsmith } from './use/toolsets/toolsmith/toolsmith.ts'
export { web } from './use/toolsets/web.ts'
export { workspace } from './use/toolsets/workspace/workspace.ts'
export * from './use/triggers/change-triggers.ts'
export { type Delivery, fireDelivery } from './use/triggers/fire-delivery.ts'
export { fireSchedule, type ScheduleOutcome } from './use/triggers/fire-schedule.ts'
export { type FireDeps, type FiringRequest, fireTrigger } from './use/triggers/fire-trigger.ts'
export * from './use/triggers/list-triggers.ts'
export * from './use/triggers/trigger-problems.ts'
