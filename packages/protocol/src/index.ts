export * from './login.ts'
export { allRoutes, buildOpenApiDocument, type OpenApiDocument } from './openapi.ts'
export { advisoryRoutes } from './routes/advisories.ts'
export { agentRoutes } from './routes/agents.ts'
export {
  type ApiRoute,
  defaultBodyLimit,
  type RouteAccess,
  type RouteMethod,
  type RouteSpec,
} from './routes/api-route.ts'
export { approvalRoutes } from './routes/approvals.ts'
export { authoredToolRoutes } from './routes/authored-tools.ts'
export { clawHubBase, clawHubRoutes } from './routes/clawhub.ts'
export { collectionRoutes } from './routes/collections.ts'
export { connectedAppRoutes } from './routes/connected-apps.ts'
export { connectorRoutes } from './routes/connectors.ts'
export { conversationRoutes } from './routes/conversations.ts'
export { curatorRoutes } from './routes/curator.ts'
export { deviceLoginRoutes } from './routes/device-login.ts'
export { executionRoutes, skillSecretRoutes } from './routes/executions.ts'
export { fileRoutes } from './routes/files.ts'
export { importTriggerTestRoutes } from './routes/import-trigger-tests.ts'
export { inboxRoutes } from './routes/inbox.ts'
export { inboxNotificationRoutes } from './routes/inbox-notification.ts'
export { integrationRoutes } from './routes/integrations.ts'
export { lockRoutes } from './routes/lock.ts'
export { memoryRoutes } from './routes/memories.ts'
export { modelProviderRoutes } from './routes/model-providers.ts'
export { operatorRoutes } from './routes/operator.ts'
export { auditRoutes, keyRoutes, memberRoutes, settingsRoutes } from './routes/organisation.ts'
export { passkeyRoutes } from './routes/passkeys.ts'
export { promptContextRoutes } from './routes/prompt-contexts.ts'
export { proposalRoutes } from './routes/proposals.ts'
export { quotaRoutes } from './routes/quotas.ts'
export { registryBase, registryRoutes, registrySource } from './routes/registry.ts'
export { reviewRoutes } from './routes/reviews.ts'
export { routingRoutes } from './routes/routing.ts'
export { sessionRoutes } from './routes/session.ts'
export { signOnRoutes } from './routes/sign-on.ts'
export { skillCatalogRoutes } from './routes/skill-catalog.ts'
export { skillEvalRoutes } from './routes/skill-evals.ts'
export { skillHistoryRoutes } from './routes/skill-history.ts'
export { skillRegistryRoutes } from './routes/skill-registry.ts'
export { skillRequirementRoutes } from './routes/skill-requirements.ts'
export { skillRoutes } from './routes/skills.ts'
export { sourceRoutes } from './routes/sources.ts'
export * from './routes/stats.ts'
export { suggestedQuestionRoutes } from './routes/suggested-questions.ts'
export { systemRoutes } from './routes/system.ts'
export { toolRoutes } from './routes/tool-grants.ts'
export * from './routes/traces.ts'
export { deliveryLimit, triggerRoutes } from './routes/triggers.ts'
export type * from './schemas/advisories.ts'
export * from './schemas/agents.ts'
export {
  type ApprovalAnswer,
  type ApprovalBody,
  type ApprovalPage,
  approvalAnswerSchema,
  approvalListQuery,
  approvalPageSchema,
  approvalSchema,
  approvalStatusSchema,
} from './schemas/approvals.ts'
export {
  type AuditEntryBody,
  type AuditExportHeader,
  type AuditPage,
  auditEntrySchema,
  auditExportHeaderSchema,
  auditExportQuery,
  auditListQuery,
  auditPageSchema,
} from './schemas/audit.ts'
export {
  type AuthoredToolBody,
  type AuthoredToolPage,
  type AuthoredToolSummary,
  type AuthoredVersionBody,
  type AuthoredVersionHeadBody,
  authoredToolPageSchema,
  authoredToolSchema,
  authoredToolUpdateSchema,
  authoredVersionSchema,
} from './schemas/authored-tools.ts'
export type {
  ClawHubInstallBody,
  ClawHubListBody,
  ClawHubResolveBody,
  ClawHubSearchBody,
  ClawHubSkillBody,
  ClawHubVersionBody,
  ClawHubVersionsBody,
  ClawHubWhoamiBody,
} from './schemas/clawhub.ts'
export type {
  CollectionBody,
  CollectionCreate,
  CollectionSetBackResult,
  CollectionSkillList,
  CollectionToken,
  CollectionUpdate,
  RecordedPromotionBody,
  RecordedPromotionList,
} from './schemas/collections.ts'
export {
  cursorQuery,
  type DiagnosticBody,
  diagnosticSchema,
  idParam,
  type ProblemBody,
  pageOf,
  problemSchema,
  timestampSchema,
} from './schemas/common.ts'
export * from './schemas/connected-apps.ts'
export * from './schemas/connectors.ts'
export * from './schemas/conversations.ts'
export * from './schemas/curator.ts'
export {
  type EventName,
  type EventPage,
  eventDataSchemas,
  eventPageSchema,
  type ModelCallUsageBody,
  type ToolCallBody,
  type ToolOutcomeBody,
  toolCallSchema,
  toolOutcomeSchema,
  type WireEvent,
} from './schemas/events.ts'
export * from './schemas/executions.ts'
export {
  type ConversationFile,
  type ConversationFiles,
  conversationFileQuery,
  conversationFileSchema,
  conversationFilesSchema,
} from './schemas/files.ts'
export type {
  RequestedPermissionsBody,
  ScanFindingBody,
  SuppressionBody,
  SuppressionCreate,
  SuppressionList,
  TrustReportBody,
} from './schemas/findings.ts'
export { type HitReasonBody, hitReasonSchema } from './schemas/hit-reason.ts'
export * from './schemas/ignored-entries.ts'
export type { ImportTriggerTests } from './schemas/import-trigger-tests.ts'
export type {
  InboxEntryBody,
  InboxFilterParams,
  InboxKeysBody,
  InboxOrderParam,
  InboxPageBody,
} from './schemas/inbox.ts'
export type * from './schemas/inbox-notification.ts'
export * from './schemas/integrations.ts'
export type { LockExportBody, LockImportResult } from './schemas/lock.ts'
export {
  type MemoriesBody,
  type MemoriesList,
  type MemoriesUpdate,
  type MemoryPage,
  type MemoryVersionBody,
  memoriesListSchema,
  memoriesSchema,
  memoriesUpdateSchema,
  memoryPageSchema,
  memoryVersionSchema,
} from './schemas/memories.ts'
export type * from './schemas/model-providers.ts'
export type {
  OrganisationBody,
  OrganisationCreate,
  OrganisationCreated,
} from './schemas/operator.ts'
export {
  type ApiKeyBody,
  type ApiKeyCreate,
  type ApiKeyCreated,
  apiKeyCreatedSchema,
  apiKeyCreateSchema,
  apiKeySchema,
  type InvitationBody,
  invitationSchema,
  type Login,
  type LoginLinkBody,
  loginSchema,
  type Me,
  type MemberBody,
  type MemberCreate,
  memberCreateSchema,
  memberSchema,
  memberUpdateSchema,
  meSchema,
  permissionSchema,
  roleSchema,
} from './schemas/organisation.ts'
export { problemMediaType, problemStatus, problemTitle } from './schemas/problem.ts'
export {
  type PromptContextBody,
  type PromptContextUpdate,
  promptContextUpdateSchema,
} from './schemas/prompt-contexts.ts'
export {
  type ProposalAccept,
  type ProposalAccepted,
  type ProposalBody,
  type ProposalPage,
  type ProposalReject,
  type ProposalSummary,
  proposalAcceptedSchema,
  proposalAcceptSchema,
  proposalListQuery,
  proposalPageSchema,
  proposalRejectSchema,
  proposalSchema,
  proposalStatusSchema,
  proposalSummarySchema,
} from './schemas/proposals.ts'
export type { QuotaBody } from './schemas/quota.ts'
export { isReadOnlyField } from './schemas/read-only.ts'
export type {
  RegistryDownloadBody,
  RegistryFoundBody,
  RegistryPackageBody,
  RegistryPageBody,
  RegistrySearchBody,
} from './schemas/registry.ts'
export type {
  PendingRevisionApprove,
  PendingRevisionApproved,
  PendingRevisionBody,
  PendingRevisionBulkDecision,
  PendingRevisionBulkResult,
  PendingRevisionFileContent,
  PendingRevisionPage,
  PendingRevisionSummary,
  RevocationBody,
  RevocationList,
  RevocationResult,
  SkillSuggestion,
  SkillTrustBody,
  VerdictOverride,
} from './schemas/reviews.ts'
export {
  type CatalogueEntryBody,
  type RoutingAnswer,
  type RoutingOptionsBody,
  type RoutingPreferencesBody,
  type RoutingQuestion,
  type RoutingUpdate,
  routingAnswerSchema,
  routingOptionsSchema,
  routingPreferencesSchema,
  routingQuestionSchema,
  routingUpdateSchema,
  type ScoreTableBody,
  scoreTableSchema,
} from './schemas/routing.ts'
export type { LoggedQueryBody, SearchLogBody } from './schemas/search-log.ts'
export {
  type ScanRuleBody,
  type SettingsBody,
  type SettingsUpdate,
  type SkillListCostBody,
  settingsSchema,
  settingsUpdateSchema,
  type ToolsetPresetBody,
} from './schemas/settings.ts'
export type {
  CatalogInstall,
  CatalogSourceBody,
  CatalogSourceCreate,
  CatalogSourceList,
  CatalogSourceUpdate,
  CatalogWaiting,
} from './schemas/skill-catalog.ts'
export {
  type SkillEvalBody,
  type SkillEvalRequest,
  skillEvalRequestSchema,
  skillEvalSchema,
  type TriggerTestOutcomeBody,
} from './schemas/skill-evals.ts'
export {
  type DeletedSkillBody,
  type DeletedSkillPage,
  deletedSkillPageSchema,
  deletedSkillSchema,
  type RevisionRestore,
  revisionRestoreSchema,
  type SkillRestore,
  skillRestoreSchema,
  type TagChangeBody,
  tagChangeSchema,
  tagRenameSchema,
} from './schemas/skill-history.ts'
export {
  type ImportedPackage,
  type ImportRequest,
  type ImportResponse,
  type ImportResult,
  type ImportReview,
  type ImportReviewRequest,
  type ImportReviewResponse,
  type ImportSource,
  importedPackageSchema,
  importItemSchema,
  importRequestSchema,
  importResponseSchema,
  importResultSchema,
  packageImportQuery,
} from './schemas/skill-imports.ts'
export {
  type SkillCounts,
  type SkillPage,
  skillCountsSchema,
  skillFilterQuery,
  skillListQuery,
  skillPageSchema,
} from './schemas/skill-list.ts'
export type {
  KeptSkill,
  RegistryListing,
  RegistryLists,
  RegistryMetadata,
} from './schemas/skill-registry.ts'
export {
  type SkillRequirementsBody,
  skillRequirementsSchema,
} from './schemas/skill-requirements.ts'
export {
  type ManifestEntryBody,
  manifestEntrySchema,
  packageExportQuery,
  provenanceSchema,
  type RevisionBody,
  type RevisionContentBody,
  revisionContentSchema,
  revisionSchema,
  type SkillBody,
  type SkillCreate,
  type SkillDraft,
  type SkillLimitsBody,
  type SkillListItem,
  type SkillSummary,
  type SkillUnavailable,
  type SkillUpdate,
  type SkillUpdateBody,
  scopeSchema,
  skillCreateSchema,
  skillDraftSchema,
  skillListItemSchema,
  skillParseSchema,
  skillSchema,
  skillSummarySchema,
  skillUpdateSchema,
  sourceTypeSchema,
  type TagCount,
  type ToolListBody,
  tagCountSchema,
} from './schemas/skills.ts'
export {
  type CatalogBody,
  type CatalogItemBody,
  type SourceBody,
  type SourceConfigInput,
  type SourceCreate,
  type SourceItemBody,
  type SourceItemPage,
  type SourceList,
  type SourceUpdate,
  type SyncStaleResult,
  sourceUpdateSchema,
} from './schemas/sources.ts'
export * from './schemas/stats.ts'
export type { SuggestedQuestions } from './schemas/suggested-questions.ts'
export type {
  ToolGrantBody,
  ToolGrantCreate,
  ToolGrantPage,
  ToolStandingBody,
  ToolStandingList,
  ToolTier,
} from './schemas/tool-grants.ts'
export * from './schemas/traces.ts'
export * from './schemas/triggers.ts'
