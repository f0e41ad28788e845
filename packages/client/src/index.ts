export type * from '@repertoire/protocol'
export { AdvisoriesResource } from './advisories.ts'
export { ApprovalsResource } from './approvals.ts'
export { AuditResource } from './audit.ts'
export { AuthoredToolsResource } from './authored-tools.ts'
export * from './collection-changes.ts'
export { CollectionsResource } from './collections.ts'
export { ConnectedAppsResource } from './connected-apps.ts'
export { ConnectorsResource } from './connectors.ts'
export { ConversationsResource, type FollowOptions } from './conversations.ts'
export { CuratorResource } from './curator.ts'
export { RepertoireError } from './errors.ts'
export { ExecutionsResource } from './executions.ts'
export { FilesResource } from './files.ts'
export { type ImportedAs, importedAs, importedAsWords } from './imported-as.ts'
export { InboxResource } from './inbox.ts'
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
  SkillsResource,
} from './skills.ts'
export { SourcesResource } from './sources.ts'
export { StatsResource } from './stats.ts'
export { SystemResource } from './system.ts'
export { TracesResource } from './traces.ts'
export type { ClientOptions } from './transport.ts'
export { type SignedDelivery, TriggersResource } from './triggers.ts'

import type { ImportRequest } from '@repertoire/protocol'

/** One skill of an import: the files of its folder, including SKILL.md. */
export type ImportItem = ImportRequest['items'][number]
