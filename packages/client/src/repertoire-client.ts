import { AdvisoriesResource } from './advisories.ts'
import { AgentsResource } from './agents.ts'
import { ApprovalsResource } from './approvals.ts'
import { AuditResource } from './audit.ts'
import { AuthoredToolsResource } from './authored-tools.ts'
import { ClawHubResource } from './clawhub.ts'
import { CollectionsResource } from './collections.ts'
import { ConnectedAppsResource } from './connected-apps.ts'
import { ConnectorsResource } from './connectors.ts'
import { ConversationsResource } from './conversations.ts'
import { CuratorResource } from './curator.ts'
import { ExecutionsResource } from './executions.ts'
import { FilesResource } from './files.ts'
import { InboxResource } from './inbox.ts'
import { InboxNotificationResource } from './inbox-notification.ts'
import { IntegrationsResource } from './integrations.ts'
import { KeysResource } from './keys.ts'
import { MembersResource } from './members.ts'
import { MemoriesResource } from './memories.ts'
import { ModelProvidersResource } from './model-providers.ts'
import { OrganisationsResource } from './organisations.ts'
import { PasskeysResource } from './passkeys.ts'
import { PromptContextsResource } from './prompt-contexts.ts'
import { QuotasResource } from './quotas.ts'
import { RegistryResource } from './registry.ts'
import { ReviewsResource } from './reviews.ts'
import { RoutingResource } from './routing.ts'
import { SessionResource } from './session.ts'
import { SettingsResource } from './settings.ts'
import { SignOnResource } from './sign-on.ts'
import { SkillCatalogResource } from './skill-catalog.ts'
import { SkillSecretsResource } from './skill-secrets.ts'
import { SkillsResource } from './skills.ts'
import { SourcesResource } from './sources.ts'
import { StatsResource } from './stats.ts'
import { SystemResource } from './system.ts'
import { ToolsResource } from './tools.ts'
import { TracesResource } from './traces.ts'
import { type ClientOptions, createTransport } from './transport.ts'
import { TriggersResource } from './triggers.ts'

/**
 * The typed client of the REST API.
 *
 * ```ts
 * const client = new RepertoireClient({ baseUrl: 'http://127.0.0.1:4000', apiKey })
 * const { items } = await client.skills.list({ q: 'slow postgres' })
 * ```
 */
export class RepertoireClient {
  readonly skills: SkillsResource
  readonly sources: SourcesResource
  readonly reviews: ReviewsResource
  readonly advisories: AdvisoriesResource
  readonly skillCatalog: SkillCatalogResource
  readonly agents: AgentsResource
  readonly modelProviders: ModelProvidersResource
  readonly routing: RoutingResource
  readonly triggers: TriggersResource
  readonly traces: TracesResource
  readonly stats: StatsResource
  readonly memories: MemoriesResource
  readonly collections: CollectionsResource
  readonly connectedApps: ConnectedAppsResource
  readonly inbox: InboxResource
  readonly inboxNotification: InboxNotificationResource
  readonly promptContexts: PromptContextsResource
  readonly authoredTools: AuthoredToolsResource
  readonly conversations: ConversationsResource
  readonly files: FilesResource
  readonly executions: ExecutionsResource
  readonly skillSecrets: SkillSecretsResource
  readonly approvals: ApprovalsResource
  readonly tools: ToolsResource
  readonly curator: CuratorResource
  readonly integrations: IntegrationsResource
  readonly connectors: ConnectorsResource
  readonly registry: RegistryResource
  readonly clawHub: ClawHubResource
  readonly settings: SettingsResource
  readonly quotas: QuotasResource
  readonly organisations: OrganisationsResource
  readonly members: MembersResource
  readonly keys: KeysResource
  readonly audit: AuditResource
  readonly session: SessionResource
  readonly signOn: SignOnResource
  readonly passkeys: PasskeysResource
  readonly system: SystemResource

  constructor(options: ClientOptions) {
    const transport = createTransport(options)
    this.skills = new SkillsResource(transport)
    this.sources = new SourcesResource(transport)
    this.reviews = new ReviewsResource(transport)
    this.advisories = new AdvisoriesResource(transport)
    this.skillCatalog = new SkillCatalogResource(transport)
    this.agents = new AgentsResource(transport)
    this.modelProviders = new ModelProvidersResource(transport)
    this.routing = new RoutingResource(transport)
    this.triggers = new TriggersResource(transport)
    this.traces = new TracesResource(transport)
    this.stats = new StatsResource(transport)
    this.memories = new MemoriesResource(transport)
    this.promptContexts = new PromptContextsResource(transport)
    this.authoredTools = new AuthoredToolsResource(transport)
    this.conversations = new ConversationsResource(transport)
    this.files = new FilesResource(transport)
    this.executions = new ExecutionsResource(transport)
    this.skillSecrets = new SkillSecretsResource(transport)
    this.approvals = new ApprovalsResource(transport)
    this.tools = new ToolsResource(transport)
    this.curator = new CuratorResource(transport)
    this.integrations = new IntegrationsResource(transport)
    this.connectors = new ConnectorsResource(transport)
    this.collections = new CollectionsResource(transport)
    this.connectedApps = new ConnectedAppsResource(transport)
    this.inbox = new InboxResource(transport)
    this.inboxNotification = new InboxNotificationResource(transport)
    this.registry = new RegistryResource(transport)
    this.clawHub = new ClawHubResource(transport)
    this.settings = new SettingsResource(transport)
    this.quotas = new QuotasResource(transport)
    this.organisations = new OrganisationsResource(transport)
    this.members = new MembersResource(transport)
    this.keys = new KeysResource(transport)
    this.audit = new AuditResource(transport)
    this.session = new SessionResource(transport)
    this.passkeys = new PasskeysResource(transport)
    this.signOn = new SignOnResource(transport)
    this.system = new SystemResource(transport)
  }
}
