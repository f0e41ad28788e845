/** Branded identifiers: a conversation id cannot be passed where a skill id is asked for. */
declare const brand: unique symbol
type Brand<Name extends string> = string & { readonly [brand]: Name }

export type TenantId = Brand<'TenantId'>
export type UserId = Brand<'UserId'>
export type SkillId = Brand<'SkillId'>
export type AgentId = Brand<'AgentId'>
export type ConversationId = Brand<'ConversationId'>
export type RunId = Brand<'RunId'>
export type ApprovalId = Brand<'ApprovalId'>
export type ApiKeyId = Brand<'ApiKeyId'>
export type LoginSessionId = Brand<'LoginSessionId'>
export type PasskeyId = Brand<'PasskeyId'>
export type SignOnIdentityId = Brand<'SignOnIdentityId'>
export type ExecutionId = Brand<'ExecutionId'>
export type AuthoredToolId = Brand<'AuthoredToolId'>
export type ToolGrantId = Brand<'ToolGrantId'>
export type TriggerId = Brand<'SignalSourceId'>
export type SourceId = Brand<'SourceId'>
export type PendingRevisionId = Brand<'PendingRevisionId'>
export type CollectionId = Brand<'CollectionId'>
export type SuppressionId = Brand<'SuppressionId'>
export type IgnoredEntryId = Brand<'IgnoredEntryId'>
export type OutcomeRetestId = Brand<'OutcomeRetestId'>
export type IntegrationEntryId = Brand<'IntegrationEntryId'>
/** `sha256:<64 hex>` over a revision's manifest: names one exact content, forever. */
export type RevisionDigest = Brand<'RevisionDigest'>
/** Milliseconds since the Unix epoch. */
export type Timestamp = number
/** 32 hex digits (W3C trace context): ties run, steps, approvals, audit entries and log lines together. */
export type TraceId = string
