export type { AgentPorts, AgentTurn, RunStep, TextDelta } from './agent/agent-ports.ts'
export { foldRun, type RunState } from './agent/fold-run.ts'
export {
  defaultRunLimits,
  type NextAction,
  nextAction,
  type RunLimits,
} from './agent/next-action.ts'
export { approvalPendingCode } from './agent/return-result.ts'
export { type AgentOutcome, runAgent } from './agent/run-agent.ts'
export { type SkillListCost, skillListCost } from './agent/skill-list-cost.ts'
export { turnEnvironment } from './agent/turn-environment.ts'
export * from './approvals/answer-approval.ts'
export * from './authored/authored-problems.ts'
export * from './authored/authored-tool-registry.ts'
export * from './authored/manage-authored.ts'
export { planClientCall } from './clients/plan-client-call.ts'
export { textsForClient } from './clients/texts-for-client.ts'
export { type CancelRunPorts, cancelRun, type LiveText } from './conversation/cancel-run.ts'
export type { ClientCall } from './conversation/client-call.ts'
export { explainBusy } from './conversation/explain-busy.ts'
export { createLogMemory, type LogMemory } from './conversation/log-memory.ts'
export { type PinnedSkill, pinnedSkills } from './conversation/pinned-skills.ts'
export { type RateAnswerRequest, rateAnswer } from './conversation/rate-answer.ts'
export { readLog } from './conversation/read-log.ts'
export {
  type StartedRun,
  type StartRunPorts,
  type StartRunRequest,
  startRun,
} from './conversation/start-run.ts'
export { type SkillSwitch, skillUseProblem, switchSkill } from './conversation/switch-skill.ts'
export { foldTranscript, type Transcript } from './conversation/transcript.ts'
export * from './grants/manage-grants.ts'
export { titleOf } from './library/skill-shape.ts'
export type { AnsweredApproval } from './policy/answer-problem.ts'
export * from './policy/gate.ts'
export { type ToolTierStatus, toolTierStatus } from './policy/tool-tier-status.ts'
export { estimateFixed } from './prompt/estimate-tokens.ts'
export { type PromptParts, renderSystemPrompt } from './prompt/system-prompt.ts'
export * from './scripts/approve-packages.ts'
export { executionIdOf } from './scripts/execution-id.ts'
export { findScript } from './scripts/find-script.ts'
export { ownCodeProblem } from './scripts/own-code-problem.ts'
export {
  executionNotFound,
  interpreterMissing,
  scriptsUnavailable,
} from './scripts/script-problems.ts'
export { runtimeOfFirstLine, runtimeOfPath } from './scripts/script-runtime.ts'
export {
  commandWithFolders,
  namesBaseDir,
  skillFolder,
  skillFolderVariables,
  withSkillFolder,
} from './scripts/skill-folder.ts'
export { splitWords } from './scripts/split-words.ts'
export {
  type AcceptedOutputs,
  acceptOutputs,
  missingInput,
  type ScriptView,
  visibleFiles,
} from './scripts/workspace-view.ts'
export { activeSkillOf, enablementSubjectOf } from './session/active-skill.ts'
export * from './session/reduce-session.ts'
export { budgetUsed, skillsState } from './session/skills-state.ts'
export { connectorAccessOf, unknownConnector } from './tools/connector-access.ts'
export { connectorToolIdentity, qualifiedName } from './tools/connector-call.ts'
export { keepEnabledSkills } from './tools/enabled-skills.ts'
export { isForked } from './tools/forked-skill.ts'
export { listOfferedSkills } from './tools/offered-skills.ts'
export { proxyTools } from './tools/proxy-tools.ts'
export { availabilityProblem, type ReadEnvironment } from './tools/skill-conditions.ts'
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
} from './tools/tool.ts'
export * from './tools/toolset.ts'
export { code } from './toolsets/code/code.ts'
export { connectors } from './toolsets/connectors/connectors.ts'
export { discovery } from './toolsets/discovery/discovery.ts'
export { everyToolset, knownToolsets } from './toolsets/known-toolsets.ts'
export { library } from './toolsets/library/library.ts'
export { observations } from './toolsets/memories/observations.ts'
export { packages } from './toolsets/packages/packages.ts'
export { person } from './toolsets/person.ts'
export { portable } from './toolsets/portable/portable.ts'
export { revisionOf } from './toolsets/portable/read-skill-file.ts'
export { routed, routedToolsetName } from './toolsets/routed/routed.ts'
export {
  type PreparedScript,
  prepareScript,
  type RequestedScript,
} from './toolsets/scripts/prepare-script.ts'
export { runCommand } from './toolsets/scripts/run-command.ts'
export { runSkillScript } from './toolsets/scripts/run-skill-script.ts'
export { scripts } from './toolsets/scripts/scripts.ts'
export { skillUse } from './toolsets/skill-use/skill-use.ts'
export { toolsmith } from './toolsets/toolsmith/toolsmith.ts'
export { web } from './toolsets/web.ts'
export { workspace } from './toolsets/workspace/workspace.ts'
export * from './triggers/change-triggers.ts'
export { type Delivery, fireDelivery } from './triggers/fire-delivery.ts'
export { fireSchedule, type ScheduleDeps, type ScheduleOutcome } from './triggers/fire-schedule.ts'
export { type FireDeps, type FiringRequest, fireTrigger } from './triggers/fire-trigger.ts'
export * from './triggers/list-triggers.ts'
export { stopTriggersMadeWith } from './triggers/stop-made-with.ts'
export * from './triggers/trigger-problems.ts'
