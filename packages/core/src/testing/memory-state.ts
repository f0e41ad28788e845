import type {
  AgentId,
  ApprovalId,
  AuthoredToolId,
  ConversationId,
  ExecutionId,
  ProposalId,
  RunId,
  SkillId,
  TenantId,
  Timestamp,
  ToolGrantId,
  TriggerId,
  UserId,
} from '../base/ids.ts'
import type { Agent } from '../domain/agent.ts'
import type { Approval } from '../domain/approval.ts'
import type { Conversation, Run } from '../domain/conversation.ts'
import type { LoggedEvent } from '../domain/events.ts'
import type { OrganisationSettings } from '../domain/settings.ts'
import type { Revision, RevisionContent, Skill } from '../domain/skill.ts'
import type { ToolGrant } from '../domain/tool-grant.ts'
import type { LoginSession } from '../ports/directory.ts'
import type { Execution } from '../ports/executions.ts'
import type { IntegrationEntry } from '../ports/integrations.ts'
import type { ObservationVersion } from '../ports/observations.ts'
import type { ApiKey, AuditEntry, Member } from '../ports/organisation.ts'
import type { Proposal } from '../ports/proposals.ts'
import type { SkillSecret } from '../ports/skill-secrets.ts'
import type { KeyedChange, SkillChangeNotice } from '../ports/skills.ts'
import type { Notice } from '../ports/store.ts'
import type { WorkspaceFile } from '../ports/workspace.ts'
import type { MemoryAuthored } from './memory-authored.ts'
import type { MemoryBlob } from './memory-blobs.ts'
import type { MemoryTrigger } from './memory-triggers.ts'

export interface MemoryRevision {
  readonly revision: Revision
  readonly content: RevisionContent
  readonly files: ReadonlyMap<string, Uint8Array>
}

export interface MemoryRun {
  run: Run
  lease: { readonly owner: string; readonly expiresAt: Timestamp } | null
}

export interface MemoryConversation {
  conversation: Conversation
  readonly events: LoggedEvent[]
  readonly prompts: Map<string, readonly string[]>
}

/** One tenant's rows. */
export interface MemoryTenant {
  readonly id: TenantId
  /** Null until the tenant is created; a handle may be taken before. */
  name: string | null
  readonly skills: Map<SkillId, { skill: Skill; readonly revisions: MemoryRevision[] }>
  /** Deleted skills, whole. */
  readonly tombstones: Map<
    SkillId,
    {
      readonly entry: { readonly skill: Skill; readonly revisions: MemoryRevision[] }
      readonly deletedAt: Timestamp
      readonly deletedBy: UserId
    }
  >
  readonly changes: SkillChangeNotice[]
  readonly keyedChanges: Map<string, KeyedChange>
  readonly conversations: Map<ConversationId, MemoryConversation>
  readonly runs: Map<RunId, MemoryRun>
  readonly approvals: Map<ApprovalId, Approval>
  readonly proposals: Map<ProposalId, Proposal>
  readonly workspaces: Map<ConversationId, readonly WorkspaceFile[]>
  readonly executions: Map<
    ExecutionId,
    { readonly execution: Execution; readonly signs: number; readonly cancelAsked: boolean }
  >
  /** By skill, by name; sealed. */
  readonly secrets: Map<string, Map<string, SkillSecret & { readonly sealed: string }>>
  /** By hash. */
  readonly blobs: Map<string, MemoryBlob>
  /** By hash, since when. */
  readonly condemned: Map<string, Timestamp>
  readonly members: Map<UserId, Member>
  readonly keys: Map<string, ApiKey>
  readonly sessions: Map<string, LoginSession>
  readonly audit: AuditEntry[]
  /** By domain and scope. */
  readonly integrations: Map<string, IntegrationEntry>
  readonly agents: Map<AgentId, Agent>
  /** By key as JSON; every version, oldest first. */
  readonly observations: Map<string, readonly ObservationVersion[]>
  readonly authored: Map<AuthoredToolId, MemoryAuthored>
  readonly grants: Map<ToolGrantId, ToolGrant>
  readonly signals: Map<TriggerId, MemoryTrigger>
  settings: { settings: OrganisationSettings; version: number } | null
}

export type Notify = (notice: Notice) => void

/** A tenant that does not exist yet: it has no rows and takes no writes. */
export function createMemoryTenant(id: TenantId): MemoryTenant {
  return {
    id,
    name: null,
    skills: new Map(),
    tombstones: new Map(),
    changes: [],
    keyedChanges: new Map(),
    conversations: new Map(),
    runs: new Map(),
    approvals: new Map(),
    proposals: new Map(),
    workspaces: new Map(),
    executions: new Map(),
    secrets: new Map(),
    blobs: new Map(),
    condemned: new Map(),
    members: new Map(),
    keys: new Map(),
    sessions: new Map(),
    audit: [],
    integrations: new Map(),
    agents: new Map(),
    observations: new Map(),
    authored: new Map(),
    grants: new Map(),
    signals: new Map(),
    settings: null,
  }
}

/** Order of the bytes of UTF-8, as the databases compare: JavaScript's `<` differs beyond U+FFFF. */
export function compareText(a: string, b: string): number {
  const left = Array.from(a, (char) => char.codePointAt(0) ?? 0)
  const right = Array.from(b, (char) => char.codePointAt(0) ?? 0)
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Newest first; the id settles a tie. */
export function compareNewest(
  a: readonly [Timestamp, string],
  b: readonly [Timestamp, string],
): number {
  return b[0] - a[0] || compareText(b[1], a[1])
}
