export type { AgentPorts, AgentTurn, TextDelta } from './agent/agent-ports.ts'
export { type CancelRunPorts, cancelRun } from './agent/cancel-run.ts'
export type { Conversation, Run, RunStatus } from './agent/conversation.ts'
export {
  askedQuestion,
  type ConversationEvent,
  type ConversationEventType,
  type LoggedEvent,
  type SkillsState,
  type TodoItem,
  type TokenUsage,
  type ToolCall,
  type ToolEvent,
  type ToolOutcome,
  type UsedSkill,
} from './agent/events.ts'
export { foldRun, type RunState } from './agent/fold-run.ts'
export {
  defaultRunLimits,
  type NextAction,
  nextAction,
  type RunLimits,
} from './agent/next-action.ts'
export { type AgentOutcome, runAgent } from './agent/run-agent.ts'
export { isOpenRun, openRunStatuses } from './agent/run-status.ts'
export {
  type StartedRun,
  type StartRunPorts,
  type StartRunRequest,
  startRun,
} from './agent/start-run.ts'
export { foldTranscript, type Transcript } from './agent/transcript.ts'
export {
  type Agent,
  type AgentDraft,
  type AgentReference,
  agentReference,
  agentToolsets,
  defaultAgentToolsets,
} from './agents/agent.ts'
export type { AgentChoices, AgentDeps } from './agents/agent-deps.ts'
export { agentExists, agentGone, agentNotFound, agentStale } from './agents/agent-problems.ts'
export { attachedSkills } from './agents/attached-skills.ts'
export { createAgent } from './agents/create-agent.ts'
export { removeAgent } from './agents/remove-agent.ts'
export { type UpdateAgentRequest, updateAgent } from './agents/update-agent.ts'
export { type ApprovalAnswer, answerApproval, longestNote } from './approval/answer.ts'
export type * from './approval/approval.ts'
export { type ApprovalAudience, type ApprovalMatter, isOfAudience } from './approval/audience.ts'
export * from './authored/authored-book.ts'
export * from './authored/authored-problems.ts'
export * from './authored/authored-tool.ts'
export * from './authored/manage-authored.ts'
export * from './blobs/collect-blobs.ts'
export { type ArchiveSkillRequest, archiveSkill } from './catalog/archive-skill.ts'
export * from './catalog/arrival.ts'
export type { CatalogActor, CatalogDeps } from './catalog/catalog-deps.ts'
export { type ChangeTagRequest, changeTag, type TagOutcome } from './catalog/change-tag.ts'
export type { SkillDraftInput } from './catalog/compose-skill.ts'
export { type CreateSkillRequest, createSkill } from './catalog/create-skill.ts'
export { type CuratorDeps, type IdleSkill, idleSkills, sweepSkills } from './catalog/curator.ts'
export * from './catalog/decide-proposal.ts'
export * from './catalog/follow-integrations.ts'
export * from './catalog/import-skills.ts'
export * from './catalog/list-integrations.ts'
export { digestOf, manifestOf } from './catalog/manifest.ts'
export * from './catalog/plan-acceptance.ts'
export type { ProjectionOutcome } from './catalog/project-integration.ts'
export {
  type ProposeOutcome,
  type ProposingServices,
  proposeSkill,
} from './catalog/propose-skill.ts'
export { purgeSkills } from './catalog/purge-skills.ts'
export { removeSkill } from './catalog/remove-skill.ts'
export { type RestoreRevisionRequest, restoreRevision } from './catalog/restore-revision.ts'
export * from './catalog/restore-skill.ts'
export * from './catalog/review-import.ts'
export * from './catalog/revision-file.ts'
export {
  type IntegrationSetUp,
  removeIntegration,
  type SetUpIntegrationRequest,
  setUpIntegration,
} from './catalog/set-up-integration.ts'
export type * from './catalog/skill.ts'
export * from './catalog/skill-write.ts'
export {
  type DeletedSkill,
  keptUntil,
  notDeleted,
  planRestore,
  tombstoneLifetime,
  tombstonesOverAt,
} from './catalog/tombstone.ts'
export { type UpdateSkillRequest, updateSkill } from './catalog/update-skill.ts'
export { isVisible, slugKey } from './catalog/visibility.ts'
export { isProblemError, type Problem, ProblemError, type ProblemKind } from './errors.ts'
export * from './evals/run-triggers.ts'
export {
  createGrant,
  type GrantDeps,
  type GrantDraft,
  listGrants,
  revokeGrant,
} from './grants/manage-grants.ts'
export * from './grants/tool-grant.ts'
export type * from './ids.ts'
export type { JsonObject, JsonValue } from './json.ts'
export {
  type LockedNodePackage,
  type NodeNeeds,
  readNodeLock,
} from './layers/node-dependencies.ts'
export { normalName, type PythonNeeds } from './layers/python-requirements.ts'
export * from './layers/read-needs.ts'
export * from './observations/change-observations.ts'
export { noSuchObservations, observationsStale } from './observations/observation-problems.ts'
export { longestObservations } from './observations/observations.ts'
export {
  allowedNames,
  type RecognisedTool,
  recognisedTools,
  toolsOnList,
} from './policy/allowlist.ts'
export type { AnsweredApproval } from './policy/answer-problem.ts'
export * from './policy/exact-call.ts'
export * from './policy/gate.ts'
export {
  approvalAudience,
  canAnswerApproval,
  canWriteSkill,
  isAdministrator,
  missingPermission,
  narrowPermissions,
  rolePermissions,
} from './policy/permissions.ts'
export * from './policy/principal.ts'
export * from './policy/settings.ts'
export { type ToolStanding, toolStanding } from './policy/tool-standing.ts'
export {
  stricterTier,
  type ToolAnnotations,
  type ToolTier,
  tierOfAnnotations,
  tierSetFor,
  toolTiers,
} from './policy/tool-tier.ts'
export type * from './ports/agents.ts'
export type * from './ports/approvals.ts'
export type * from './ports/authored.ts'
export { checkBlobAddress } from './ports/blob-address.ts'
export type * from './ports/blob-keeping.ts'
export * from './ports/blobs.ts'
export type * from './ports/clock.ts'
export type * from './ports/code.ts'
export type * from './ports/connectors.ts'
export type * from './ports/conversations.ts'
export * from './ports/directory.ts'
export type * from './ports/executions.ts'
export type { GrantStore } from './ports/grants.ts'
export type * from './ports/input-check.ts'
export type * from './ports/integrations.ts'
export type * from './ports/model.ts'
export type * from './ports/observations.ts'
export type * from './ports/organisation.ts'
export * from './ports/page-cursor.ts'
export type * from './ports/pages.ts'
export { noPromptContext, type PromptContext } from './ports/prompt-context.ts'
export type * from './ports/proposals.ts'
export type * from './ports/routing.ts'
export * from './ports/scripts.ts'
export type * from './ports/search-index.ts'
export type * from './ports/signals.ts'
export type * from './ports/skill-secrets.ts'
export type * from './ports/skills.ts'
export type * from './ports/store.ts'
export * from './ports/store-problems.ts'
export type * from './ports/tombstones.ts'
export * from './ports/traces.ts'
export type * from './ports/web-reader.ts'
export type * from './ports/workspace.ts'
export * from './prompt/skill-list.ts'
export { type PromptParts, renderSystemPrompt } from './prompt/system-prompt.ts'
export type { RoutingEnvironment } from './routing/conditions.ts'
export { deriveKeywords } from './routing/derive-keywords.ts'
export * from './routing/explain-routing.ts'
export { type RoutingView, rankSkills } from './routing/rank-skills.ts'
export { type BodyState, renderCatalogue } from './routing/render-catalogue.ts'
export {
  type CatalogueEntry,
  type RoutedCatalogue,
  type RoutingRequest,
  type RoutingServices,
  routeTurn,
} from './routing/route-turn.ts'
export { RoutingIndex } from './routing/routing-index.ts'
export { routingOf } from './routing/routing-of.ts'
export * from './routing/routing-preferences.ts'
export * from './routing/routing-settings.ts'
export { scoreSkill } from './routing/score-skill.ts'
export { defaultScoreTable, type ScoreTable } from './routing/score-table.ts'
export { plainRouting, type SkillRouting } from './routing/skill-routing.ts'
export { type RoutingSignal, readTurn } from './routing/turn.ts'
export { turnEnvironment } from './routing/turn-environment.ts'
export { type Vocabulary, VocabularyIndex } from './routing/vocabulary.ts'
export { createVocabularyShelf, type VocabularyShelf } from './routing/vocabulary-shelf.ts'
export { executionIdOf } from './scripts/execution-id.ts'
export { findScript } from './scripts/find-script.ts'
export {
  executionExists,
  executionNotFound,
  interpreterMissing,
  nothingRunsScripts,
} from './scripts/script-problems.ts'
export { runtimeOfFirstLine, runtimeOfPath } from './scripts/script-runtime.ts'
export { splitWords } from './scripts/split-words.ts'
export { withoutOutputs } from './scripts/without-outputs.ts'
export {
  missingInput,
  type ScriptView,
  type TakenOutputs,
  takeOutputs,
  visibleFiles,
} from './scripts/workspace-view.ts'
export { buildSegment } from './search/build-segment.ts'
export type { SearchText } from './search/fields.ts'
export { type MergePart, mergeSegments } from './search/merge-segments.ts'
export { searchTerms } from './search/search-terms.ts'
export type { Segment } from './search/segment.ts'
export { createInProcessSegmentBuilder, type SegmentBuilder } from './search/segment-builder.ts'
export * from './search/skill-search.ts'
export { activeSkillOf, enablementSubjectOf } from './session/active-skill.ts'
export { type PinnedSkill, pinnedSkills } from './session/pinned-skills.ts'
export * from './session/reduce-session.ts'
export { type ActiveSkill, emptySession, type SessionState } from './session/session-state.ts'
export { budgetUsed, skillsState } from './session/skills-state.ts'
export { mayNotUseSkills, type SkillSwitch, switchSkill } from './session/switch-skill.ts'
export * from './signals/change-signals.ts'
export { type CronField, type CronFields, readCron } from './signals/cron-fields.ts'
export { cronWords } from './signals/cron-words.ts'
export { type Delivery, fireDelivery } from './signals/fire-delivery.ts'
export { fireSchedule, type ScheduleOutcome } from './signals/fire-schedule.ts'
export { type FireDeps, fireSignal, type Occasion } from './signals/fire-signal.ts'
export { ownWords } from './signals/frame-payload.ts'
export * from './signals/see-signals.ts'
export type { SignalContext } from './signals/signal-context.ts'
export * from './signals/signal-problems.ts'
export * from './signals/signal-source.ts'
export * from './signals/trace-id.ts'
export { code } from './tools/code.ts'
export { connectorAccessOf, noSuchConnector } from './tools/connector-access.ts'
export { connectorToolIdentity, qualifiedName } from './tools/connector-call.ts'
export { connectors } from './tools/connectors.ts'
export { discovery } from './tools/discovery.ts'
export { library } from './tools/library.ts'
export { observations } from './tools/observations.ts'
export { packages } from './tools/packages.ts'
export { person } from './tools/person.ts'
export { portable } from './tools/portable.ts'
export { type PreparedScript, prepareScript, type WantedScript } from './tools/prepare-script.ts'
export { revisionOf } from './tools/read-skill-file.ts'
export { routed, routedName } from './tools/routed.ts'
export { runCommand } from './tools/run-command.ts'
export { runSkillScript } from './tools/run-skill-script.ts'
export { scripts } from './tools/scripts.ts'
export { standIns } from './tools/stand-ins.ts'
export {
  type ActEffect,
  type BoundCall,
  defineTool,
  type ForkStart,
  type ReadEffect,
  type RecordEffect,
  type Recorded,
  type SessionEffect,
  type Tool,
  type ToolEffect,
  type ToolFacts,
  type ToolServices,
  type ToolSpecification,
} from './tools/tool.ts'
export * from './tools/toolset.ts'
export { toolsmith } from './tools/toolsmith.ts'
export { web } from './tools/web.ts'
export { workspace } from './tools/workspace.ts'
export * from './traces/read-trace.ts'
export * from './traces/run-spans.ts'
export { runSpanId, type Span, type SpanOptions } from './traces/span.ts'
export { bytesOf, checkPath, planWorkspace } from './workspace/plan-workspace.ts'
export { workspaceLimits } from './workspace/workspace-limits.ts'
export { fileNotFound } from './workspace/workspace-text.ts'
