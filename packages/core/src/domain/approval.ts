import type { ScanReport, ScanVerdict } from '@repertoire/skill-md'
import type {
  AgentId,
  ApprovalId,
  AuthoredToolId,
  ConversationId,
  RevisionDigest,
  RunId,
  SkillId,
  Timestamp,
  TraceId,
  UserId,
} from '../base/ids.ts'
import type { JsonObject, JsonValue } from '../base/json.ts'
import type { LicenceDecision } from './licence-policy.ts'
import type { PackageList } from './package-list.ts'
import type { ResolvedCall } from './resolved-call.ts'
import type { RegistryPlace } from './session-state.ts'
import type { SkillOrigin, SkillScopeKind, SourceType } from './skill.ts'
import type { ToolTier } from './tool-tier.ts'

/** The skill to enable. The approval is bound to the digest: a changed skill makes it stale. */
export interface SkillEnablementSubject {
  readonly skillId: SkillId
  readonly digest: RevisionDigest
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly contentLength: number
  readonly sourceType: SourceType
  /** Absent in requests from before this field. */
  readonly origin?: SubjectOrigin
  /** The skill would be fetched from a registry for this conversation alone; absent for one of the library. */
  readonly fetched?: FetchedSkillSubject
}

/** What a person should know of a skill from a registry before they answer. */
export interface FetchedSkillSubject extends RegistryPlace {
  readonly verdict: ScanVerdict
  readonly findings: number
  /** What the agent would be given: the Markdown after the frontmatter. Untrusted. */
  readonly text: string
  readonly licence: string | null
  readonly licenceDecision: LicenceDecision
}

/** Where the skill of a request came from. */
export type SubjectOrigin = Pick<SkillOrigin, 'provenance' | 'sourceUrl' | 'sourceId'>

export type ApprovalDecision = 'approved' | 'denied' | 'expired' | 'cancelled'
export type ApprovalStatus = 'pending' | ApprovalDecision

/** A question of the agent (tool `clarify`). The note of the approval is the answer. */
export interface ClarificationSubject {
  readonly question: string
  /** Answers to choose from; the person may always write another. */
  readonly options: readonly string[]
}

/** A request to use a connector in this conversation, bound to the connector's digest. */
export interface ConnectorAccessSubject {
  readonly connector: string
  readonly title: string
  readonly description: string
  /** Where calls go: a URL, or the name of a local command. Never a secret. */
  readonly endpoint: string
  readonly digest: string
}

export type SkillChangeAction = 'create' | 'update' | 'delete' | 'enable' | 'disable'

/**
 * A change of the library that an agent asks for. The approval is bound to the base revision and to
 * the resulting one, so it covers exactly this text.
 */
export interface SkillChangeSubject {
  readonly action: SkillChangeAction
  readonly slug: string
  /** The name after the change. */
  readonly name: string
  readonly scope: SkillScopeKind
  /** Null for a new skill, as are the three after it. */
  readonly skillId: SkillId | null
  /** The number of the current revision. */
  readonly version: number | null
  readonly baseDigest: RevisionDigest | null
  /** The whole current SKILL.md. Untrusted text. */
  readonly before: string | null
  /** Null for a change that keeps the text, as is `source`. */
  readonly digest: RevisionDigest | null
  /** The whole SKILL.md after the change. Untrusted text. */
  readonly source: string | null
  /** Of the current skill; absent for a new one, and in requests from before this field. */
  readonly origin?: SubjectOrigin
  /** What the scan found in the resulting text; absent where nothing has to be seen. A yes is one to it. */
  readonly found?: ScanReport['findings']
}

/** A change of the agent's notes about a person, bound to the version it follows. */
export interface MemoryChangeSubject {
  readonly agentId: AgentId | null
  /** The version of `before`; 0 when there are no notes yet. */
  readonly version: number
  readonly before: string
  /** The whole text after the change. Untrusted. */
  readonly after: string
}

/** A library in the approval request of a tool that requires it. */
export interface AuthoredSubjectLibrary {
  readonly id: AuthoredToolId
  readonly name: string
  readonly version: number
  readonly digest: string
  readonly code: string
  /** The version that was approved last with the tool; null when the library was no part of that approval. */
  readonly before: { readonly version: number; readonly code: string } | null
}

/**
 * A request to run code that an agent wrote. The approval is bound to the digest of the code and all
 * its libraries. All texts are untrusted.
 */
export interface AuthoredToolSubject {
  readonly toolId: AuthoredToolId
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  readonly version: number
  readonly code: string
  /** All libraries the tool requires, directly or not, by name. */
  readonly libraries: readonly AuthoredSubjectLibrary[]
  /** The digest of the tool and its libraries together: a change of any of them makes the approval stale. */
  readonly digest: string
  /** The newest version that was approved before; null when there is none. */
  readonly before: { readonly version: number; readonly code: string } | null
}

/** A request to call a tool, bound to the exact arguments and to the tool's identity. */
export interface ToolCallSubject extends ResolvedCall {
  /** Untrusted, as is `tool` for a connector's tool. */
  readonly arguments: JsonValue
  readonly tier: ToolTier
  /** The skill whose text the model was given last; null when there is none. */
  readonly skill: string | null
  /** Where it would send its arguments, after the agent has read untrusted content: `docs.example.org`. */
  readonly sendsTo?: string
}

/** A request to install packages for scripts of a skill, bound to the digests of the resolved lists. */
export interface PackageInstallationSubject {
  readonly slug: string
  readonly lists: readonly PackageList[]
}

interface ApprovalSubjects {
  readonly skill_enablement: SkillEnablementSubject
  readonly clarification: ClarificationSubject
  readonly connector_access: ConnectorAccessSubject
  readonly observation_change: MemoryChangeSubject
  readonly skill_change: SkillChangeSubject
  readonly authored_tool: AuthoredToolSubject
  readonly tool_call: ToolCallSubject
  readonly package_installation: PackageInstallationSubject
}

export type ApprovalType = keyof ApprovalSubjects

const everyApprovalType: Readonly<Record<ApprovalType, true>> = {
  skill_enablement: true,
  clarification: true,
  connector_access: true,
  observation_change: true,
  skill_change: true,
  authored_tool: true,
  tool_call: true,
  package_installation: true,
}
export const approvalTypes = Object.keys(everyApprovalType) as readonly ApprovalType[]

/** The request to a person: each type has its own kind of subject. */
export type ApprovalRequest = {
  readonly [Type in ApprovalType]: {
    readonly type: Type
    readonly subject: ApprovalSubjects[Type]
  }
}[ApprovalType]

/** A request to a person. It is a database row: it survives restarts, and the first answer wins. */
export type Approval = ApprovalRequest & {
  readonly id: ApprovalId
  readonly conversationId: ConversationId
  readonly runId: RunId
  readonly toolCallId: string
  readonly traceId: TraceId
  /** The agent's reason for asking; empty when it gave none. Untrusted text. */
  readonly reason: string
  readonly status: ApprovalStatus
  readonly requestedBy: UserId
  readonly requestedAt: Timestamp
  readonly expiresAt: Timestamp
  readonly answeredBy: UserId | null
  readonly answeredAt: Timestamp | null
  readonly note: string
}
