export type {
  ActOnBody,
  AdvisoriesBody,
  AdvisoryBody,
  AdvisoryExcept,
  AdvisoryExceptionBody,
  AdvisoryListBody,
  AdvisoryListSet,
  AgentBody,
  ApiKeyBody,
  ApiKeyCreate,
  ApiKeyCreated,
  ApprovalAnswer,
  ApprovalBody,
  ApprovalPage,
  AuditEntryBody,
  AuditPage,
  CatalogueEntryBody,
  CheckedConnectorBody,
  ConflictsBody,
  ConflictsQuery,
  ConnectorBody,
  ConnectorCreate,
  ConnectorUpdate,
  ConversationBody,
  ConversationFile,
  ConversationFiles,
  ConversationPage,
  ConversationSummary,
  CuratorBody,
  DeletedConversationPage,
  DeviceCodeBody,
  DeviceTokenBody,
  DiagnosticBody,
  EventName,
  EventPage,
  ExecutionBody,
  ExecutionEvent,
  ExecutionPage,
  ExecutionStart,
  ExecutionSummary,
  HitReasonBody,
  IdleSkillBody,
  IgnoredEntryBody,
  IgnoredEntryList,
  IgnoreEntry,
  ImportedPackage,
  ImportRequest,
  ImportResponse,
  ImportResult,
  ImportTriggerTests,
  InboxEntryBody,
  InboxFilterParams,
  InboxNotificationBody,
  InboxNotificationChange,
  InboxNotificationSet,
  InboxNotificationState,
  InboxNotificationTest,
  InboxPageBody,
  IntegrationBody,
  IntegrationEntryBody,
  IntegrationList,
  IntegrationOutcome,
  IntegrationResult,
  InvitationBody,
  LockImportResult,
  Login,
  LoginLinkBody,
  ManifestEntryBody,
  Me,
  MemberBody,
  MemberCreate,
  MemoriesBody,
  MemoriesList,
  MemoriesUpdate,
  MemoryPage,
  MemoryVersionBody,
  ModelProviderBody,
  ModelProviderCreate,
  ModelProviderList,
  OrganisationBody,
  OrganisationCreated,
  OtlpTrace,
  PendingRevisionApproved,
  PendingRevisionBody,
  PendingRevisionBulkResult,
  PendingRevisionFileContent,
  PendingRevisionSummary,
  ProblemBody,
  RateBody,
  Rating,
  RecordedPrompt,
  RevisionBody,
  RevisionContentBody,
  RoutingAnswer,
  RoutingOptionsBody,
  RoutingPreferencesBody,
  RoutingQuestion,
  RoutingUpdate,
  RunBody,
  SandboxHealthBody,
  ScanRuleBody,
  ScoreTableBody,
  SessionBody,
  SessionList,
  SettingsBody,
  SettingsUpdate,
  SkillBody,
  SkillCreate,
  SkillDraft,
  SkillEvalBody,
  SkillEvalRequest,
  SkillListItem,
  SkillPage,
  SkillRequirementsBody,
  SkillSecretBody,
  SkillSecretList,
  SkillSummary,
  SkillsStateBody,
  SkillUpdate,
  SourceBody,
  SourceCreate,
  SourceItemBody,
  StatsBody,
  StatsGroupBody,
  StatsQuery,
  SuppressionBody,
  SweepBody,
  SweepRequest,
  SweepUndone,
  TagCount,
  ToolCallBody,
  ToolOutcomeBody,
  TraceBody,
  TraceList,
  TriggerBody,
  TriggerCreate,
  TriggerCreated,
  TriggerDelivered,
  TriggerFiringBody,
  TriggerFiringPage,
  TriggerListItem,
  TriggerPage,
  TriggerTimes,
  TriggerUpdate,
  Turn,
  UsageNumbers,
  VerdictOverride,
  WireEvent,
} from '@repertoire/protocol'
export { AdvisoriesResource } from './advisories.ts'
export { type ApprovalQuery, ApprovalsResource } from './approvals.ts'
export { type AuditQuery, AuditResource } from './audit.ts'
export { type AuthoredToolQuery, AuthoredToolsResource } from './authored-tools.ts'
export * from './collection-changes.ts'
export { CollectionsResource } from './collections.ts'
export { ConnectedAppsResource } from './connected-apps.ts'
export { ConnectorsResource } from './connectors.ts'
export { ConversationsResource, type FollowOptions } from './conversations.ts'
export { CuratorResource } from './curator.ts'
export { RepertoireError } from './errors.ts'
export { type ExecutionQuery, ExecutionsResource } from './executions.ts'
export { FilesResource } from './files.ts'
export { type ImportedAs, importedAs, importedAsWords } from './imported-as.ts'
export { type InboxQuery, InboxResource } from './inbox.ts'
export { InboxNotificationResource } from './inbox-notification.ts'
export { IntegrationsResource } from './integrations.ts'
export { KeysResource } from './keys.ts'
export { MembersResource } from './members.ts'
export { MemoriesResource, type MemoryAgentId } from './memories.ts'
export { OrganisationsResource } from './organisations.ts'
export type { PageQuery } from './page-query.ts'
export { type ContextOwner, PromptContextsResource } from './prompt-contexts.ts'
export { QuotasResource } from './quotas.ts'
export { RepertoireClient } from './repertoire-client.ts'
export { type ReviewQuery, ReviewsResource } from './reviews.ts'
export { SessionResource } from './session.ts'
export { SettingsResource } from './settings.ts'
export { signDelivery, type UnsignedDelivery } from './sign-delivery.ts'
export { SkillCatalogResource } from './skill-catalog.ts'
export { SkillSecretsResource } from './skill-secrets.ts'
export {
  type ExportedPackage,
  type FileOptions,
  type PackageUpload,
  type SkillQuery,
  SkillsResource,
} from './skills.ts'
export { SourcesResource } from './sources.ts'
export { StatsResource } from './stats.ts'
export { SystemResource } from './system.ts'
export { TracesResource } from './traces.ts'
export type { ClientOptions } from './transport.ts'
export { type SignedDelivery, type TriggerListQuery, TriggersResource } from './triggers.ts'

import type { ImportRequest } from '@repertoire/protocol'

/** One skill of an import: the files of its folder, including SKILL.md. */
export type ImportItem = ImportRequest['items'][number]
