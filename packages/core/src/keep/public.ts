export type { AgentChoices, AgentDeps } from './agents/agent-deps.ts'
export {
  agentDeleted,
  agentExists,
  agentNotFound,
  agentStale,
} from './agents/agent-problems.ts'
export { attachedSkills } from './agents/attached-skills.ts'
export { createAgent } from './agents/create-agent.ts'
export { removeAgent } from './agents/remove-agent.ts'
export { type UpdateAgentRequest, updateAgent } from './agents/update-agent.ts'
export { removeOldAuditEntries } from './audit/remove-old-entries.ts'
export * from './blobs/collect-blobs.ts'
export * from './connectors/change-connectors.ts'
export * from './connectors/connector-problems.ts'
export * from './memories/change-memories.ts'
export { maxMemoryLength } from './memories/memories.ts'
export { memoriesNotFound, memoriesStale } from './memories/memory-problems.ts'
export * from './models/change-providers.ts'
export * from './models/provider-problems.ts'
export { requestRetest } from './outcomes/request-retest.ts'
export * from './prompt-contexts/prompt-contexts.ts'
export { isApprovedByPerson } from './skills/approved-by-person.ts'
export { type ArchiveSkillRequest, archiveSkill } from './skills/archive-skill.ts'
export type { CatalogActor, CatalogDeps } from './skills/catalog-deps.ts'
export { type CountedTag, countTags } from './skills/count-tags.ts'
export { type CuratorDeps, type IdleSkill, idleSkills, sweepSkills } from './skills/curator.ts'
export * from './skills/deleted-skills.ts'
export { filesOfRevision } from './skills/package-files.ts'
export { purgeConversations } from './skills/purge-conversations.ts'
export { purgeSkills } from './skills/purge-skills.ts'
export { removeSkill } from './skills/remove-skill.ts'
export * from './skills/revision-file.ts'
export { digestsToCheck, planRevocation, rejectRevoked } from './skills/revoked-content.ts'
export * from './skills/skill-quotas.ts'
export * from './skills/skill-write.ts'
export {
  keptUntil,
  notDeleted,
  planRestore,
  tombstoneExpiryCutoff,
  tombstoneRetention,
} from './skills/tombstone.ts'
export { bytesOf, checkPath, planWorkspace } from './workspace/plan-workspace.ts'
export { workspaceLimits } from './workspace/workspace-limits.ts'
export { fileNotFound } from './workspace/workspace-text.ts'
