import type { ApprovalBody, WireEvent } from '@repertoire/protocol'

type BodyOf<Type extends ApprovalBody['type']> = Extract<ApprovalBody, { type: Type }>
type AskedData = Extract<WireEvent, { event: 'approval_required' }>['data']

/** What became of a question. */
export interface QuestionState {
  readonly status: ApprovalBody['status']
  readonly answeredAt: string | null
  readonly answeredBy: string | null
  readonly note: string
}

interface Asked extends QuestionState {
  readonly id: string
  readonly conversationId: string
  /** The agent's own words. Untrusted text. */
  readonly reason: string
  readonly expiresAt: string
}

/** May the agent use this skill? */
export interface SkillQuestion extends Asked {
  readonly type: 'skill_enablement'
  readonly skillId: string | null
  readonly slug: string
  readonly name: string
  readonly description: string
  /** Characters it would add to the budget. */
  readonly contentLength: number
  readonly sourceType: BodyOf<'skill_enablement'>['skill']['source_type']
  /** Absent in older questions. */
  readonly origin: BodyOf<'skill_enablement'>['skill']['origin']
  readonly digest: string
  /** It would be fetched from a registry, for this conversation alone. */
  readonly fetched: BodyOf<'skill_enablement'>['skill']['fetched']
}

/** A question in the agent's own words. Untrusted text. */
export interface Clarification extends Asked {
  readonly type: 'clarification'
  readonly text: string
  readonly options: readonly string[]
}

/** May the agent use this connector? */
export interface ConnectorQuestion extends Asked {
  readonly type: 'connector_access'
  readonly connector: BodyOf<'connector_access'>['connector']
}

/** May the agent change the library so? */
export interface SkillChangeQuestion extends Asked {
  readonly type: 'skill_change'
  readonly change: BodyOf<'skill_change'>['change']
}

/** May the agent remember this about the person? */
export interface MemoryQuestion extends Asked {
  readonly type: 'observation_change'
  readonly observation: BodyOf<'observation_change'>['observation']
}

/** May code that an agent wrote be run? */
export interface AuthoredToolQuestion extends Asked {
  readonly type: 'authored_tool'
  readonly tool: BodyOf<'authored_tool'>['tool']
}

/** May the agent call this tool, with exactly these arguments? */
export interface ToolCallQuestion extends Asked {
  readonly type: 'tool_call'
  readonly call: BodyOf<'tool_call'>['call']
}

/** May these packages be installed for scripts of a skill? */
export interface InstallationQuestion extends Asked {
  readonly type: 'package_installation'
  readonly installation: BodyOf<'package_installation'>['installation']
}

/** What a card shows, from the inbox or from the chat's events. */
export type ApprovalQuestion =
  | SkillQuestion
  | Clarification
  | ConnectorQuestion
  | SkillChangeQuestion
  | MemoryQuestion
  | AuthoredToolQuestion
  | ToolCallQuestion
  | InstallationQuestion

/** The card's view of an approval as the API gives it. */
export function questionOf(approval: ApprovalBody): ApprovalQuestion {
  const asked = {
    id: approval.id,
    conversationId: approval.conversation_id,
    reason: approval.reason,
    status: approval.status,
    expiresAt: approval.expires_at,
    answeredAt: approval.answered_at,
    answeredBy: approval.answered_by,
    note: approval.note,
  }
  switch (approval.type) {
    case 'skill_enablement':
      return {
        ...{ ...asked, ...aboutSkill(approval.skill) },
        skillId: approval.skill.fetched ? null : approval.skill.id,
      }
    case 'clarification':
      return { ...asked, type: approval.type, ...approval.question }
    case 'connector_access':
      return { ...asked, type: approval.type, connector: approval.connector }
    case 'skill_change':
      return { ...asked, type: approval.type, change: approval.change }
    case 'authored_tool':
      return { ...asked, type: approval.type, tool: approval.tool }
    case 'tool_call':
      return { ...asked, type: approval.type, call: approval.call }
    case 'observation_change':
      return { ...asked, type: approval.type, observation: approval.observation }
    case 'package_installation':
      return { ...asked, type: approval.type, installation: approval.installation }
  }
}

/** The card's view of a question as a conversation's events tell it. */
export function questionOfEvent(
  data: AskedData,
  { conversationId, state }: { conversationId: string; state: QuestionState },
): ApprovalQuestion {
  const { approval_id: id, reason, expires_at: expiresAt } = askingOf(data)
  const asked = { id, conversationId, reason, expiresAt, ...state }
  switch (data.type) {
    case 'skill_enablement':
      return { ...asked, ...aboutSkill(data.skill), skillId: null }
    case 'clarification': {
      const { text, options } = data.question
      return { ...asked, type: data.type, text, options }
    }
    case 'connector_access': {
      const { name, title, description, endpoint, digest } = data.connector
      const connector = { name, title, description, endpoint, digest }
      return { ...asked, type: data.type, connector }
    }
    case 'skill_change':
      return { ...asked, type: data.type, change: data.change }
    case 'authored_tool':
      return { ...asked, type: data.type, tool: data.tool }
    case 'tool_call':
      return { ...asked, type: data.type, call: data.call }
    case 'observation_change':
      return { ...asked, type: data.type, observation: data.observation }
    case 'package_installation':
      return { ...asked, type: data.type, installation: data.installation }
  }
}

/** What every question says, wherever its type keeps it. */
export function askingOf(data: AskedData) {
  switch (data.type) {
    case 'skill_enablement':
      return data.skill
    case 'clarification':
      return data.question
    case 'connector_access':
      return data.connector
    case 'skill_change':
      return data.change
    case 'authored_tool':
      return data.tool
    case 'tool_call':
      return data.call
    case 'observation_change':
      return data.observation
    case 'package_installation':
      return data.installation
  }
}

type SkillFacts = Omit<BodyOf<'skill_enablement'>['skill'], 'id'>

function aboutSkill(skill: SkillFacts) {
  return {
    type: 'skill_enablement' as const,
    slug: skill.slug,
    name: skill.name,
    description: skill.description,
    contentLength: skill.content_length,
    sourceType: skill.source_type,
    origin: skill.origin,
    digest: skill.digest,
    fetched: skill.fetched,
  }
}

/** `sha256:0123abcd…` as the few digits people compare. */
export function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/, '').slice(0, 12)
}
