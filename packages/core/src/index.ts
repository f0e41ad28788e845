export { auditSlices } from './account/audit/audit-slices.ts'
export * from './account/evals/run-trigger-tests.ts'
export {
  type SuggestedQuestion,
  type SuggestionPorts,
  suggestQuestions,
} from './account/evals/suggest-questions.ts'
export * from './account/export/export-organisation.ts'
export * from './account/registry/published-skill.ts'
export * from './account/registry/registry-answers.ts'
export * from './account/registry/well-known-answers.ts'
export * from './account/registry/well-known-path.ts'
export * from './account/traces/read-trace.ts'
export * from './account/traces/run-spans.ts'
export { runSpanId, type Span, type SpanOptions } from './account/traces/span.ts'
export type {
  ArrivalJudge,
  CurrentTrust,
  JudgingDeps,
  WaitingTrust,
} from './arrive/admission/arrival-judge.ts'
export * from './arrive/import/import-skills.ts'
export * from './arrive/import/import-source.ts'
export * from './arrive/import/review-import.ts'
export * from './arrive/integrations/follow-integrations.ts'
export * from './arrive/integrations/list-integrations.ts'
export type { ProjectionOutcome } from './arrive/integrations/project-integration.ts'
export * from './arrive/integrations/set-up-integration.ts'
export { exportLock, type LockExport } from './arrive/lock/export-lock.ts'
export { importLock, type LockOutcome } from './arrive/lock/import-lock.ts'
export * from './arrive/lock/parse-lock.ts'
export * from './arrive/lock/plan-lock-import.ts'
export * from './arrive/lock/skill-lock.ts'
export * from './arrive/packages/arrival.ts'
export { digestOf, manifestOf } from './arrive/packages/manifest.ts'
export { snapshotHashes } from './arrive/packages/snapshot-hash.ts'
export * from './arrive/proposals/decide-proposal.ts'
export { type OfferSkillRequest, offerSkill } from './arrive/proposals/offer-skill.ts'
export * from './arrive/proposals/plan-acceptance.ts'
export * from './arrive/proposals/propose-skill.ts'
export { createSkillFinder, type FinderDeps } from './arrive/registry/create-skill-finder.ts'
export { type EntryState, readEntryStates } from './arrive/registry/entry-states.ts'
export { type PackagePreview, previewPackage } from './arrive/registry/preview-package.ts'
export * from './arrive/registry/registry-source.ts'
export * from './arrive/registry/take-from-registry.ts'
export { approvalProblem } from './arrive/review/approval-problem.ts'
export * from './arrive/review/approve-arrival.ts'
export * from './arrive/review/current-trust.ts'
export { type DecideArrivalRequest, decideArrival } from './arrive/review/decide-arrival.ts'
export { type FreeSlug, freeSlug } from './arrive/review/free-slug.ts'
export * from './arrive/review/hold-arrivals.ts'
export { type LiftVerdictRequest, liftVerdict } from './arrive/review/lift-verdict.ts'
export { type ArrivalApproval, planApproval } from './arrive/review/plan-approval.ts'
export { arrivalNeedsReading, arrivalNotFound } from './arrive/review/review-problems.ts'
export { removeRevocation, revokeDigest } from './arrive/review/revoke-digest.ts'
export { asksNothing, newAsks, noAsks, skillAsks } from './arrive/review/skill-asks.ts'
export * from './arrive/review/suppress-findings.ts'
export { type SkillTrust, trustOfSkill } from './arrive/review/trust-of-skill.ts'
export { isEditedHere } from './arrive/review/upstream-content.ts'
export { type ChangeTagRequest, changeTag, type TagOutcome } from './arrive/skills/change-tag.ts'
export type { SkillDraftInput } from './arrive/skills/compose-skill.ts'
export { type CreateSkillRequest, createSkill } from './arrive/skills/create-skill.ts'
export { type RestoreRevisionRequest, restoreRevision } from './arrive/skills/restore-revision.ts'
export { type RestoreSkillRequest, restoreSkill } from './arrive/skills/restore-skill.ts'
export { unarchiveSkill } from './arrive/skills/unarchive-skill.ts'
export { type UpdateSkillRequest, updateSkill } from './arrive/skills/update-skill.ts'
export { type BringSamplesRequest, bringSamples } from './arrive/sources/bring-samples.ts'
export * from './arrive/sources/browse-sources.ts'
export * from './arrive/sources/catalog-repository.ts'
export * from './arrive/sources/change-sources.ts'
export * from './arrive/sources/install-entry.ts'
export { restoreSamples } from './arrive/sources/remove-samples.ts'
export { resolveRepository } from './arrive/sources/resolve-repository.ts'
export { sourceConfigProblem } from './arrive/sources/source-config-problem.ts'
export * from './arrive/sources/source-problems.ts'
export * from './arrive/sources/source-state.ts'
export type { SyncDeps } from './arrive/sources/sync-deps.ts'
export { syncLeaseMs } from './arrive/sources/sync-lease.ts'
export { beginSync, runSync, type SyncRequest } from './arrive/sources/sync-source.ts'
export { updateAppliesAt } from './arrive/sources/update-age.ts'
export { findUpstream, skillMdBlob, upstreamId } from './arrive/sources/upstream-entry.ts'
export {
  isProblemError,
  type Problem,
  ProblemError,
  type ProblemKind,
  refuseIf,
} from './base/errors.ts'
export type * from './base/ids.ts'
export type { JsonObject, JsonValue } from './base/json.ts'
export type { Sha256 } from './base/sha256.ts'
export { withoutPayload } from './base/text/frame-payload.ts'
export * from './base/trace-id.ts'
export { type BodyState, renderCatalogue } from './choose/catalogue/render-catalogue.ts'
export * from './choose/catalogue/skill-list.ts'
export type { RoutingEnvironment } from './choose/routing/conditions.ts'
export { deriveKeywords } from './choose/routing/derive-keywords.ts'
export * from './choose/routing/explain-routing.ts'
export type { CatalogueEntry } from './choose/routing/fill-slots.ts'
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
export type { SearchText } from './choose/search/fields.ts'
export { type MergePart, mergeSegments } from './choose/search/merge-segments.ts'
export { searchTerms } from './choose/search/search-terms.ts'
export type { Segment } from './choose/search/segment.ts'
export * from './choose/search/segment-builder.ts'
export * from './choose/search/skill-search.ts'
export * from './domain/agent.ts'
export * from './domain/allowed-tools.ts'
export * from './domain/api-key.ts'
export type * from './domain/approval.ts'
export * from './domain/approval-audience.ts'
export * from './domain/audit-chain.ts'
export * from './domain/audit-checkpoint.ts'
export { type AuditEntry, auditedBy } from './domain/audit-entry.ts'
export * from './domain/audit-verification.ts'
export * from './domain/authored-tool.ts'
export * from './domain/collection.ts'
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
export type * from './domain/held-arrival.ts'
export * from './domain/licence-policy.ts'
export * from './domain/member.ts'
export * from './domain/model-provider.ts'
export type * from './domain/package-list.ts'
export * from './domain/passkey.ts'
export * from './domain/permissions.ts'
export * from './domain/principal.ts'
export type * from './domain/published-skill.ts'
export * from './domain/quotas.ts'
export * from './domain/resolved-call.ts'
export * from './domain/routing-preferences.ts'
export * from './domain/routing-settings.ts'
export { isOpenRun, openRunStatuses } from './domain/run-status.ts'
export { isSample, samplesSourceId } from './domain/sample.ts'
export { defaultScoreTable, type ScoreTable } from './domain/score-table.ts'
export * from './domain/session-state.ts'
export * from './domain/settings.ts'
export * from './domain/sign-on.ts'
export * from './domain/skill.ts'
export type * from './domain/skill-source.ts'
export { isInScope, slugKey } from './domain/slug.ts'
export type * from './domain/source.ts'
export { sourceWriteProblem } from './domain/source-permissions.ts'
export * from './domain/suppression.ts'
export * from './domain/tool-grant.ts'
export * from './domain/tool-tier.ts'
export { type ToolsetPreset, toolsetPresets } from './domain/toolset-presets.ts'
export * from './domain/trigger.ts'
export type { TriggerContext } from './domain/trigger-context.ts'
export type * from './domain/trust.ts'
export * from './domain/trusted-signer.ts'
export { type UntrustedContent, untrustedContents } from './domain/untrusted-content.ts'
export { isVisible } from './domain/visibility.ts'
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
export * from './keep/memories/change-memories.ts'
export { maxMemoryLength } from './keep/memories/memories.ts'
export { memoriesNotFound, memoriesStale } from './keep/memories/memory-problems.ts'
export * from './keep/models/change-providers.ts'
export * from './keep/models/provider-problems.ts'
export {
  type ContextTexts,
  maxContextChars,
  removeSuppliedContext,
  supplyContext,
} from './keep/prompt-contexts/prompt-contexts.ts'
export { type ArchiveSkillRequest, archiveSkill } from './keep/skills/archive-skill.ts'
export type { CatalogActor, CatalogDeps } from './keep/skills/catalog-deps.ts'
export { type CountedTag, countTags } from './keep/skills/count-tags.ts'
export { type CuratorDeps, type IdleSkill, idleSkills, sweepSkills } from './keep/skills/curator.ts'
export * from './keep/skills/deleted-skills.ts'
export { filesOfRevision } from './keep/skills/package-files.ts'
export { purgeSkills } from './keep/skills/purge-skills.ts'
export { removeSkill } from './keep/skills/remove-skill.ts'
export * from './keep/skills/revision-file.ts'
export { digestsToCheck, planRevocation, refuseRevoked } from './keep/skills/revoked-content.ts'
export * from './keep/skills/skill-quotas.ts'
export * from './keep/skills/skill-write.ts'
export {
  keptUntil,
  notDeleted,
  planRestore,
  tombstoneExpiryCutoff,
  tombstoneLifetime,
} from './keep/skills/tombstone.ts'
export { bytesOf, checkPath, planWorkspace } from './keep/workspace/plan-workspace.ts'
export { workspaceLimits } from './keep/workspace/workspace-limits.ts'
export { fileNotFound } from './keep/workspace/workspace-text.ts'
export type * from './ports/agents.ts'
export type * from './ports/approvals.ts'
export type * from './ports/authored.ts'
export { checkBlobAddress } from './ports/blob-address.ts'
export type * from './ports/blob-garbage-collection.ts'
export * from './ports/blobs.ts'
export type * from './ports/clock.ts'
export type * from './ports/code.ts'
export type * from './ports/collections.ts'
export type * from './ports/connectors.ts'
export type * from './ports/conversations.ts'
export * from './ports/directory.ts'
export type * from './ports/executions.ts'
export type { GrantStore } from './ports/grants.ts'
export type * from './ports/input-check.ts'
export type * from './ports/integrations.ts'
export type * from './ports/memories.ts'
export type * from './ports/model.ts'
export type * from './ports/model-providers.ts'
export type * from './ports/organisation.ts'
export type * from './ports/package-approvals.ts'
export type * from './ports/package-scanner.ts'
export * from './ports/page-cursor.ts'
export type * from './ports/pages.ts'
export { noPromptContext, type PromptContext } from './ports/prompt-context.ts'
export * from './ports/prompt-contexts.ts'
export type * from './ports/proposals.ts'
export type * from './ports/quotas.ts'
export type * from './ports/reviews.ts'
export * from './ports/scripts.ts'
export type * from './ports/search-index.ts'
export type * from './ports/skill-finder.ts'
export type * from './ports/skill-registry.ts'
export type * from './ports/skill-secrets.ts'
export type * from './ports/skills.ts'
export type * from './ports/source-reader.ts'
export type * from './ports/sources.ts'
export type * from './ports/store.ts'
export * from './ports/store-problems.ts'
export type * from './ports/tombstones.ts'
export * from './ports/traces.ts'
export type * from './ports/triggers.ts'
export type * from './ports/web-reader.ts'
export type * from './ports/workspace.ts'
export type { AgentPorts, AgentTurn, RunStep, TextDelta } from './use/agent/agent-ports.ts'
export { foldRun, type RunState } from './use/agent/fold-run.ts'
export { approvalPendingCode } from './use/agent/hand-back.ts'
export {
  defaultRunLimits,
  type NextAction,
  nextAction,
  type RunLimits,
} from './use/agent/next-action.ts'
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
export { connectorAccessOf, noSuchConnector } from './use/tools/connector-access.ts'
export { connectorToolIdentity, qualifiedName } from './use/tools/connector-call.ts'
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
