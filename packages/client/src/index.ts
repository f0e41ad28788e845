export type {
  ApiKeyBody,
  ApiKeyCreate,
  ApiKeyCreated,
  ApprovalAnswer,
  ApprovalBody,
  ApprovalPage,
  AuditEntryBody,
  AuditPage,
  ConversationBody,
  ConversationPage,
  ConversationSummary,
  DiagnosticBody,
  EventName,
  EventPage,
  HitReasonBody,
  ImportRequest,
  ImportResponse,
  ImportResult,
  Login,
  ManifestEntryBody,
  Me,
  MemberBody,
  MemberCreate,
  ProblemBody,
  RecordedPrompt,
  RevisionBody,
  RevisionContentBody,
  RunBody,
  SettingsBody,
  SettingsUpdate,
  SkillBody,
  SkillCreate,
  SkillDraft,
  SkillListItem,
  SkillPage,
  SkillSummary,
  SkillsStateBody,
  SkillUpdate,
  TagCount,
  ToolCallBody,
  ToolOutcomeBody,
  Turn,
  WireEvent,
} from '@repertoire/protocol'
export { ConversationsResource, type FollowOptions } from './conversations.ts'
export { RepertoireError } from './errors.ts'
export {
  type ApprovalQuery,
  ApprovalsResource,
  type AuditQuery,
  AuditResource,
  KeysResource,
  MembersResource,
  SessionResource,
  SettingsResource,
  SystemResource,
} from './organisation.ts'
export { RepertoireClient } from './repertoire-client.ts'
export { type SkillQuery, SkillsResource } from './skills.ts'
export type { ClientOptions } from './transport.ts'

import type { ImportRequest } from '@repertoire/protocol'

/** One skill of an import: its folder's files, SKILL.md among them. */
export type ImportItem = ImportRequest['items'][number]
